import { activeKey } from '../platform/identity.js'
import { scopeKey, type Scope } from '../values/scope.js'
import type { Commit } from '../store/changes.js'
import { maskedText, type SecretFinder, type SecretSpan } from '../secrets/span.js'
import type { MemoryRecord, MessageRecord } from '../store/records.js'
import type { MemoryRow, MessageRow } from '../store/rows/format.js'
import { factHash, textHash } from '../store/rows/hash.js'
import type { Contents } from './contents.js'
import { sessionKey, type Plan } from './plan.js'
import type { ScopeMapping } from './scope-mapping.js'

export interface RecordSettings {
  plan: Plan
  mapping: ScopeMapping
  contents: Contents
  /** Absent: texts are not searched for secrets. */
  findSecrets: SecretFinder | undefined
}

/**
 * Converts rows of a file into records of this store: numbers, ids, sessions and scopes of the file are replaced by
 * those that the plan assigns, and derived fields (hashes, keys, secret spans) are computed.
 */
export class ImportRecords {
  constructor(
    private readonly commit: Commit,
    private readonly settings: RecordSettings,
  ) {}

  message(fileRow: MessageRow): MessageRecord {
    const { previousNo, session: _, ...row } = fileRow
    const { mapping } = this.settings
    const previous = this.messageNumber(previousNo, row.scope)
    const isEarlier = previous !== undefined && previous < this.numberOf(row.no)
    return {
      ...row,
      ...this.secretsIn(row.text),
      ...mapping.of(row.scope),
      no: this.numberOf(row.no),
      textHash: textHash(row.text),
      session: this.sessionOf(sessionKey(fileRow)),
      ...(isEarlier ? { previousNo: previous } : {}),
    }
  }

  /** @param isPast whether the row is an earlier state, from history */
  memory({ verbatimNo, supersedes, supersededBy, linkedIds, ...row }: MemoryRow, isPast: boolean): MemoryRecord {
    const { plan, mapping } = this.settings
    const hash = factHash(row.text)
    const mapped = mapping.of(row.scope)
    const verbatim = this.messageNumber(verbatimNo, row.scope)
    const resolve = (id: string | undefined): string | undefined =>
      id === undefined ? undefined : plan.resolveId(id, mapped.scopeKey, isPast)
    const [older, newer] = [resolve(supersedes), resolve(supersededBy)]
    const linked = linkedIds?.map(resolve).filter((id) => id !== undefined)
    return {
      ...row,
      ...this.secretsIn(row.text),
      ...mapped,
      id: this.idOf(row.id),
      no: this.numberOf(row.no),
      textHash: hash,
      evidence: plan.evidenceOf(row).map((one) => ({ ...one, quote: this.masked(one.quote) })),
      ...(row.status === 'active' ? { activeKey: activeKey(mapped.scopeKey, hash) } : {}),
      ...(verbatim === undefined ? {} : { verbatimNo: verbatim }),
      ...(older === undefined ? {} : { supersedes: older }),
      ...(newer === undefined ? {} : { supersededBy: newer }),
      ...(linked?.length ? { linkedIds: linked } : {}),
    }
  }

  /** The text with its secrets masked. */
  masked(text: string): string {
    return maskedText({ text, ...this.secretsIn(text) })
  }

  /** The document number in the store of a document of the file. */
  numberOf(fileNo: number): number {
    return this.settings.plan.numbers.get(fileNo) as number
  }

  /** The id in the store of a memory of the file. */
  idOf(id: string): string {
    return this.settings.plan.renamedIds.get(id) ?? id
  }

  /**
   * The document number in the store of a message that a row of the file refers to; undefined where the file has no
   * such message in the row's scope.
   */
  messageNumber(fileNo: number | undefined, scope: Scope): number | undefined {
    const { plan, contents } = this.settings
    return fileNo !== undefined && contents.isMessage(fileNo, scopeKey(scope)) ? plan.numbers.get(fileNo) : undefined
  }

  private sessionOf(key: string): number {
    const { sessions } = this.settings.plan
    const session = sessions.get(key) ?? this.commit.nextSession()
    sessions.set(key, session)
    return session
  }

  private secretsIn(text: string): { secrets?: readonly SecretSpan[] } {
    const secrets = this.settings.findSecrets?.(text) ?? []
    return secrets.length > 0 ? { secrets } : {}
  }
}

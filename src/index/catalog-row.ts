import { textTraits, type TextTraits } from '../language/traits.js'
import type { Scope } from '../values/scope.js'
import { trustOf, type Trust } from '../values/trust.js'
import type { FactSlot, MemoryKind, MemoryRecord, MemoryStatus, MessageRecord } from '../store/records.js'
import type { Metadata } from '../values/metadata.js'

/**
 * What is kept in memory of every row, deleted ones included: all but its text, of which only the traits that ranking
 * looks at. Every row has every field, `undefined` or not: so all have one shape, and going through all of them is
 * twice as fast.
 */
export interface CatalogRow {
  no: number
  id: string
  table: 'messages' | 'memories'
  scope: Scope
  scopeKey: string
  kind: MemoryKind
  status: MessageRecord['status'] | MemoryStatus
  at: number
  createdAt: number
  updatedAt: number
  traits: TextTraits
  trust: Trust
  role: string | undefined
  name: string | undefined
  /** Messages: their place in the conversation. */
  previousNo: number | undefined
  session: number | undefined
  /** Memories: the message they repeat word for word, whose index rows they share. */
  verbatimNo: number | undefined
  /** Memories: the id of what took its place. */
  supersededBy: string | undefined
  /** Other memories: the ids of the messages they rest on. */
  evidence: string[] | undefined
  slot: FactSlot | undefined
  /** When it held; messages hold from when they were said. */
  validFrom: number
  validTo: number | undefined
  expiresAt: number | undefined
  attributedTo: string | undefined
  categories: string[] | undefined
  metadata: Metadata | undefined
}

export function messageRow(record: MessageRecord): CatalogRow {
  const { role, name, at, previousNo, session } = record
  return rowOf(record, 'messages', { kind: 'episodic', at, validFrom: at, role, name, previousNo, session })
}

export function memoryRow(record: MemoryRecord): CatalogRow {
  const { kind, observedAt, verbatimNo, slot, supersededBy, validFrom, validTo, expiresAt, categories, attributedTo } =
    record
  const evidence =
    verbatimNo === undefined
      ? record.evidence.filter(({ runId }) => runId === undefined).map(({ messageId }) => messageId)
      : undefined
  return rowOf(record, 'memories', {
    kind,
    at: observedAt,
    validFrom,
    verbatimNo,
    evidence,
    slot,
    supersededBy,
    validTo,
    expiresAt,
    categories,
    attributedTo,
  })
}

/** The one place where rows are made, see `CatalogRow`. */
function rowOf(
  record: MessageRecord | MemoryRecord,
  table: CatalogRow['table'],
  own: Pick<CatalogRow, 'kind' | 'at' | 'validFrom'> & Partial<CatalogRow>,
): CatalogRow {
  return {
    no: record.no,
    id: record.id,
    table,
    scope: record.scope,
    scopeKey: record.scopeKey,
    kind: own.kind,
    status: record.status,
    at: own.at,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    traits: textTraits(record.text),
    trust: trustOf(record),
    role: own.role,
    name: own.name,
    previousNo: own.previousNo,
    session: own.session,
    verbatimNo: own.verbatimNo,
    supersededBy: own.supersededBy,
    evidence: own.evidence,
    slot: own.slot,
    validFrom: own.validFrom,
    validTo: own.validTo,
    expiresAt: own.expiresAt,
    attributedTo: own.attributedTo,
    categories: own.categories,
    metadata: record.metadata,
  }
}

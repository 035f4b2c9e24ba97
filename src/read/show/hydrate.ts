import type { Catalog } from '../../index/catalog.js'
import type { CatalogRow } from '../../index/catalog-row.js'
import { isoTime } from '../../values/moment.js'
import { maskedText } from '../../secrets/span.js'
import { sourceKey } from '../../store/evidence.js'
import type { Evidence, MemoryRecord, MessageRecord } from '../../store/records.js'
import type { Reader } from '../../store/store.js'
import { isUntrusted, trustOf } from '../../values/trust.js'
import type { Quote, SearchHit, SignalExplanation } from '../types.js'
import type { RecordReader } from './record-reader.js'

export interface Ranked {
  row: CatalogRow
  score: number
  /** `Signals.newer`. */
  newer: number
  explanation?: SignalExplanation[]
}

export interface Hydrated {
  hit: SearchHit
  /** Document number of the message, or of the fact; it orders texts of the same time. */
  order: number
  /** `Signals.newer` */
  newer: number
}

/**
 * Reads the results' texts, with their evidence and the neighbouring messages. Secrets are masked. `showSecrets`: not
 * masked in the results' own texts, but still in evidence and neighbours.
 */
export async function hydrate(
  tx: Reader,
  catalog: Catalog,
  records: RecordReader,
  ranked: readonly Ranked[],
  showSecrets = false,
): Promise<Hydrated[]> {
  await records.read(
    tx,
    ranked.map(({ row }) => row),
  )
  const hydrated = await Promise.all(
    ranked.map(async (item): Promise<Hydrated | undefined> => {
      const record = records.get(item.row)
      const hit =
        record &&
        (item.row.table === 'messages'
          ? messageHit(record as MessageRecord, item)
          : await memoryHit(record as MemoryRecord, item))
      return hit && { hit, order: item.row.verbatimNo ?? item.row.no, newer: item.newer }
    }),
  )
  // Rows erased since they were ranked are left out.
  return hydrated.filter((found) => found !== undefined)

  function messageHit(message: MessageRecord, item: Ranked): SearchHit {
    return {
      ...commonFields(message, item, showSecrets),
      kind: 'episodic',
      ...messageFields(message),
      ...neighbours(message.no),
      evidence: [quote(message)],
    }
  }

  async function memoryHit(memory: MemoryRecord, item: Ranked): Promise<SearchHit> {
    const evidence = await Promise.all(
      memory.evidence.map(async (evidence): Promise<Quote> => {
        const message = await sourceOf(memory, evidence)
        return message && message.status !== 'deleted' ? { ...evidence, ...quote(message, evidence.quote) } : evidence
      }),
    )
    const source = records.message(memory.verbatimNo)
    return {
      ...commonFields(memory, item, showSecrets),
      kind: memory.kind,
      at: isoTime(memory.observedAt),
      ...(source ? { ...messageFields(source), ...neighbours(source.no) } : {}),
      evidence,
      validFrom: isoTime(memory.validFrom),
      ...(memory.validTo === undefined ? {} : { validTo: isoTime(memory.validTo) }),
      ...(memory.supersededBy === undefined ? {} : { supersededBy: memory.supersededBy }),
      ...(memory.categories ? { categories: memory.categories } : {}),
    }
  }

  /** The message that is evidence of a memory. Most have been read together with it. */
  async function sourceOf(memory: MemoryRecord, evidence: Evidence): Promise<MessageRecord | undefined> {
    const [key, id] = [sourceKey(memory, evidence), evidence.messageId]
    return records.message(catalog.messageNo(key, id)) ?? (await tx.find('messages', 'key', [key, id]))
  }

  function neighbours(no: number): { before?: Quote; after?: Quote } {
    const [before, after] = [catalog.previous(no), catalog.next(no)].map((row) => records.message(row?.no))
    return { ...(before ? { before: quote(before) } : {}), ...(after ? { after: quote(after) } : {}) }
  }
}

function commonFields(record: MessageRecord | MemoryRecord, { score, explanation }: Ranked, showSecrets: boolean) {
  return {
    id: record.id,
    memory: showSecrets ? record.text : maskedText(record),
    score,
    trust: trustOf(record),
    ...record.scope,
    ...(record.metadata ? { metadata: record.metadata } : {}),
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
    ...(explanation ? { explanation } : {}),
  }
}

function messageFields(message: MessageRecord) {
  return {
    messageId: message.id,
    role: message.role,
    ...(message.name === undefined ? {} : { name: message.name }),
    at: isoTime(message.at),
  }
}

function quote(message: MessageRecord, text = maskedText(message)): Quote {
  return { quote: text, ...(isUntrusted(message) ? { trust: 'untrusted' } : {}), ...messageFields(message) }
}

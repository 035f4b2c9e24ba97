import type { Catalog, CatalogRow } from '../../index/catalog.js'
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
  /** Its place in the order of writing: texts of one instant follow it. */
  place: number
  /** `Signals.newer`: how sure it is that something newer was said on the same. */
  newer: number
}

/**
 * The few rows that are shown, with their evidence and the messages around them.
 * Masks stand in place of their secrets; `show`: not in the texts themselves, yet in what stands around them.
 */
export async function hydrate(
  tx: Reader,
  catalog: Catalog,
  records: RecordReader,
  ranked: readonly Ranked[],
  show = false,
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
      return hit && { hit, place: item.row.verbatimNo ?? item.row.no, newer: item.newer }
    }),
  )
  // A row erased since it was ranked is simply no longer there.
  return hydrated.filter((found) => found !== undefined)

  function messageHit(message: MessageRecord, item: Ranked): SearchHit {
    return {
      ...common(message, item, show),
      kind: 'episodic',
      ...spoken(message),
      ...around(message.no),
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
      ...common(memory, item, show),
      kind: memory.kind,
      at: isoTime(memory.observedAt),
      ...(source ? { ...spoken(source), ...around(source.no) } : {}),
      evidence,
      validFrom: isoTime(memory.validFrom),
      ...(memory.validTo === undefined ? {} : { validTo: isoTime(memory.validTo) }),
      ...(memory.supersededBy === undefined ? {} : { supersededBy: memory.supersededBy }),
      ...(memory.categories ? { categories: memory.categories } : {}),
    }
  }

  /** Most have been read with the memory. */
  async function sourceOf(memory: MemoryRecord, evidence: Evidence): Promise<MessageRecord | undefined> {
    const [key, id] = [sourceKey(memory, evidence), evidence.messageId]
    return records.message(catalog.messageNo(key, id)) ?? (await tx.find('messages', 'key', [key, id]))
  }

  function around(no: number): { before?: Quote; after?: Quote } {
    const [before, after] = [catalog.previous(no), catalog.next(no)].map((row) => records.message(row?.no))
    return { ...(before ? { before: quote(before) } : {}), ...(after ? { after: quote(after) } : {}) }
  }
}

function common(record: MessageRecord | MemoryRecord, { score, explanation }: Ranked, show: boolean) {
  return {
    id: record.id,
    memory: show ? record.text : maskedText(record),
    score,
    trust: trustOf(record),
    ...record.scope,
    ...(record.metadata ? { metadata: record.metadata } : {}),
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
    ...(explanation ? { explanation } : {}),
  }
}

function spoken(message: MessageRecord) {
  return {
    messageId: message.id,
    role: message.role,
    ...(message.name === undefined ? {} : { name: message.name }),
    at: isoTime(message.at),
  }
}

function quote(message: MessageRecord, words = maskedText(message)): Quote {
  return { quote: words, ...(isUntrusted(message) ? { trust: 'untrusted' } : {}), ...spoken(message) }
}

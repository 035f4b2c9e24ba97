import type { Catalog, CatalogRow } from '../index/catalog.js'
import { isoTime } from '../moment.js'
import { maskedText } from '../secrets/span.js'
import { sourceKey } from '../store/evidence.js'
import type { MemoryRecord, MessageRecord } from '../store/records.js'
import type { Reader, Store } from '../store/store.js'
import { isUntrusted, trustOf } from '../trust.js'
import type { Quote, SearchHit, SignalExplanation } from '../types.js'

export interface Ranked {
  row: CatalogRow
  /** The row as it was, where that is what is shown; else it is fetched. */
  record?: MessageRecord | MemoryRecord | undefined
  score: number
  explanation?: SignalExplanation[]
}

export interface Hydrated {
  hit: SearchHit
  /** Its place in the order of writing: texts of one instant follow it. */
  place: number
}

/**
 * Fetches the texts of the few rows that are shown, with their evidence and the messages around them, in one transaction.
 * Masks stand in place of their secrets; `show`: not in the texts themselves, yet in what stands around them.
 */
export function hydrate(store: Store, catalog: Catalog, ranked: readonly Ranked[], show = false): Promise<Hydrated[]> {
  return store.read(['messages', 'memories'], async (tx) => {
    const hydrated = await Promise.all(
      ranked.map(async (item): Promise<Hydrated | undefined> => {
        const hit = await (item.row.table === 'messages' ? messageHit(tx, catalog, item, show) : memoryHit(tx, catalog, item, show))
        return hit && { hit, place: item.row.verbatimNo ?? item.row.no }
      }),
    )
    // A row erased since it was ranked is simply no longer there.
    return hydrated.filter((found) => found !== undefined)
  })
}

async function messageHit(tx: Reader, catalog: Catalog, item: Ranked, show: boolean): Promise<SearchHit | undefined> {
  const message = (item.record as MessageRecord | undefined) ?? (await tx.get('messages', item.row.no))
  if (!message) return undefined
  return {
    ...common(message, item, show),
    kind: 'episodic',
    ...spoken(message),
    ...(await around(tx, catalog, message.no)),
    evidence: [quote(message)],
  }
}

async function memoryHit(tx: Reader, catalog: Catalog, item: Ranked, show: boolean): Promise<SearchHit | undefined> {
  const memory = (item.record as MemoryRecord | undefined) ?? (await tx.get('memories', item.row.no))
  if (!memory) return undefined
  const evidence = await Promise.all(
    memory.evidence.map(async (evidence): Promise<Quote> => {
      const message = await tx.find('messages', 'key', [sourceKey(memory, evidence), evidence.messageId])
      return message && message.status !== 'deleted' ? { ...evidence, ...quote(message, evidence.quote) } : evidence
    }),
  )
  const source = memory.verbatimNo === undefined ? undefined : await tx.get('messages', memory.verbatimNo)
  return {
    ...common(memory, item, show),
    kind: memory.kind,
    at: isoTime(memory.observedAt),
    ...(source ? { ...spoken(source), ...(await around(tx, catalog, source.no)) } : {}),
    evidence,
    validFrom: isoTime(memory.validFrom),
    ...(memory.validTo === undefined ? {} : { validTo: isoTime(memory.validTo) }),
    ...(memory.supersededBy === undefined ? {} : { supersededBy: memory.supersededBy }),
    ...(memory.categories ? { categories: memory.categories } : {}),
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
  return { messageId: message.id, role: message.role, ...(message.name === undefined ? {} : { name: message.name }), at: isoTime(message.at) }
}

function quote(message: MessageRecord, words = maskedText(message)): Quote {
  return { quote: words, ...(isUntrusted(message) ? { trust: 'untrusted' } : {}), ...spoken(message) }
}

async function around(tx: Reader, catalog: Catalog, no: number): Promise<{ before?: Quote; after?: Quote }> {
  const [before, after] = await Promise.all([neighbour(tx, catalog.previous(no)), neighbour(tx, catalog.next(no))])
  return { ...(before ? { before } : {}), ...(after ? { after } : {}) }
}

async function neighbour(tx: Reader, row: CatalogRow | undefined): Promise<Quote | undefined> {
  const message = row && (await tx.get('messages', row.no))
  return message && quote(message)
}

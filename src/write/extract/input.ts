import { Bitmask } from '../../values/bitmask.js'
import type { ManagedEmbedder } from '../../embed/managed-embedder.js'
import type { ExtractionInput, ExtractionMessage, ExtractorNeeds, KnownText } from '../../extract/extractor.js'
import type { Indexes } from '../../index/indexes.js'
import { maskedText, type SecretFinder } from '../../secrets/span.js'
import type { MemoryRecord, MessageRecord } from '../../store/records.js'
import type { Reader, Store } from '../../store/store.js'
import { isUntrusted } from '../../values/trust.js'

/** Memories scanned, newest first, for recently extracted and recently deleted facts. */
const LOOK_BACK = 200
/** Characters at the end of the messages that are the query for similar memories. */
const QUERY_LENGTH = 1_500

export interface InputSettings {
  store: Store
  indexes: Indexes
  embedder: ManagedEmbedder | undefined
}

/** The context of the messages' scope that the extractor declared it needs. */
export async function gatherInput(
  settings: InputSettings,
  needs: ExtractorNeeds,
  messages: readonly MessageRecord[],
  signal: AbortSignal,
): Promise<Pick<ExtractionInput, 'known' | 'lately' | 'unwanted' | 'summary'>> {
  const { known = 0, lately = 0, unwanted = 0, summary = false } = needs
  const { scopeKey } = messages[0] as MessageRecord
  const near = known > 0 ? await nearest(settings, scopeKey, messages, known, signal) : []
  return settings.store.read(['memories', 'summaries'], async (tx) => {
    const newest =
      lately + unwanted > 0
        ? await tx.list('memories', { index: 'scope', only: [scopeKey], reverse: true, limit: LOOK_BACK })
        : []
    const texts = (wanted: (memory: MemoryRecord) => boolean, limit: number): string[] =>
      newest.filter(wanted).slice(0, limit).map(maskedText)
    const short = summary ? await tx.get('summaries', scopeKey) : undefined
    const rows = await Promise.all(near.map((no) => tx.get('memories', no)))
    return {
      known: rows.flatMap((row): KnownText[] =>
        row?.status === 'active'
          ? [{ id: row.id, text: maskedText(row), observedAt: row.observedAt, ...marked(row) }]
          : [],
      ),
      lately: texts(({ status, slot }) => status === 'active' && slot !== undefined, lately),
      unwanted: texts(({ status, slot }) => status === 'deleted' && slot !== undefined, unwanted),
      ...(short ? { summary: short.text } : {}),
    }
  })
}

/**
 * Document numbers of the active memories of the scope most similar to the messages: hits of the vector and keyword
 * search, interleaved.
 */
async function nearest(
  { indexes, embedder }: InputSettings,
  scopeKey: string,
  messages: readonly MessageRecord[],
  limit: number,
  signal: AbortSignal,
): Promise<number[]> {
  const { catalog, vectorLane, keywordLane } = indexes
  await indexes.catchUp()
  const memories = new Map<number, number>()
  const mask = new Bitmask(catalog.capacity)
  for (const row of catalog.values()) {
    // A memory that repeats one of the messages verbatim adds nothing to them.
    if (
      row.table !== 'memories' ||
      row.scopeKey !== scopeKey ||
      row.status !== 'active' ||
      messages.some(({ no }) => no === row.verbatimNo)
    )
      continue
    memories.set(row.verbatimNo ?? row.no, row.no)
    mask.add(row.verbatimNo ?? row.no)
  }
  if (memories.size <= limit) return [...memories.values()]
  await indexes.settled()
  const query = messages
    .map(({ text }) => text)
    .join('\n')
    .slice(-QUERY_LENGTH)
  const byWords =
    keywordLane && indexes.keywords.state === 'used' ? (await keywordLane.index.search(query, limit, mask)).hits : []
  const vector =
    embedder && vectorLane && indexes.vectors.state === 'used'
      ? (await embedder.embed([query], 'query', signal))[0]?.vectors[0]
      : undefined
  const byMeaning = vector && vectorLane ? await vectorLane.index.search(vector, limit, mask) : []
  const found = new Set<number>()
  for (let i = 0; i < limit; i++)
    for (const hit of [byMeaning[i], byWords[i]]) if (hit) found.add(memories.get(hit.no) as number)
  return [...found].slice(0, limit)
}

/**
 * Messages with their secrets masked, as extractors may see them. Looks for secrets again in messages that were stored
 * where the secret finder could not be loaded.
 */
export function withoutSecrets(
  messages: readonly MessageRecord[],
  findSecrets: SecretFinder | undefined,
): MessageRecord[] {
  return messages.map(({ secrets, ...message }) => ({
    ...message,
    text: maskedText({ text: message.text, secrets: secrets ?? findSecrets?.(message.text) ?? [] }),
  }))
}

export const asInput = (message: MessageRecord): ExtractionMessage => {
  const { id, role, name, text, at } = message
  return { id, role, ...(name === undefined ? {} : { name }), text, at, ...marked(message) }
}

const marked = (row: MessageRecord | MemoryRecord): { trust?: 'untrusted' } =>
  isUntrusted(row) ? { trust: 'untrusted' } : {}

/** Up to `limit` messages of the same session before this one, oldest first. */
export async function messagesBefore(tx: Reader, message: MessageRecord, limit: number): Promise<MessageRecord[]> {
  const before: MessageRecord[] = []
  let at = message.previousNo
  while (at !== undefined && before.length < limit) {
    const row: MessageRecord | undefined = await tx.get('messages', at)
    if (!row) break
    if (row.status === 'active') before.unshift(row)
    at = row.previousNo
  }
  return before
}

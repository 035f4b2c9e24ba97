import {
  indexedDbStore,
  LocketError,
  Memory,
  type EncryptionKey,
  type KeywordIndex,
  type MemoryItem,
  type Store,
} from 'locket-memory'
import { encryptedStore } from 'locket-memory/encryption'
import { inMemoryStore } from 'locket-memory/in-memory'
import { workerKeywordIndex } from 'locket-memory/minisearch'
import { hashEmbedder, scriptedExtractor } from 'locket-memory/testing'
import type {
  Acknowledged,
  Answer,
  Contents,
  Dump,
  ExtractorKind,
  MemoryRow,
  MessageRow,
  ScopeIds,
  Task,
  Verified,
  Version,
} from '../protocol.js'

// A tab with a memory of its own that does what the harness says. It keeps nothing that the harness relies on: it may be killed at any moment.

const NAME = 'crash'

let memory: Memory
let keywordIndex: KeywordIndex
let extractor: ExtractorKind = 'off'
/** Of a store that is encrypted. */
let encryption: EncryptionKey | undefined
const warnings: string[] = []

/** Says of a text what the rules say of it. */
const scripted = scriptedExtractor((text) =>
  [...text.matchAll(/I (love|live in) (\w+)\./g)].map(([quote, verb, value = '']) => ({
    text: verb === 'love' ? `User loves ${value}` : `User lives in ${value}`,
    quote,
    slot:
      verb === 'love'
        ? { subject: 'user', attribute: 'likes', value, cardinality: 'many' as const }
        : { subject: 'user', attribute: 'home', value, cardinality: 'one' as const },
  })),
)

async function open(kind: ExtractorKind, isEncrypted: boolean): Promise<void> {
  extractor = kind
  // The same for whoever comes back.
  encryption = isEncrypted
    ? {
        key: await crypto.subtle.importKey('raw', new Uint8Array(32).fill(7), 'AES-GCM', false, ['encrypt', 'decrypt']),
      }
    : undefined
  keywordIndex = workerKeywordIndex()
  memory = await Memory.open({
    name: NAME,
    ...(encryption ? { encryption } : {}),
    embedder: hashEmbedder(),
    keywordIndex,
    ...(kind === 'rules' ? {} : { extractor: kind === 'scripted' && scripted }),
    onWarning: ({ code, message }) => void warnings.push(`${code}: ${message}`),
  })
}

async function perform(task: Task): Promise<Answer> {
  try {
    return { ok: true, value: await carryOut(task) }
  } catch (cause) {
    if (!(cause instanceof LocketError)) return { ok: false, code: 'UNTYPED', message: String(cause) }
    return { ok: false, code: cause.code, message: cause.message }
  }
}

async function carryOut(task: Task): Promise<Acknowledged> {
  switch (task.do) {
    case 'add': {
      const { scope, messages, infer, review = false, wait = true } = task
      const { operationId, results, messages: receipts } = await memory.add(messages, { ...scope, infer, review, wait })
      return {
        operationId,
        memories: results.map(({ id, memory, event }) => ({ id, memory, event })),
        messages: receipts.map(({ status }) => status),
      }
    }
    case 'update': {
      const { id, text, value } = task
      const { revision } = await memory.update(id, {
        ...(text === undefined ? {} : { text }),
        ...(value === undefined ? {} : { metadata: { value } }),
      })
      return { revision }
    }
    case 'count': {
      const { revision: ifRevision, metadata } = (await memory.get(task.id)) as MemoryItem
      const count = ((metadata?.['value'] as number | undefined) ?? 0) + 1
      const { revision } = await memory.update(task.id, { metadata: { value: count } }, { ifRevision })
      return { revision, count }
    }
    case 'delete':
      return memory.delete(task.id, { withEvidence: task.withEvidence })
    case 'forget': {
      const { results } = await memory.getAll({ ...task.scope, limit: 1_000 })
      const found = results.find((item) => item.memory === task.text)
      return found
        ? {
            memories: [{ id: found.id, memory: found.memory, event: 'DELETE' }],
            ...(await memory.delete(found.id, { ifRevision: found.revision })),
          }
        : {}
    }
    case 'deleteMessage':
      return memory.messages.delete(task.id, { ...task.scope, purge: task.purge })
    case 'undo':
      return memory.undo(task.operationId)
    case 'purge':
      return memory.purge(task.id, { withEvidence: task.withEvidence })
    case 'deleteAll':
      return memory.deleteAll(task.scope)
    case 'import': {
      const { added, known } = await memory.import(await fetch(task.file), { scope: task.scope, mode: task.mode })
      return { added, known }
    }
    case 'approve': {
      const { operationId, results } = await memory.approve(task.id)
      return { operationId, memories: results.map(({ id, memory, event }) => ({ id, memory, event })) }
    }
    case 'reject':
      return memory.reject(task.id)
    case 'idle':
      await memory.idle()
      return {}
  }
}

/** The operation that last changed a row, for what tells no number of its own. */
async function lastOperation(id: string): Promise<string | undefined> {
  return (await memory.history(id)).at(-1)?.operationId
}

const TABLES: Parameters<Store['read']>[0] = [
  'messages',
  'memories',
  'history',
  'jobs',
  'segments',
  'tombstones',
  'entities',
  'changes',
  'meta',
]

const storeHere = (): Store => (encryption ? encryptedStore(indexedDbStore(NAME), encryption) : indexedDbStore(NAME))

/** Reads the database as it is. */
async function dump(): Promise<Dump> {
  const store = storeHere()
  await store.open()
  try {
    return await store.read(TABLES, async (tx) => {
      const [messages, memories, history, jobs, segments, tombstones, entities, count, first, last, counters] =
        await Promise.all([
          tx.list('messages'),
          tx.list('memories'),
          tx.list('history'),
          tx.list('jobs'),
          tx.list('segments'),
          tx.list('tombstones'),
          tx.list('entities'),
          tx.count('changes'),
          tx.list('changes', { limit: 1 }),
          tx.list('changes', { limit: 1, reverse: true }),
          tx.get('meta', 'counters'),
        ])
      const dead = new Map(tombstones.map(({ no, before }) => [no, before]))
      const vectors = new Map<number, number>()
      for (const { labels, born } of segments)
        labels.forEach(
          (no, i) => (born[i] as number) >= (dead.get(no) ?? 0) && vectors.set(no, (vectors.get(no) ?? 0) + 1),
        )
      const version = (row: {
        revision: number
        text: string
        status: string
        metadata?: Record<string, unknown>
      }): Version => {
        const value = row.metadata?.['value']
        return {
          revision: row.revision,
          text: row.text,
          status: row.status,
          ...(typeof value === 'number' ? { value } : {}),
        }
      }
      return {
        messages: messages.map(({ no, id, scopeKey, text, status, revision, session }): MessageRow => ({
          no,
          id,
          scopeKey,
          text,
          status,
          revision,
          session,
        })),
        memories: memories.map(({ no, id, scopeKey, activeKey, verbatimNo, evidence, ...row }): MemoryRow => ({
          no,
          id,
          scopeKey,
          ...version(row),
          ...(activeKey === undefined ? {} : { activeKey }),
          ...(verbatimNo === undefined ? {} : { verbatimNo }),
          evidence: evidence.map(({ messageId }) => messageId),
        })),
        history: history.map(({ n, operationId, table, no, id, event, imported, before, after }) => ({
          n,
          operationId,
          table,
          no,
          id,
          event,
          imported: imported !== undefined,
          ...(before ? { before: version(before) } : {}),
          ...(after ? { after: version(after) } : {}),
        })),
        jobs: jobs.map(({ id, kind, state, nos, error }) => ({
          id,
          kind,
          state,
          nos,
          ...(error ? { error: `${error.code}: ${error.message}` } : {}),
        })),
        vectors: [...vectors],
        segments: segments.map(({ id }) => id),
        entities: entities.map(({ no, scopeKey, key }) => ({ no, scopeKey, key })),
        changes: { count, first: first[0]?.n ?? 0, last: last[0]?.n ?? 0 },
        counters: counters?.key === 'counters' ? counters : { document: 0, change: 0, segment: 0, session: 0 },
      }
    })
  } finally {
    store.close()
  }
}

async function verify(): Promise<Verified> {
  const { ok, findings } = await memory.verify()
  return { ok, findings: findings.map(({ code, table, key, message }) => `${code} ${table} ${key}: ${message}`) }
}

/** What this tab's indexes and the store show of these scopes. */
async function contents(scopes: ScopeIds[], queries: string[]): Promise<Contents> {
  await memory.idle()
  // Removed words count in MiniSearch's statistics until it is vacuumed, which it is now and then.
  await keywordIndex.vacuum()
  const shown: Contents = { listed: [], found: [] }
  for (const scope of scopes) {
    let cursor: string | undefined
    do {
      const page = await memory.getAll({ ...scope, limit: 1_000, ...(cursor === undefined ? {} : { cursor }) })
      shown.listed.push(...page.results.map(({ id, memory, revision }) => `${id} ${revision} ${memory}`))
      cursor = page.next
    } while (cursor !== undefined)
    shown.listed.push(
      ...(await memory.messages.list({ ...scope, limit: 1_000 })).results.map(({ id, content }) => `${id} ${content}`),
    )
    for (const query of queries) {
      const { results, report } = await memory.search(query, { ...scope, topK: 1_000 })
      const scores = results.map(({ id, score }): [string, number] => [id, score]).sort(([a], [b]) => (a < b ? -1 : 1))
      shown.found.push({ query, scope, searched: report.searched, lanes: `${report.dense} ${report.keywords}`, scores })
    }
  }
  return shown
}

/** Opens anew, with nothing to build the indexes from but the rows. */
async function rebuild(): Promise<void> {
  await memory.close()
  const store = storeHere()
  await store.open()
  await store.write(['caches'], (tx) => tx.clear('caches'))
  store.close()
  await open(extractor, encryption !== undefined)
}

/** A file with these facts in it, each with its message, history and vector; as base64. */
async function exported(texts: string[]): Promise<string> {
  const source = await Memory.open({
    name: 'exported',
    store: inMemoryStore(),
    embedder: hashEmbedder(),
    extractor: false,
    scope: { userId: 'exported' },
  })
  await source.add(texts, { infer: false })
  await source.idle()
  const bytes = new Uint8Array(await new Response(await source.export()).arrayBuffer())
  await source.close()
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export const tab = {
  open,
  perform,
  lastOperation,
  dump,
  verify,
  contents,
  rebuild,
  exported,
  warnings: () => warnings.splice(0),
}
Object.assign(globalThis, { tab })

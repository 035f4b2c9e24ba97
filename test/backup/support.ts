import { Checksum } from '../../src/store/rows/hash.js'
import { LINE_KINDS } from '../../src/store/rows/format.js'
import type { Memory } from '../../src/memory.js'
import type { ExportOptions } from '../../src/backup/types.js'
import { scriptedExtractor, type ScriptedFact } from '../../src/testing/index.js'

export const fileOf = async (memory: Memory, options?: ExportOptions): Promise<Blob> =>
  new Response(await memory.export(options)).blob()

export const unpacked = async (file: Blob): Promise<string> =>
  new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text()

export const packed = async (text: string): Promise<Blob> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob()

/** A file that is whole and correct but for its rows, which are written as they are given: what somebody forged. */
export function forged(rows: readonly object[], scope: object = { userId: 'ana' }): Blob {
  const lines = [
    {
      format: 'locket-memory',
      version: 3,
      created: '2026-01-01T00:00:00.000Z',
      scope,
      history: true,
      vectors: true,
      embedder: null,
      counts: { messages: 0, memories: 0 },
    },
    ...rows,
  ]
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const checksum = new Checksum()
  checksum.add(new TextEncoder().encode(body))
  const counts = Object.fromEntries(LINE_KINDS.map((kind) => [kind, rows.filter((row) => kind in row).length]))
  const end = { lines: lines.length, counts, damaged: 0, change: 1, sha256: checksum.end() }
  return new Blob([body, `${JSON.stringify({ end })}\n`])
}

/** A message of such a file. */
export const messageLine = (over: object = {}): { messages: object } => ({
  messages: {
    no: 1,
    id: 'm1',
    scope: { userId: 'ana' },
    role: 'user',
    text: 'I like tea.',
    at: 1,
    session: 1,
    status: 'active',
    revision: 1,
    createdAt: 1,
    updatedAt: 1,
    ...over,
  },
})

/** A memory of such a file. */
export const memoryLine = (over: object = {}): { memories: object } => ({
  memories: {
    no: 2,
    id: 'f1',
    revision: 1,
    kind: 'semantic',
    text: 'User likes tea',
    scope: { userId: 'ana' },
    evidence: [],
    createdAt: 1,
    updatedAt: 1,
    observedAt: 1,
    validFrom: 1,
    status: 'active',
    ...over,
  },
})

type Row = Record<string, unknown> & { no: number; n: number }

/** The lines of a file, by kind; where a row stands twice, as the later one says. */
export async function contentOf(file: Blob) {
  const lines = (await unpacked(file))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, Row>)
  const header = lines[0] as unknown as Record<string, unknown>
  const end = lines.at(-1)?.['end'] as unknown as {
    damaged: number
    sha256: string
    counts: Record<string, number>
    change: number
  }
  const messages = new Map<number, Row>()
  const memories = new Map<number, Row>()
  const history = new Map<number, Row>()
  const vectors = new Map<number, { fingerprint: string; rows: string[] }>()
  const rest: Record<string, Row[]> = { summaries: [], jobs: [] }
  for (const line of lines.slice(1, -1)) {
    const [[kind, row]] = Object.entries(line) as [[string, Row]]
    if (kind === 'messages') messages.set(row.no, row)
    else if (kind === 'memories') memories.set(row.no, row)
    else if (kind === 'history') history.set(row.n, row)
    else if (kind === 'vectors') {
      const { nos, rows, fingerprint, dimensions } = row as unknown as {
        nos: number[]
        rows: string
        fingerprint: string
        dimensions: number
      }
      const bytes = atob(rows)
      for (const no of nos) vectors.delete(no)
      nos.forEach((no, i) => {
        const of = vectors.get(no) ?? { fingerprint, rows: [] }
        of.rows.push(btoa(bytes.slice(i * dimensions * 4, (i + 1) * dimensions * 4)))
        vectors.set(no, of)
      })
    } else if (kind === 'remove') {
      const { document, vectors: no } = row as unknown as { document?: number; vectors?: number }
      if (no !== undefined) vectors.delete(no)
      if (document === undefined) continue
      for (const table of [messages, memories, vectors]) table.delete(document)
      for (const [n, event] of history) if (event.no === document) history.delete(n)
    } else rest[kind]?.push(row)
  }
  return { header, end, messages, memories, history, vectors, rest, lines: lines.length }
}

/** The same with numbers that say only the order: what two stores of one content have in common. */
export async function comparable(file: Blob) {
  const { header, messages, memories, history, vectors, rest } = await contentOf(file)
  const nos = [...messages.keys(), ...memories.keys()].sort((a, b) => a - b)
  const rank = (no: unknown): unknown => (no === undefined ? undefined : nos.indexOf(no as number))
  const sessions = [...new Set([...messages.values()].sort((a, b) => a.no - b.no).map(({ session }) => session))]
  const document = (row: unknown): unknown => {
    if (typeof row !== 'object' || row === null) return row
    const { no, previousNo, verbatimNo, session, ...others } = row as Row
    return {
      ...others,
      no: rank(no),
      previousNo: rank(previousNo),
      verbatimNo: rank(verbatimNo),
      session: session === undefined ? undefined : sessions.indexOf(session),
    }
  }
  const { created: _, ...head } = header
  return {
    head,
    messages: [...messages.values()].sort((a, b) => a.no - b.no).map(document),
    memories: [...memories.values()].sort((a, b) => a.no - b.no).map(document),
    history: [...history.values()]
      .sort((a, b) => a.n - b.n)
      .map(({ n: _n, no, before, after, ...row }) => ({
        ...row,
        no: rank(no),
        before: document(before),
        after: document(after),
      })),
    vectors: nos.map((no) => vectors.get(no)),
    summaries: rest['summaries']?.map(({ upTo, ...row }) => ({ ...row, upTo: rank(upTo) })),
    jobs: rest['jobs']?.map(({ nos: of, ...row }) => ({ ...row, nos: (of as number[]).map(rank) })),
  }
}

const slot = (attribute: string, value: string, cardinality: 'one' | 'many'): ScriptedFact['slot'] => ({
  subject: 'user',
  attribute,
  value,
  cardinality,
})

/** Knows where somebody lives, and what they like. */
export const homes = () =>
  scriptedExtractor((text) => [
    ...[...text.matchAll(/live in (\w+)/g)].map(([quote, city = '']): ScriptedFact => ({
      text: `User lives in ${city}`,
      quote,
      slot: slot('home', city.toLowerCase(), 'one'),
      mode: 'change',
      entities: [{ name: city, type: 'place' }],
      relations: [{ subject: 'User', predicate: 'lives in', object: city }],
    })),
    ...[...text.matchAll(/like (\w+)/g)].map(([quote, what = '']): ScriptedFact => ({
      text: `User likes ${what}`,
      quote,
      slot: slot('likes', what, 'many'),
    })),
  ])

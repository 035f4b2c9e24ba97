import {
  FORMAT,
  LINE_KINDS,
  VERSION,
  type Footer,
  type Line,
  type LineKind,
  type MemoryRow,
  type MessageRow,
} from '../../src/store/rows/format.js'
import { Checksum } from '../../src/store/rows/hash.js'
import { packVectors } from '../../src/store/rows/row-checks.js'
import type { Embedder } from '../../src/embed/embedder.js'
import { told } from './texts.js'

export const START = Date.UTC(2024, 0, 1)
const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** Messages of a conversation, one a day. */
const SESSION = 40

/** When the `n`th thing was told. */
export const toldAt = (n: number): number => START + Math.floor(n / SESSION) * DAY + (n % SESSION) * 3 * MINUTE

export interface BenchScope {
  userId: string
  memories: number
}

/** All users are of one application, whose store can be asked as a whole. */
export const APP = 'bench'

/** Documents whose vectors stand in one line. */
const VECTORS = 100

/**
 * An export as Locket writes it, without history: so many memories of each user. Four of five were drawn from a message, which is
 * in it as well; every fifth came without one; every tenth rests on the message before too.
 */
export async function fileOf(scopes: readonly BenchScope[], embedder: Embedder): Promise<Blob> {
  const lines: string[] = []
  const counts = Object.fromEntries(LINE_KINDS.map((kind) => [kind, 0])) as Record<LineKind, number>
  const put = ({ kind, row }: Line): void => {
    lines.push(JSON.stringify({ [kind]: row }))
    counts[kind]++
  }
  let [no, session, seed] = [0, 0, 0]
  for (const { userId, memories } of scopes) {
    const scope = { userId, appId: APP }
    let previous: MessageRow | undefined
    for (let i = 0; i < memories; i++) {
      const n = seed++
      const { fact, message } = told(n)
      const at = toldAt(i)
      const stamps = { createdAt: at, updatedAt: at, revision: 1 }
      if (i % SESSION === 0) {
        session++
        previous = undefined
      }
      const before: MessageRow | undefined = previous
      if (i % 5 !== 4) {
        previous = {
          no: ++no,
          id: `m${n}`,
          scope,
          role: i % 2 === 0 ? 'user' : 'assistant',
          text: message,
          at,
          ...(before ? { previousNo: before.no } : {}),
          session,
          status: 'active',
          ...stamps,
        }
        put({ kind: 'messages', row: previous })
      }
      const own = i % 5 === 4 ? [] : [{ messageId: `m${n}`, quote: fact }]
      const earlier = i % 10 === 3 && before ? [{ messageId: before.id, quote: before.text }] : []
      const row: MemoryRow = {
        id: `f${n}`,
        no: ++no,
        kind: 'semantic',
        text: fact,
        scope,
        categories: [['hobbies', 'travel', 'possessions'][n % 3] as string],
        metadata: { source: n % 7 === 0 ? 'import' : 'chat', rank: n % 100 },
        evidence: [...own, ...earlier],
        observedAt: at,
        validFrom: at,
        status: 'active',
        ...stamps,
      }
      put({ kind: 'memories', row })
    }
  }
  const texts = lines.flatMap((line) => {
    const { messages, memories } = JSON.parse(line) as Partial<
      Record<'messages' | 'memories', { no: number; text: string }>
    >
    return messages ?? memories ?? []
  })
  const { fingerprint, dimensions } = embedder
  for (let i = 0; i < texts.length; i += VECTORS) {
    const some = texts.slice(i, i + VECTORS)
    const embedded = await embedder.embed(
      some.map(({ text }) => text),
      'passage',
    )
    const rows = new Float32Array(some.length * dimensions)
    embedded.forEach(({ vectors }, j) => rows.set(vectors[0] as Float32Array, j * dimensions))
    lines.push(
      JSON.stringify({ vectors: packVectors({ fingerprint, dimensions, nos: some.map(({ no }) => no), rows }) }),
    )
    counts.vectors++
  }
  const header = {
    format: FORMAT,
    version: VERSION,
    created: new Date(START).toISOString(),
    scope: {},
    history: false,
    vectors: true,
    embedder: { fingerprint, dimensions },
    counts: { messages: counts.messages, memories: counts.memories },
  }
  const body = new TextEncoder().encode([JSON.stringify(header), ...lines].map((line) => `${line}\n`).join(''))
  const checksum = new Checksum()
  checksum.add(body)
  const end: Footer = { lines: lines.length + 1, counts, damaged: 0, change: 1, sha256: checksum.end() }
  return new Blob([body, `${JSON.stringify({ end })}\n`])
}

import type { Engine } from '../engine/engine.js'
import { isoTime } from '../values/moment.js'
import { checkOptions, flag } from '../values/options.js'
import { resolveScope, SCOPE_INPUT_FIELDS, scopeMatches } from '../values/scope.js'
import type { ExportOptions } from './types.js'
import {
  FORMAT,
  LINE_KINDS,
  VERSION,
  type Footer,
  type Header,
  type Line,
  type LineKind,
} from '../store/rows/format.js'
import { Checksum } from '../store/rows/hash.js'
import { packVectors } from '../store/rows/row-checks.js'
import { Snapshot, type SnapshotOptions } from './snapshot.js'

/**
 * Exports the store, or one scope of it, as a file; the format is in `docs/backup.md`. The stream is lazy: rows are
 * read from the store only as the stream is consumed, one chunk ahead at most.
 */
export async function exportStore(engine: Engine, options: ExportOptions): Promise<ReadableStream<Uint8Array>> {
  checkOptions('export()', options, [...SCOPE_INPUT_FIELDS, 'history', 'vectors'])
  const snapshotOptions: SnapshotOptions = {
    scope: resolveScope(options, engine.scope),
    history: flag('history', options.history, true),
    vectors: flag('vectors', options.vectors, true),
  }
  const chunks = chunksOf(engine, snapshotOptions)
  const plain = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return()
      },
    },
    { highWaterMark: 1 },
  )
  return plain.pipeThrough(new CompressionStream('gzip'))
}

/** The file's bytes, uncompressed. */
async function* chunksOf(
  engine: Engine,
  options: SnapshotOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const encoder = new TextEncoder()
  const checksum = new Checksum()
  const counts = Object.fromEntries(LINE_KINDS.map((kind) => [kind, 0])) as Record<LineKind, number>
  let lines = 0
  const bytes = (texts: readonly string[]): Uint8Array<ArrayBuffer> => {
    const chunk = encoder.encode(texts.map((one) => `${one}\n`).join(''))
    checksum.add(chunk)
    lines += texts.length
    return chunk
  }
  yield bytes([JSON.stringify(await headerOf(engine, options))])
  const snapshot = new Snapshot(engine.store, options)
  for await (const batch of snapshot.lines()) {
    engine.assertOpen()
    for (const { kind } of batch) counts[kind]++
    if (batch.length > 0) yield bytes(batch.map(serialized))
  }
  const footer: Footer = { lines, counts, damaged: snapshot.damaged, change: snapshot.change, sha256: checksum.end() }
  yield encoder.encode(`${JSON.stringify({ end: footer })}\n`)
}

async function headerOf(engine: Engine, { scope, history, vectors }: SnapshotOptions): Promise<Header> {
  const { embedder, catalog } = engine
  await engine.indexes.catchUp()
  const counts = { messages: 0, memories: 0 }
  for (const row of catalog.values()) if (scopeMatches(row.scope, scope)) counts[row.table]++
  return {
    format: FORMAT,
    version: VERSION,
    created: isoTime(engine.now()),
    scope,
    history,
    vectors,
    embedder: embedder ? { fingerprint: embedder.fingerprint, dimensions: embedder.dimensions } : null,
    counts,
  }
}

function serialized({ kind, row }: Line): string {
  return `{"${kind}":${JSON.stringify(kind === 'vectors' ? packVectors(row) : row)}}`
}

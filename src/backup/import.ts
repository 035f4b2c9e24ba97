import type { Engine } from '../engine/engine.js'
import { InputError } from '../values/errors.js'
import { checkOptions, flag, oneOf } from '../values/options.js'
import type { Scope } from '../values/scope.js'
import { commit } from '../store/changes.js'
import type { TableName } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import type { ImportOptions, ImportReport, ImportSource } from './types.js'
import { Contents } from './contents.js'
import type { Line } from '../store/rows/format.js'
import { textOf } from './lines.js'
import { eraseQuotes } from '../manage/purge.js'
import { Operation } from '../store/operation.js'
import { clearTarget, countTarget, notRestored } from './clear-target.js'
import { ScopeMapping } from './scope-mapping.js'
import { readMemoryList } from './memory-list.js'
import { Plan } from './plan.js'
import { isExport, readFile } from './read-file.js'
import { refuse } from './refuse.js'
import { withLock } from '../platform/with-lock.js'
import { aborted, asBlob } from './source.js'
import { clearStages, stage } from './stage.js'
import { checkTarget, readTarget } from './target.js'
import { ImportWriter, type PendingJobs } from './import-writer.js'

const TABLES = Object.keys(SCHEMA) as TableName[]
/** Bytes that a JSON list of memories may have: it is parsed as a whole. */
const MAX_LIST_BYTES = 256_000_000

type Erased = Pick<ImportReport, 'removed' | 'erased'>
const NOTHING_ERASED: Erased = { removed: 0, erased: [] }

/** Rows to import, read from an export or from a JSON list of memories. */
interface ParsedSource {
  scope: Scope
  contents: Contents
  /** Bytes, uncompressed; 0 for a list, whose rows are in memory. */
  size: number
  lines(): AsyncIterable<[Line, number]>
  problems: ImportReport['problems']
}

/** Imports a file completely or not at all: see `docs/backup.md`. */
export async function importInto(engine: Engine, source: ImportSource, options: ImportOptions): Promise<ImportReport> {
  const { mode, dryRun, target, signal, onProgress } = readOptions(options)
  const targetScope = typeof target === 'object' ? target : undefined
  const check = (): void => {
    if (signal?.aborted) throw aborted(signal)
  }
  const blob = await asBlob(source, signal)
  const progress = (phase: 'reading' | 'writing', total?: number): ((more: number) => void) => {
    let done = 0
    return (more) => {
      check()
      onProgress?.({ phase, done: (done += more), ...(total === undefined ? {} : { total }) })
    }
  }
  // A lower bound of what the rows take on disk: browsers compress database files, at best to a quarter of this file.
  if (!dryRun) await engine.room.require(blob.size / 4, 'The file that is imported')
  const parsed = (await isExport(blob))
    ? await fromFile(blob, progress('reading'))
    : await fromList(engine, blob, mode, targetScope)
  checkTarget(target, engine.scope, parsed.scope, parsed.contents, mode === 'replace')
  const mapping = new ScopeMapping(parsed.scope, targetScope)
  const replaced = mode === 'replace' ? mapping.of(parsed.scope).scope : undefined
  const plan = new Plan(mapping, replaced)
  const report = ({ removed, erased }: Erased, waiting: number): ImportReport => ({
    ...plan.counts,
    skipped: plan.counts.skipped + parsed.problems.length,
    removed,
    erased,
    waiting,
    problems: [...parsed.problems, ...plan.problems],
    dryRun,
  })

  // One import per store at a time.
  const { cleared, pending } = await withLock(`locket:${engine.name}:import`, async () => {
    const { store } = engine
    // With the lock held, staged rows can only be left over from an import that was killed.
    await store.write(['caches'], clearStages)
    try {
      const staged = await stage(store, parsed.lines(), parsed.size, check)
      if (dryRun) {
        const cleared = await store.read(TABLES, async (tx) => {
          await plan.make(tx, staged, check)
          return replaced ? countTarget(tx, replaced) : NOTHING_ERASED
        })
        return { cleared, pending: undefined }
      }
      const fingerprint = engine.embedder?.fingerprint
      const settings = {
        plan,
        mapping,
        contents: parsed.contents,
        operationId: engine.newId(),
        now: engine.now(),
        newId: engine.newId,
        owner: engine.owner,
        fingerprint,
        dimensions: engine.embedder?.dimensions,
        findSecrets: await engine.secretFinder(),
      }
      const { result } = await commit(
        store,
        TABLES,
        async (changes, tx) => {
          const cleared = replaced && (await clearTarget(changes, replaced))
          await plan.make(tx, staged, check)
          const pending = await new ImportWriter(changes, settings).run(
            staged,
            progress('writing', parsed.contents.documents.size),
          )
          if (cleared) {
            const operation = new Operation(settings.operationId, tx, changes, {
              store,
              now: engine.now,
              newId: engine.newId,
              owner: engine.owner,
              fingerprint,
            })
            operation.embedLater(cleared.lost)
            await eraseQuotes(operation, await notRestored(tx, cleared.quoted))
            const { embed } = await operation.createJobs()
            if (embed !== undefined) pending.embed.push(embed)
            await tx.clear('caches')
          } else await staged.clear(tx)
          return { cleared: cleared ?? NOTHING_ERASED, pending }
        },
        'strict',
      )
      return result
    } finally {
      await store.write(['caches'], clearStages)
    }
  })
  if (pending) await startPendingJobs(engine, pending)
  return report(cleared, pending?.waiting ?? 0)
}

function readOptions(options: ImportOptions) {
  checkOptions('import()', options, ['mode', 'dryRun', 'scope', 'signal', 'onProgress'])
  const { signal, onProgress } = options
  if (signal !== undefined && typeof (signal as AbortSignal | null)?.aborted !== 'boolean')
    throw new InputError('INVALID_INPUT', 'signal must be an AbortSignal.', { value: signal })
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw new InputError('INVALID_INPUT', 'onProgress must be a function.', { value: onProgress })
  return {
    mode: oneOf('mode', options.mode, ['merge', 'replace'] as const, 'merge'),
    dryRun: flag('dryRun', options.dryRun, false),
    target: readTarget(options.scope),
    signal,
    onProgress,
  }
}

async function fromFile(blob: Blob, read: (bytes: number) => void): Promise<ParsedSource> {
  const { header, contents, size, lines } = await readFile(blob, read)
  return { scope: header.scope, contents, size, lines, problems: [] }
}

async function fromList(
  engine: Engine,
  blob: Blob,
  mode: 'merge' | 'replace',
  targetScope: Scope | undefined,
): Promise<ParsedSource> {
  if (blob.size > MAX_LIST_BYTES) throw refuse(1, 'is not the header of an export')
  if (mode === 'replace' && !targetScope)
    throw new InputError('SCOPE_REQUIRED', 'A list of memories does not say which scope it is to replace.', {
      hint: 'Pass scope to import().',
    })
  const { lines, problems } = readMemoryList(await textOf(blob), targetScope ?? engine.scope, engine.now())
  const contents = new Contents()
  for (const [line, number] of lines) contents.add(line, number)
  return {
    scope: {},
    contents,
    size: 0,
    problems,
    async *lines() {
      yield* lines
    },
  }
}

/** Brings the indexes up to date, and starts the pending jobs in the background. */
async function startPendingJobs(engine: Engine, { embed, extract }: PendingJobs): Promise<void> {
  engine.onStored()
  await engine.committed()
  await engine.indexes.settled()
  for (const job of embed) engine.inBackground(() => engine.work({ embed: job }))
  for (const job of extract) engine.inBackground(() => engine.work({ extract: job }))
}

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
import { clearTarget, countTarget, stillGone } from './clear-target.js'
import { Mapping } from './mapping.js'
import { readMemoryList } from './memory-list.js'
import { Plan } from './plan.js'
import { isFile, readFile } from './read-file.js'
import { refuse } from './refuse.js'
import { withLock } from '../platform/web-locks.js'
import { aborted, asBlob } from './source.js'
import { clearStages, stage } from './stage.js'
import { checkTarget, readTarget } from './target.js'
import { ImportWriter, type LeftWork } from './write.js'

const TABLES = Object.keys(SCHEMA) as TableName[]
/** Bytes of a JSON list, which is read as a whole. */
const LONGEST_LIST = 256_000_000

type Erased = Pick<ImportReport, 'removed' | 'erased'>
const NOTHING: Erased = { removed: 0, erased: [] }

/** What is to be imported, whatever it came from. */
interface Given {
  scope: Scope
  contents: Contents
  size: number
  lines(): AsyncIterable<[Line, number]>
  problems: ImportReport['problems']
}

/** Takes a file in, all of it or nothing: `docs/backup.md`. */
export async function importInto(engine: Engine, source: ImportSource, options: ImportOptions): Promise<ImportReport> {
  const { mode, dryRun, target, signal, onProgress } = readOptions(options)
  const onto = typeof target === 'object' ? target : undefined
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
  // Packed once more by the browser's database, it takes a quarter of its size at the very least.
  if (!dryRun) await engine.room.require(blob.size / 4, 'The file that is imported')
  const given = (await isFile(blob))
    ? await fromFile(blob, progress('reading'))
    : await fromList(engine, blob, mode, onto)
  checkTarget(target, engine.scope, given.scope, given.contents, mode === 'replace')
  const mapping = new Mapping(given.scope, onto)
  const replaced = mode === 'replace' ? mapping.of(given.scope).scope : undefined
  const plan = new Plan(mapping, replaced)
  const report = ({ removed, erased }: Erased, waiting: number): ImportReport => ({
    ...plan.counts,
    skipped: plan.counts.skipped + given.problems.length,
    removed,
    erased,
    waiting,
    problems: [...given.problems, ...plan.problems],
    dryRun,
  })

  // One import of a store at a time.
  const { cleared, work } = await withLock(`locket:${engine.name}:import`, async () => {
    const { store } = engine
    // Nobody else is at it: what is there was left by one that was stopped by force.
    await store.write(['caches'], clearStages)
    try {
      const staged = await stage(store, given.lines(), given.size, check)
      if (dryRun) {
        const cleared = await store.read(TABLES, async (tx) => {
          await plan.make(tx, staged, check)
          return replaced ? countTarget(tx, replaced) : NOTHING
        })
        return { cleared, work: undefined }
      }
      const fingerprint = engine.embedder?.fingerprint
      const settings = {
        plan,
        mapping,
        contents: given.contents,
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
          const work = await new ImportWriter(changes, settings).run(
            staged,
            progress('writing', given.contents.documents.size),
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
            await eraseQuotes(operation, await stillGone(tx, cleared.quoted))
            const { embed } = await operation.leaveWork()
            if (embed !== undefined) work.embed.push(embed)
            await tx.clear('caches')
          } else await staged.clear(tx)
          return { cleared: cleared ?? NOTHING, work }
        },
        'strict',
      )
      return result
    } finally {
      await store.write(['caches'], clearStages)
    }
  })
  if (work) await follow(engine, work)
  return report(cleared, work?.waiting ?? 0)
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

async function fromFile(blob: Blob, read: (bytes: number) => void): Promise<Given> {
  const { header, contents, size, lines } = await readFile(blob, read)
  return { scope: header.scope, contents, size, lines, problems: [] }
}

async function fromList(
  engine: Engine,
  blob: Blob,
  mode: 'merge' | 'replace',
  onto: Scope | undefined,
): Promise<Given> {
  if (blob.size > LONGEST_LIST) throw refuse(1, 'is not the header of an export')
  if (mode === 'replace' && !onto)
    throw new InputError('SCOPE_REQUIRED', 'A list of memories does not say which scope it is to replace.', {
      hint: 'Pass scope to import().',
    })
  const { lines, problems } = readMemoryList(await textOf(blob), onto ?? engine.scope, engine.now())
  const contents = new Contents()
  for (const [line, number] of lines) contents.take(line, number)
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

/** The indexes follow; vectors and facts that are missing are made behind the import. */
async function follow(engine: Engine, { embed, extract }: LeftWork): Promise<void> {
  engine.kept()
  await engine.committed()
  await engine.indexes.settled()
  for (const job of embed) engine.inBackground(() => engine.work({ embed: job }))
  for (const job of extract) engine.inBackground(() => engine.work({ extract: job }))
}

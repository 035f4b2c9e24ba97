import { Memory, type Embedder, type OpenOptions } from 'locket-memory'
import { hashEmbedder } from 'locket-memory/testing'

// What the tests call through `page.evaluate`: a memory whose vectors are large, so that it is they that do not fit.

let memory: Memory
const warnings: string[] = []
const files = new Map<string, Blob>()

const code = (cause: unknown): string => (cause as { code?: string }).code ?? String(cause)

/** 16 KB a text, of which the browser can pack little. */
const embedder = (): Embedder => hashEmbedder({ dimensions: 4_096 })

const faults = {
  async open(name: string, options: Partial<OpenOptions> = {}): Promise<void> {
    memory = await Memory.open({
      name,
      scope: { userId: 'ana' },
      extractor: false,
      embedder: embedder(),
      onWarning: (problem) => warnings.push(problem.code),
      ...options,
    })
  },

  /** Adds so many messages in one call; what became of it, and of the vectors. */
  async add(
    about: string,
    count: number,
    length = 30,
    infer = false,
    userId = 'ana',
  ): Promise<{ code?: string; embedding?: string; problems?: string[] }> {
    try {
      const noise = (): string =>
        Array.from({ length: Math.ceil(length / 8) }, () => Math.random().toString(36).slice(2, 10)).join(' ')
      const { report } = await memory.add(
        Array.from({ length: count }, (_, i) => `${about} ${i} ${noise()}`),
        { infer, userId },
      )
      return { embedding: report.embedding, problems: report.problems.map((problem) => problem.code) }
    } catch (cause) {
      return { code: code(cause) }
    }
  },

  async keepExport(name: string): Promise<number> {
    const file = await new Response(await memory.export({ userId: null })).blob()
    files.set(name, file)
    return file.size
  },

  import: (name: string) =>
    memory.import(files.get(name) as Blob).then(
      ({ added }) => `added ${added}`,
      (cause: unknown) => code(cause),
    ),

  idle: () => memory.idle().then(() => 'idle', code),

  search: async (query: string) => (await memory.search(query)).results.length,

  /** The ids of the memories of a user. */
  async ids(userId: string): Promise<string[]> {
    const { results } = await memory.getAll({ userId, limit: 1_000 })
    return results.map(({ id }) => id)
  },

  /** Calls a method that removes something; its error's code, or `done`. */
  remove: (method: 'delete' | 'purge' | 'deleteAll' | 'reset' | 'undo', argument?: string) => {
    const calls = {
      delete: (id = '') => memory.delete(id),
      purge: (id = '') => memory.purge(id),
      deleteAll: (userId = '') => memory.deleteAll({ userId }),
      undo: (id = '') => memory.undo(id),
      reset: () => memory.reset(),
    }
    return calls[method](argument).then(
      (result) => ({ outcome: 'done', operationId: result ? result.operationId : '' }),
      (cause: unknown) => ({ outcome: code(cause), operationId: '' }),
    )
  },

  /**
   * Opens an encrypted memory and erases a user in it. All that must not be held afterwards is made here from a seed, so that the page
   * has it in no script and no message.
   */
  async eraseSecretly(seed: string): Promise<void> {
    const made = (what: string): string => [...Array.from(what), '-', ...Array.from(seed)].join('')
    memory = await Memory.open({
      name: 'secret',
      extractor: false,
      embedder: embedder(),
      encryption: { passphrase: made('passphrase') },
    })
    await memory.add([{ id: made('message'), name: made('name'), content: `I like ${made('text')}.` }], {
      userId: made('user'),
      runId: made('run'),
    })
    await memory.add('I like tea.', { userId: 'ben' })
    await memory.idle()
    await memory.search(made('text'), { userId: made('user'), runId: made('run') })
    await memory.messages.get(made('message'), { userId: made('user'), runId: made('run') })
    await memory.deleteAll({ userId: made('user') })
    await memory.idle()
    await memory.search('tea', { userId: 'ben' })
  },

  close: () => memory.close(),

  async state() {
    const { counts, pending, vectors, storage } = await memory.health()
    const { findings } = await memory.verify()
    return {
      ...counts,
      jobs: pending.jobs,
      rows: vectors.rows,
      risk: storage.risk,
      findings: findings.map((finding) => finding.code),
      warnings: [...new Set(warnings)],
    }
  },
}

export type Faults = typeof faults

Object.assign(globalThis, { faults })

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
  ): Promise<{ code?: string; embedding?: string; problems?: string[] }> {
    try {
      const noise = (): string =>
        Array.from({ length: Math.ceil(length / 8) }, () => Math.random().toString(36).slice(2, 10)).join(' ')
      const { report } = await memory.add(
        Array.from({ length: count }, (_, i) => `${about} ${i} ${noise()}`),
        { infer },
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

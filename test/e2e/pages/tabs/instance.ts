import {
  indexedDbStore,
  LocketError,
  Memory,
  type Embedder,
  type EntityItem,
  type Health,
  type SearchReport,
} from 'locket-memory'
import { hashEmbedder } from 'locket-memory/testing'
import { LAYOUT } from '../../../../src/store/migrations.js'
import { runExclusively } from '../../../../src/platform/exclusive.js'

// One open memory of a tab or a worker, and ways to come to harm.

let memory: Memory
const events: string[] = []
let release: () => void = () => {}

/** @param stalls its embedder answers no passage until `wake` */
async function open(name: string, stalls = false): Promise<string> {
  const free = new Promise<void>((resolve) => (release = resolve))
  const embedder = hashEmbedder()
  const stalling: Embedder = {
    ...embedder,
    async embed(texts, purpose, options) {
      if (purpose === 'passage') await free
      return embedder.embed(texts, purpose, options)
    },
  }
  return outcome(async () => {
    memory = await Memory.open({
      name,
      scope: { userId: 'ana' },
      embedder: stalls ? stalling : embedder,
      extractor: false,
    })
    memory.subscribe((event) => events.push('error' in event ? `${event.type}: ${event.error.code}` : event.type))
  })
}

/** Adds a text and resolves when it is stored, however long embedding it takes. */
async function begin(text: string): Promise<void> {
  const added = memory.add(text)
  added.catch((cause: unknown) => events.push(String(cause)))
  while (!(await memory.messages.list()).results.some(({ content }) => content === text))
    await new Promise((resolve) => setTimeout(resolve, 20))
}

async function addUntilRefused(): Promise<string[]> {
  const outcomes = ['done']
  while (outcomes.at(-1) === 'done') outcomes.push(await add(`The old tab says ${outcomes.length}`))
  return outcomes.slice(1)
}

/** Of the database itself, whatever its version. */
async function countMessages(name: string): Promise<number> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>(
      (resolve, reject) => (
        (request.onsuccess = () => resolve(request.result)),
        (request.onerror = () => reject(request.error))
      ),
    )
  const database = await answer(indexedDB.open(`locket:${name}`))
  try {
    return await answer(database.transaction('messages').objectStore('messages').count())
  } finally {
    database.close()
  }
}

const add = (text: string): Promise<string> => outcome(() => memory.add(text, { infer: false }))

async function search(query: string): Promise<{ found: string[]; report: SearchReport }> {
  const { results, report } = await memory.search(query, { topK: 3 })
  return { found: results.map(({ memory }) => memory), report }
}

const update = async (from: string, to: string): Promise<string> =>
  outcome(async () => memory.update(await idOf(from), { text: to }))
const purge = async (text: string): Promise<string> => outcome(async () => memory.purge(await idOf(text)))

async function idOf(text: string): Promise<string> {
  return (await memory.getAll()).results.find(({ memory }) => memory === text)?.id as string
}

async function entities(): Promise<string[]> {
  const found = await memory.entities.list()
  return found.complete ? found.results.map(({ name }: EntityItem) => name) : []
}

async function health(): Promise<Health> {
  return memory.health()
}

async function idleAndSound(): Promise<boolean> {
  await memory.idle()
  return (await memory.verify()).ok
}

/** This thread does nothing any more as long as nobody answers at that address. */
function block(address: string): void {
  const request = new XMLHttpRequest()
  request.open('GET', address, false)
  request.send()
}

const blockSoon = (address: string): void => void setTimeout(block, 0, address)

/** The same, in the middle of noting whom and what texts speak of. */
function blockWhileLinking(name: string, address: string): void {
  void runExclusively(
    `locket:${name}:links`,
    async () => new Promise((resolve) => setTimeout(() => resolve(block(address)), 100)),
    new AbortController().signal,
  )
}

/** As the next version of the code would open it. */
async function upgrade(name: string): Promise<string> {
  const version = LAYOUT.version + 1
  return outcome(() =>
    indexedDbStore(name, {
      layout: { ...LAYOUT, version, migrations: [...LAYOUT.migrations, { to: version, run() {} }] },
    }).open(),
  )
}

async function outcome(errand: () => Promise<unknown>): Promise<string> {
  try {
    await errand()
    return 'done'
  } catch (cause) {
    return cause instanceof LocketError ? cause.code : String(cause)
  }
}

export const instance = {
  open,
  begin,
  add,
  addUntilRefused,
  countMessages,
  search,
  update,
  purge,
  entities,
  health,
  idleAndSound,
  blockSoon,
  blockWhileLinking,
  upgrade,
  wake: () => release(),
  events: () => events,
}
export type Instance = typeof instance

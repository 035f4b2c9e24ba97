import { Memory } from 'locket-memory'
import { serve, type Served } from 'locket-memory/worker'
import { switchableExtraction } from './extraction.js'
import { onLockNews, type KeyNotice } from './lock.js'
import { NAME, SCOPE } from './scope.js'
import type { IndexChoice } from './settings.js'

const extraction = switchableExtraction()
/** The page names the worker for the vector index that it chose. */
const index = (globalThis as unknown as { name: IndexChoice }).name
const pages = new Map<MessagePort | Worker, Served>()
let memory = open()

/** Rejects while the store is encrypted and nobody gave its passphrase, and so does every page's `connect`. */
async function open(key?: KeyNotice): Promise<Memory> {
  const graph = index === 'hnsw' ? { vectorIndex: (await import('locket-memory/hnsw')).hnswIndex() } : {}
  return Memory.open({
    name: NAME,
    scope: SCOPE,
    extractor: extraction.extractor,
    // Relative to this file, which the build puts in a folder of its own.
    models: new URL('../models/', location.href).href,
    ...(key ? { encryption: key } : {}),
    ...graph,
  })
}

/** A store that is not encrypted is when it is opened with a passphrase. */
async function unlock(before: Promise<Memory>, passphrase: string): Promise<Memory> {
  const opened = await before.catch(() => undefined)
  // Asked of it, because another worker may have encrypted the store, or changed its key, under this memory.
  const health = await opened?.health().catch(() => undefined)
  if (opened && health?.store.encrypted) return opened
  await opened?.close()
  return open({ passphrase })
}

/** Pages lose the memory that they were connected to, and connect to this one. */
function replace(next: Promise<Memory>): void {
  memory = next
  for (const [page, served] of pages) {
    served.stop()
    pages.set(page, serve(memory, page))
  }
}

function attend(page: MessagePort | Worker): void {
  extraction.attend(page)
  pages.set(page, serve(memory, page))
  page.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<Partial<KeyNotice> | undefined>
    // At once: the page connects with its next message, and waits for what comes of it.
    if (data?.passphrase !== undefined) replace(unlock(memory, data.passphrase))
  })
  page.addEventListener('close', () => pages.delete(page))
}

onLockNews((news) => {
  if (news !== 'locked') return
  const before = memory
  // Nobody waits for what the one before has to finish.
  replace(open())
  void before.then(
    (opened) => opened.close(),
    () => undefined,
  )
})

if ('SharedWorkerGlobalScope' in globalThis)
  addEventListener('connect', (event) => attend((event as MessageEvent).ports[0] as MessagePort))
else attend(globalThis as unknown as Worker)

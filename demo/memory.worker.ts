import { Memory } from 'locket-memory'
import { serve } from 'locket-memory/worker'
import { switchableExtraction } from './extraction.js'
import { SCOPE } from './scope.js'
import type { IndexChoice } from './settings.js'

const extraction = switchableExtraction()

async function open(index: IndexChoice): Promise<Memory> {
  const graph = index === 'hnsw' ? { vectorIndex: (await import('locket-memory/hnsw')).hnswIndex() } : {}
  return Memory.open({
    name: 'locket-demo',
    scope: SCOPE,
    extractor: extraction.extractor,
    // Relative to this file, which the build puts in a folder of its own.
    models: new URL('../models/', location.href).href,
    ...graph,
  })
}

// The page names the worker for the vector index that it chose.
const memory = open((globalThis as unknown as { name: IndexChoice }).name)

function attend(page: MessagePort | Worker): void {
  extraction.attend(page)
  serve(memory, page)
}

if ('SharedWorkerGlobalScope' in globalThis) addEventListener('connect', (event) => attend((event as MessageEvent).ports[0] as MessagePort))
else attend(globalThis as unknown as Worker)

import { LocketError } from '../../../src/values/errors.js'
import { exactIndex } from '../../../src/index/vector/exact/index.js'

// Vitest wraps dynamic imports in a call that only its own pages have.
Object.assign(globalThis, { __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() } })

const index = exactIndex()
await index.open(3)
await index.add(Uint32Array.of(1, 2), Float32Array.of(1, 0, 0, 0, 1, 0))
const hits = (await index.search(Float32Array.of(0.1, 0.9, 0), 5)).map(({ no }) => no)
const forced = await exactIndex({ kernel: 'wasm' })
  .open(3)
  .then(
    () => 'opened',
    (error: unknown) => (error instanceof LocketError ? error.code : String(error)),
  )
parent.postMessage({ kernel: index.kernel, hits, forced }, '*')

import { afterAll } from 'vitest'

// Chromium reserves 10 GB of addresses for each WebAssembly memory, of a terabyte that all threads of a page share, and a worker that finds
// none left cannot collect what the page no longer uses. Where there is no `gc`, it is not needed.
export function collect(): void {
  ;(globalThis as { gc?: () => void }).gc?.()
}

afterAll(collect)

// The default embedder for scripts outside a page: its vectors come from a page once, and from a file in a temporary folder after that.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchPage } from '../../scripts/bench-page.mjs'

const FOLDER = join(tmpdir(), 'locket-fit')
const BATCH = 64

/** An `Embedder` with the facts of the default model; `close()` ends the page, when one was needed. */
export function cachedEmbedder({ fingerprint, dimensions, background }) {
  mkdirSync(FOLDER, { recursive: true })
  const file = join(FOLDER, `${fingerprint.replace(/\W+/g, '-')}.jsonl`)
  const known = new Map()
  if (existsSync(file))
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const [key, base64] = JSON.parse(line)
      known.set(key, decode(base64))
    }
  let page
  const keyOf = (text, purpose) => `${purpose}: ${text}`

  async function fetchMissing(texts, purpose) {
    const missing = [...new Set(texts.filter((text) => !known.has(keyOf(text, purpose))))]
    if (missing.length === 0) return
    page ??= await benchPage('bench/fit/index.html')
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH)
      const vectors = await page.run({ texts: batch, purpose })
      batch.forEach((text, i) => {
        const vector = Float32Array.from(vectors[i])
        known.set(keyOf(text, purpose), vector)
        appendFileSync(file, JSON.stringify([keyOf(text, purpose), encode(vector)]) + '\n')
      })
    }
  }

  return {
    fingerprint,
    dimensions,
    background,
    load: async () => {},
    embed: async (texts, purpose) => {
      await fetchMissing(texts, purpose)
      return texts.map((text) => ({
        vectors: [known.get(keyOf(text, purpose))],
        tokens: 1,
        tokensSkipped: 0,
        unknownShare: 0,
      }))
    },
    countTokens: async (texts) => texts.map((text) => Math.ceil(text.length / 3)),
    dispose: async () => {},
    close: async () => page?.close(),
  }
}

const encode = (vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
function decode(base64) {
  const bytes = Buffer.from(base64, 'base64')
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

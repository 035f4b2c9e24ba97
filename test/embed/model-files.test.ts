import { bytesToHex } from '@noble/hashes/utils.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LoadProgress } from '../../src/embed/embedder.js'
import { readModel, readRuntime } from '../../src/embed/model-files.js'
import { modelFacts } from '../../src/embed/models.js'
import { ORT_VERSION } from '../../src/embed/ort-files.js'

const BASE = `${location.origin}/fake-models/tiny/`
const { files: _files, golden: _golden, ...facts } = { ...modelFacts(), name: 'tiny' }

/** What the fake server holds by path; `undefined` answers 404, 'page' the page of a single-page application. */
let server: Record<string, string>
let offline: boolean
let requests: string[]
let progress: LoadProgress[]

async function publish(version: string, files: Record<string, string>): Promise<void> {
  const list = await Promise.all(
    Object.entries(files).map(async ([path, text]) => {
      const bytes = new TextEncoder().encode(text)
      return {
        path,
        bytes: bytes.length,
        sha256: bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))),
      }
    }),
  )
  server = { ...files, 'locket-model.json': JSON.stringify({ fingerprint: `tiny@q4:mean:${version}`, files: list }) }
}

async function read(version = '1'): Promise<Record<string, string>> {
  const files = await readModel(
    BASE,
    { ...facts, version },
    { signal: new AbortController().signal, onProgress: (step) => progress.push(step) },
  )
  return Object.fromEntries([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]))
}

beforeEach(async () => {
  await caches.delete('locket-models')
  offline = false
  requests = []
  progress = []
  await publish('1', { 'config.json': '{}', 'onnx/model.onnx': 'weights' })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    init?.signal?.throwIfAborted()
    if (offline) throw new TypeError('Failed to fetch')
    const path = String(input).slice(BASE.length)
    requests.push(path)
    const text = server[path]
    if (text === 'page')
      return new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
    return text === undefined ? new Response('', { status: 404 }) : new Response(text)
  })
})
afterEach(() => vi.restoreAllMocks())

describe('model files, from a fake server', () => {
  test('are read once, with progress by file, and then only the stamp is asked for', async () => {
    const files = await read()
    expect(files).toEqual({ 'config.json': '{}', 'onnx/model.onnx': 'weights' })
    expect(progress).toContainEqual({ item: 'onnx/model.onnx', loaded: 7, total: 7 })
    requests = []
    expect(await read()).toEqual(files)
    expect(requests).toEqual(['locket-model.json'])
  })

  test('serve without a network once they were read', async () => {
    const files = await read()
    offline = true
    expect(await read()).toEqual(files)
  })

  test('that changed are read anew, and the old ones dropped', async () => {
    await read()
    await publish('2', { 'config.json': '{}', 'onnx/model.onnx': 'better weights' })
    expect(await read('2')).toMatchObject({ 'onnx/model.onnx': 'better weights' })
    expect(await (await caches.open('locket-models')).keys()).toHaveLength(3)
  })

  test('of another version are stale, and both versions are named', async () => {
    await publish('2', {})
    await expect(read()).rejects.toMatchObject({
      code: 'MODEL_STALE',
      message: expect.stringMatching(/tiny@q4:mean:2.*tiny@q4:mean:1/),
    })
  })

  test.each([
    ['locket-model.json', undefined, /There is no model file at .*\/tiny\/locket-model\.json \(status 404\)/],
    ['locket-model.json', 'page', /locket-model\.json answered with a web page/],
    ['onnx/model.onnx', undefined, /no model file at .*model\.onnx/],
    ['onnx/model.onnx', 'page', /model\.onnx answered with a web page/],
  ])('%s that is %s is missing, and the error says where and what to do', async (path, held, message) => {
    if (held === undefined) delete server[path]
    else server[path] = held
    await expect(read()).rejects.toMatchObject({
      code: 'MODEL_MISSING',
      message: expect.stringMatching(message),
      hint: expect.stringContaining('models'),
    })
  })

  test('that cannot be reached are missing', async () => {
    offline = true
    await expect(read()).rejects.toMatchObject({ code: 'MODEL_MISSING' })
  })

  test.each(['broken!', 'version https://git-lfs.github.com/spec/v1'])(
    'that are damaged ("%s") fail, and load once repaired',
    async (damaged) => {
      server['onnx/model.onnx'] = damaged
      await expect(read()).rejects.toMatchObject({ code: 'MODEL_FAILED', value: `${BASE}onnx/model.onnx` })
      server['onnx/model.onnx'] = 'weights'
      expect(await read()).toMatchObject({ 'onnx/model.onnx': 'weights' })
    },
  )

  test('that were damaged in the cache are read again', async () => {
    await read()
    const cache = await caches.open('locket-models')
    for (const key of await cache.keys()) if (key.url.includes('.onnx')) await cache.put(key, new Response('rotten'))
    expect(await read()).toMatchObject({ 'onnx/model.onnx': 'weights' })
  })

  test('with a stamp that is no stamp fail', async () => {
    server['locket-model.json'] = '{"name":"tiny"}'
    await expect(read()).rejects.toMatchObject({ code: 'MODEL_FAILED' })
  })

  test('can be aborted', async () => {
    const options = { signal: AbortSignal.abort(), onProgress: () => {} }
    await expect(readModel(BASE, facts, options)).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('of the runtime in another version are stale', async () => {
    server['ort.wasm'] = 'other'
    const options = { signal: new AbortController().signal, onProgress: () => {} }
    const read = readRuntime.bind(undefined, BASE, { path: 'ort.wasm', bytes: 5, sha256: '00' }, options)
    await expect(read()).rejects.toMatchObject({ code: 'MODEL_STALE', message: expect.stringContaining('SHA-256') })
    server['locket-ort.json'] = '{"version":"1.2.3"}'
    await expect(read()).rejects.toMatchObject({
      code: 'MODEL_STALE',
      message: expect.stringContaining(`is 1.2.3; this version of Locket needs ${ORT_VERSION}`),
    })
  })
})

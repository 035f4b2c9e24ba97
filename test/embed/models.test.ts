import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import installed from '../../node_modules/onnxruntime-web/package.json' with { type: 'json' }
import { fingerprintOf, modelFacts } from '../../src/embed/models.js'
import { ORT_BUILDS, ORT_VERSION } from '../../src/embed/ort-files.js'

test('the stamp of the shipped model says what the code believes', async () => {
  const { batched: _batched, golden: _golden, ...facts } = modelFacts('e5-small-memory-en-zh')
  const stamp: unknown = await (await fetch('/models/e5-small-memory-en-zh/locket-model.json')).json()
  expect(stamp).toMatchObject({ ...facts, fingerprint: fingerprintOf(facts as ReturnType<typeof modelFacts>) })
})

test('a model that is not known is named with the nearest that is', () => {
  expect(() => modelFacts('all-minilm-l6')).toThrow(/all-MiniLM-L6-v2/)
  expect(() => modelFacts('toString')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})

test.each(Object.values(ORT_BUILDS).flatMap(({ loader, binary }) => [loader, binary]))(
  '$path is the installed one',
  async (file) => {
    const bytes = await (await fetch(`/models/ort/${file.path}`)).arrayBuffer()
    expect(bytes.byteLength).toBe(file.bytes)
    expect(bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))).toBe(file.sha256)
  },
)

test('the version of the ONNX runtime is the installed one', () => {
  expect(ORT_VERSION).toBe(installed.version)
})

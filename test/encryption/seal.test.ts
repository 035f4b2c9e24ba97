import fc from 'fast-check'
import { expect, it } from 'vitest'
import { binding, keyNumber, seal, unseal } from '../../src/encryption/seal.js'
import { Tagger } from '../../src/encryption/tags.js'

const bytes = (max = 2_000) => fc.uint8Array({ maxLength: max })
const key32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const copy = (one: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(one)

it('what it seals WebCrypto opens as AES-256-GCM, and the other way round', () =>
  fc.assert(
    fc.asyncProperty(
      key32,
      bytes(),
      fc.array(fc.string()),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      async (key, plain, parts, number) => {
        const bound = binding(...parts)
        const sealed = seal({ number, key }, bound, plain)
        expect(keyNumber(sealed)).toBe(number)
        const same = await crypto.subtle.importKey('raw', copy(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
        const algorithm = { name: 'AES-GCM', iv: copy(sealed.subarray(4, 16)), additionalData: copy(bound) }
        expect(new Uint8Array(await crypto.subtle.decrypt(algorithm, same, copy(sealed.subarray(16))))).toEqual(plain)
        const theirs = new Uint8Array([
          ...sealed.subarray(0, 16),
          ...new Uint8Array(await crypto.subtle.encrypt(algorithm, same, copy(plain))),
        ])
        expect(unseal({ number, key }, bound, theirs)).toEqual(plain)
      },
    ),
  ))

it('nothing that was changed opens', () =>
  fc.assert(
    fc.property(key32, bytes(200), fc.nat(), fc.nat({ max: 7 }), (key, plain, at, bit) => {
      const sealed = seal({ number: 1, key }, binding('a', 1), plain)
      const place = at % sealed.length
      sealed[place] = (sealed[place] as number) ^ (1 << bit)
      expect(() => unseal({ number: 1, key }, binding('a', 1), sealed)).toThrow(/invalid tag|another key/)
      sealed[place] = sealed[place] ^ (1 << bit)
      expect(() => unseal({ number: 1, key }, binding('a', '1'), sealed)).toThrow(/invalid tag/)
      expect(unseal({ number: 1, key }, binding('a', 1), sealed)).toEqual(plain)
    }),
  ))

it('no nonce comes twice, and equal texts are sealed differently', () => {
  const key = { number: 1, key: new Uint8Array(32) }
  expect(new Set(Array.from({ length: 2_000 }, () => String(seal(key, binding(), new Uint8Array(8))))).size).toBe(2_000)
})

it('a tag is what WebCrypto makes of the text with the key, the same for the same kind and text only', async () => {
  const key = crypto.getRandomValues(new Uint8Array(32))
  const tagger = new Tagger(key)
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const digest = new Uint8Array(
    await crypto.subtle.sign('HMAC', hmac, new TextEncoder().encode('["messages.id","桑"]')),
  )
  const tag = tagger.tag('messages.id', '桑')
  expect(tag).toBe(btoa(String.fromCharCode(...digest.subarray(0, 16))).slice(0, 22))
  expect(tagger.tag('messages.id', '桑')).toBe(tag)
  const others = [
    tagger.tag('memories.id', '桑'),
    tagger.tag('messages.id', '桑 '),
    tagger.tag('messages.id', '\ud800'),
    tagger.tag('messages.id', '\ud801'),
    tagger.tag('entities.key', 'a', 'b'),
    tagger.tag('entities.key', 'ab', ''),
    new Tagger(new Uint8Array(32)).tag('messages.id', '桑'),
  ]
  expect(new Set([tag, ...others]).size).toBe(others.length + 1)
})

import { expect, it } from 'vitest'
import { ATTRIBUTES } from '../../src/extract/text/attributes.js'
import { attributeWords } from '../../src/language/attribute-words.js'
import { terms } from '../../src/language/terms.js'

/** Attributes that say nothing by themselves, or that no question asks for. */
const WITHOUT_WORDS = ['detail', 'event', 'instruction']

it.each(Object.keys(ATTRIBUTES).filter((name) => !WITHOUT_WORDS.includes(name)))(
  'knows the words that ask for %s in both languages',
  (name) => {
    const words = terms(attributeWords(name))
    expect(words.some((word) => /^[a-z]+$/.test(word))).toBe(true)
    expect(words.some((word) => /^\p{Script=Han}+$/u.test(word))).toBe(true)
  },
)

it.each([
  ['where do I live?', 'home'],
  ["what's my job?", 'occupation'],
  ['who employs me?', 'employer'],
  ['how old am I?', 'age'],
  ['am I allergic to anything?', 'allergy'],
  ['我住在哪个城市？', 'home'],
  ['我在哪家公司上班？', 'employer'],
  ['我多大了？', 'age'],
  ['我的地址是什麼？', 'home'],
  ['what is my blood type?', 'detail:blood type'],
])('%s meets %s', (question, attribute) => {
  const words = new Set(terms(attributeWords(attribute)))
  expect(terms(question).some((word) => words.has(word))).toBe(true)
})

it('gives a standing instruction no words: it answers no question', () => {
  expect(attributeWords('instruction:short replies')).toBe('')
})

it.each(['constructor', 'toString', ''])('has none for the attribute %j', (attribute) => {
  expect(attributeWords(attribute)).toBe('')
})

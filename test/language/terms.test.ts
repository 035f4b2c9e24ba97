import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../src/language/fold.js'
import { terms } from '../../src/language/terms.js'
import { wellFormed } from '../../src/values/well-formed.js'

const ENGLISH: [string, string][] = [
  ["Ana's friend", 'ana friend'],
  ['Ana’s friend', 'ana friend'],
  ["I don't like it", 'like'],
  ['dont like', 'like'],
  ["O'Brien's dogs'", 'obrien dog'],
  ['running runner runs ran', 'run runner run ran'],
  ['hobbies hobby', 'hobbi hobbi'],
  ['Who adopted the puppies?', 'adopt puppi'],
  ['I am', 'i am'],
  ['to be or not to be', 'to be or not to be'],
  ['May 4', 'mai 4'],
  ['e-mail', 'e mail email'],
  ['my co-worker', 'co worker cowork'],
  ['42', '42'],
  ['3.14', '3.14'],
  ['1,000 and 1000', '1000 1000'],
  ['12,345.67', '12345.67'],
  ['1,2,3', '1 2 3'],
  ['v1.2.3', 'v1 1 2 3'],
  ['at 10:30', '10 30'],
  ['the 4th', '4'],
  ['iPhone15', 'iphone15 iphon 15'],
  ['5km 1990s', '5km 5 km 1990s 1990'],
  ['C++ and C#', 'c++ c#'],
  ['the U.S.A.', 'usa'],
  ['ana.b@example.com', 'ana b exampl com'],
  ['https://www.foo.com/bar_baz?x=1', 'foo com bar baz x 1'],
  ['user_name', 'user name'],
  ['café Łódź straße', 'cafe lodz strass'],
  ['cafe\u0301', 'cafe'],
  ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
  ['ﬁne ﬂower', 'fine flower'],
  ['AC/DC', 'ac dc'],
  ['constructor __proto__', 'constructor proto'],
  ['', ''],
  [' \n\t ... !?', ''],
  ['a\u0000b', 'b'],
]

// The words are those of Chromium's dictionary; other engines cut some differently, which the pairs make up for.
const CHINESE: [string, string][] = [
  ['我喜欢吃四川菜', '喜欢 吃 四川 菜 我喜 喜欢 欢吃 吃四 四川 川菜'],
  ['猫', '猫 猫'],
  ['我养了一只猫', '养了 一只 猫 我养 养了 了一 一只 只猫'],
  ['的', '的 的'],
  ['我们', '我们 我们'],
  ['你好，世界！', '你好 你好 世界 世界'],
  ['我用iPhone15拍照', '用 我用 iphone15 iphon 15 拍照 拍照'],
  ['我在Google工作', '我在 我在 googl 工作 工作'],
  ['学习 English 语法', '学习 学习 english 语法 语法'],
  ['体重60kg', '体重 体重 60kg 60 kg'],
  ['他跑了１０公里', '跑 他跑 跑了 10 公里 公里'],
  ['什么时候去北京', '去 北京 么时 时候 候去 去北 北京'],
  ['為什麼', '为什'],
  ['臺灣', '台湾 台湾'],
  ['我喜歡吃四川菜', '喜欢 吃 四川 菜 我喜 喜欢 欢吃 吃四 四川 川菜'],
]

const OTHERS: [string, string][] = [
  ['東京に行きました', '东京 京に に行 行き きま まし した'],
  ['ラーメン', 'ラー ーメ メン'],
  ['ﾗｰﾒﾝ', 'ラー ーメ メン'],
  ['か\u3099っこう', 'がっ っこ こう'],
  ['서울에서', '서울 울에 에서'],
  ['집', '집'],
  ['привет, мир', 'привет мир'],
  ['Ёлка йод', 'ёлка йод'],
  ['ΟΔΟΣ οδός', 'οδοσ οδόσ'],
  ['مرحبا بالعالم', 'مرحبا بالعالم'],
  ['שלום', 'שלום'],
  ['नमस्ते दुनिया', 'नमस्ते दुनिया'],
  ['ไทย', 'ไท ทย'],
  ['👍🏽 👍', '👍 👍'],
  ['👨\u200D👩\u200D👧 👨\u200D', '👨\u200D👩\u200D👧 👨'],
  ['❤️ ❤', '❤ ❤'],
  ['🇨🇳🇫🇷', '🇨🇳 🇫🇷'],
  ['👨‍👩‍👧', '👨‍👩‍👧'],
  ['1️⃣', '1'],
  ['love🎹music', 'love 🎹 music'],
  ['\uD800x\uDC00', 'x'],
]

describe('terms', () => {
  it.each([...ENGLISH, ...CHINESE, ...OTHERS])('%j', (text, expected) => {
    expect(terms(text).join(' ')).toBe(expected)
  })

  it('reads characters outside the basic plane as one each', () => {
    expect(terms('𠮷野家')).toEqual(expect.arrayContaining(['𠮷野', '野家']))
    expect(terms('𠮷'.repeat(1000)).every((term) => wellFormed(term) === term)).toBe(true)
  })

  it('makes one term of the same word however it is written', () => {
    for (const [one, other] of [
      ['Café', 'cafe'],
      ["don't", 'don’t'],
      ['e-mail', 'email'],
      ['1,000', '1000'],
      ['ＡＢＣ', 'abc'],
      ['iPhone 15', 'iphone15'],
      ['❤️', '❤'],
      ['co\u00ADoperate', 'cooperate'],
      ['\uFEFFhello', 'hello'],
      ['می\u200Cروم', 'میروم'],
      ['👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
      ['餐廳', '餐厅'],
    ] as const)
      expect(
        terms(one).some((term) => terms(other).includes(term)),
        `${one} and ${other}`,
      ).toBe(true)
  })

  it('folds any string, and what is folded stays as it is', () => {
    const invisible = fc.constantFrom(
      '\u00AD',
      '\u200B',
      '\u200C',
      '\u200D',
      '\uFEFF',
      '\uFE0F',
      '\u0301',
      '❤',
      '™',
      '👩',
    )
    const text = fc
      .array(fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), invisible))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  it('accepts any string and answers with clean, bounded terms', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
        ),
        (text) => {
          const found = terms(text)
          for (const term of found) {
            expect(term).not.toBe('')
            expect(wellFormed(term)).toBe(term)
            expect(term).not.toMatch(/[\s@]/)
          }
          expect(terms(text)).toEqual(found)
          expect(terms(wellFormed(text))).toEqual(found)
          if (/[\p{Lu}\p{Ll}\p{Nd}]/u.test(fold(text))) expect(found.length).toBeGreaterThan(0)
        },
      ),
    )
  })

  it('gives every part of a Chinese text a term, whatever surrounds it', () => {
    const han = fc
      .array(fc.integer({ min: 0x4e00, max: 0x9fa5 }), { minLength: 2, maxLength: 30 })
      .map((codes) => String.fromCharCode(...codes))
    fc.assert(
      fc.property(han, fc.nat(), (text, at) => {
        const pair = text.slice(at % (text.length - 1)).slice(0, 2)
        const found = new Set(terms(text))
        expect(terms(pair).some((term) => found.has(term))).toBe(true)
      }),
    )
  })

  it.each([
    'a',
    'a.',
    "a'",
    'a ',
    'a-',
    '1,',
    '1.',
    '-',
    "'",
    'y',
    'ing',
    '中',
    '十',
    '我喜欢吃四川菜',
    'か',
    '한',
    'п',
    'a\u0301',
    '\u0301',
    '👍',
    '👨\u200D',
    '🇨',
    '\uD800',
    '\uFDFA',
    '++',
    '_',
    ' ',
  ])('comes to an end with a megabyte of %j', (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
    expect(terms(text).every((term) => Array.from(term).length <= 64)).toBe(true)
  })
})

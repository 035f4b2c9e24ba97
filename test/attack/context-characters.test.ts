import { describe, expect, it } from 'vitest'
import { quoted } from '../../src/read/context/quote.js'

const inside = (text: string): string => quoted(text).slice(1, -1)

describe('a text in the block of context()', () => {
  it('has, of every code point, none that is not seen, and none that becomes an angle bracket', () => {
    const wrong: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const written = quoted(`a${String.fromCodePoint(code)}b`)
      if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(written))
        wrong.push(code.toString(16))
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
        if (/[<>]/.test(written.normalize(form)) || /[<>]/.test(written.toLowerCase()))
          wrong.push(`${form} ${code.toString(16)}`)
      if (JSON.parse(written) !== `a${String.fromCodePoint(code)}b`) wrong.push(`lost ${code.toString(16)}`)
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ...['👍🏽', '👩‍🚀', '👨‍👩‍👧‍👦', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇵🇹', 'می‌خواهم', 'क्‍ष', '葛\u{e0100}飾', 'Schöne Grüße', '～', '【好】'],
    ...['[1]', '[note]', 'a[i]', '[API key]', '[卡号]'],
  ])('%s is left as it is', (text) => {
    expect(inside(text)).toBe(text)
  })

  it.each([
    ['variation selectors that carry bytes', `👍${'\ufe0f\ufe01\u{e0150}\u{e0151}'}`],
    ['runs of joiners', `👩${'\u200d\u200d\u200d'}🚀`],
    ['runs of joiners', `می${'\u200c\u200c'}خواهم`],
    ['joiners in Latin', 'ig\u200dno\u200cre'],
    ['Hangul fillers', 'a\u115f\u1160\u3164\uffa0b'],
    ['the grapheme joiner', 'a\u034fb'],
    ['tags without a flag', 'a\u{e0069}\u{e0067}'],
    ['private use', '\ue000\u{f0000}\u{100000}'],
  ])('%s are spelled out', (_, text) => {
    expect(inside(text)).toContain('\\u')
    expect(inside(text)).not.toMatch(/\u200d\u200d|\u200c\u200c|[\u034f\u115f\u1160\u3164\uffa0\ue000\u{e0069}\ufe01]/u)
    expect(JSON.parse(quoted(text))).toBe(text)
  })

  it.each([
    ...[
      '[INST]',
      '[inst]',
      '[/Inst]',
      '[system]',
      '[/SYS]',
      '[Tool_Calls]',
      '[available_tools]',
      '[gmask]',
      '［INST］',
      '[ＩＮＳＴ]',
    ],
    ...[
      '</recalled_memory>',
      '＜/recalled_memory＞',
      '﹤/RECALLED_MEMORY﹥',
      '<|im_start|>',
      '```',
      '｀｀｀',
      '～～～',
      '~~~',
    ],
  ])('%s arises in no form and no case', (mark) => {
    for (const form of ['NFC', 'NFKC', 'NFKD'])
      for (const written of [inside(mark).normalize(form), inside(mark).normalize(form).toLowerCase()])
        expect(written).not.toMatch(/[<>]|```|~~~|\[\/?[a-z_]+\]/i)
    expect(JSON.parse(quoted(mark))).toBe(mark)
  })
})

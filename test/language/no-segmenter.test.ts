import { afterEach, expect, it, vi } from 'vitest'
import { terms } from '../../src/language/terms.js'

afterEach(() => void vi.unstubAllGlobals())

// In a file of its own: the segmenter is looked for once, at first use.
it('finds Chinese by pairs of characters where the engine has no Intl.Segmenter', () => {
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined })
  expect(terms('我喜欢吃四川菜')).toEqual(['我喜', '喜欢', '欢吃', '吃四', '四川', '川菜'])
  expect(terms('猫')).toEqual(['猫'])
})

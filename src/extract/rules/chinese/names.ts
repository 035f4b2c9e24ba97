import { pattern } from '../../../language/pattern.js'
import { chineseWords } from '../../../language/chinese.js'
import { OCCUPATION, SURNAME } from '../../text/chinese/vocabulary.js'

const WITH_SURNAME = new RegExp(`^[${SURNAME}][\\p{Script=Han}]{1,2}$`, 'u')
const FAMILIAR = /^(?:(?<one>[\p{Script=Han}])\k<one>|[小阿老大][\p{Script=Han}]{1,2}|[A-Z][A-Za-z]{1,14})$/u
const JOB = pattern('u')`${OCCUPATION}$|[人生族座员者手长迷控党型]$`

/** 我是王丽: a surname and one or two characters that are together no word of the dictionary. */
export function isPersonName(text: string): boolean {
  return WITH_SURNAME.test(text) && !JOB.test(text) && chineseWords(text).length > 1
}

/** 我女儿豆豆: whether a word right behind a relation is surely a name, and no verb: 我妹妹高考. */
export const isGivenName = (text: string): boolean =>
  FAMILIAR.test(text) || isPersonName(text) || (/^[\p{Script=Han}]{2}$/u.test(text) && chineseWords(text).length > 1)

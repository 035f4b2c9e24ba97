import type { SecretKind } from '../span.js'

/** One rule that finds secrets in a text. */
export interface SecretRule {
  kind: SecretKind
  /**
   * What surrounds the secret and the secret itself: the last group that matched, or the whole match where there are
   * no groups. Needs the flags `d` and `g`. Every repetition has an upper bound, so that the time grows linearly with
   * the text, whatever the text is.
   */
  pattern: RegExp
  /** How many characters of the match are the secret. 0 when it is none. Without this, all of it is. */
  accept?: (candidate: string, context: MatchContext) => number
  /** A text that the rule reads, and the secret in it. A test runs all of them. */
  example: readonly [text: string, secret: string]
}

export interface MatchContext {
  text: string
  /** Where the candidate begins in the text. */
  start: number
  match: RegExpExecArray
}

/** A pattern written over several lines: the parts are joined as they are. Flags: `d`, `g` and those given. */
export const pattern = (flags: string, ...parts: string[]): RegExp => new RegExp(parts.join(''), `dg${flags}`)

/** One of these: `(?:a|b|c)`. */
export const anyOf = (...alternatives: string[]): string => `(?:${alternatives.join('|')})`

/** An `accept` that takes all of the candidate or nothing. */
export const when =
  (test: (candidate: string) => boolean) =>
  (candidate: string): number =>
    test(candidate) ? candidate.length : 0

/** No letter before it: the word begins here. */
export const WORD = '(?<![A-Za-z])'

/** What joins a word such as "password" to its value: ":", "=", "->", "is", "was now". */
export const IS = anyOf(
  String.raw`\s{0,3}(?:[:=：＝]|->|→)\s{0,3}`,
  String.raw`\s{1,3}(?:is|was|are|=)\s{1,3}(?:now\s|still\s|just\s|simply\s)?[:：]?\s{0,3}`,
  String.raw`['’]s\s{1,2}`,
)

/** The same in German, French, Spanish, Portuguese and Italian: "ist", "lautet", "est", "es", "é", "è". */
export const IS_ABROAD = anyOf(
  String.raw`\s{0,3}[:=：＝]\s{0,3}`,
  [
    String.raw`\s{1,3}(?:ist|lautet|war|heißt|est|était|es|era|é|è)`,
    String.raw`(?:\s(?:le|la|el|jetzt|ahora|maintenant))?\s{0,2}[:：]?\s{0,3}`,
  ].join(''),
)

/** The same in Chinese: "是", "改成了", "：". */
export const IS_CHINESE = [
  String.raw`(?:\s?(?:已经|现在|現在|还)?`,
  '(?:就是|是|为|為|叫|改成了?|改为了?|设成了?|设为了?|换成了?|換成了?|[:：=＝])',
  String.raw`\s?[:：]?\s?|\s)`,
].join('')

/** What the value is for, between the word and its value: " for the wifi", " on the back". */
export const PURPOSE = String.raw`(?:\s(?:for|to|of|on)(?:\s[^\s:=：]{1,20}){1,4}?)?`

/** A quotation mark that may stand before a value. */
export const QUOTE = '["\'`“”‘’「『]?'

/** Where a sentence or a part of it ends. */
export const END = String.raw`(?=\s{0,2}(?:["'”’」』.,;!?)，。！？；]|$|\n))`

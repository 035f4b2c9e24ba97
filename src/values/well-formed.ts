const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** The text with lone surrogates replaced by U+FFFD and null bytes by spaces: what every store and worker can carry. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\uFFFD').replaceAll('\0', ' ')
}

/** Whether the text has no lone surrogates. */
export const isWellFormed = (text: string): boolean => text.search(LONE_SURROGATE) < 0

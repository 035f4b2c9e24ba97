/** Visible emoji and scripts that need characters which are otherwise escaped. */
const KEPT = [
  // The colour or text form of one emoji, and the joiner between two of them.
  String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f](?![\ufe0e\ufe0f])`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  // The form of one ideograph.
  String.raw`(?<=\p{Ideographic})[\u{e0100}-\u{e01ef}](?![\u{e0100}-\u{e01ef}])`,
  // The flags of England, Scotland and Wales.
  String.raw`(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
  // Joiners between letters of Arabic, Mongolian and the scripts of South and Southeast Asia.
  String.raw`(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}` +
    String.raw`\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}])[\u200c\u200d](?=[\p{L}\p{M}])`,
]

/** Characters that nobody sees, or that are or become a mark. `context()` writes them as `\uXXXX`. */
const ESCAPED = [
  // Control, format (bidi, zero width, tags), private use, lone surrogates, line and paragraph separators.
  String.raw`[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]`,
  // What is not drawn: variation selectors, Hangul fillers, the grapheme joiner.
  String.raw`\p{Default_Ignorable_Code_Point}`,
  // Angle brackets, and what NFKC or NFKD makes one.
  '[<>≮≯﹤﹥＜＞]',
  // The wide forms of the square bracket.
  '[﹇［]',
  // Fences of Markdown.
  '[`\u1fef｀]{3,}|[~～]{3,}',
]

const TABLE = new RegExp(String.raw`(${KEPT.join('|')})|${ESCAPED.join('|')}|\[`, 'gu')

/**
 * Markers of chat templates in square brackets: `[INST]`, `[/TOOL_RESULTS]`, `[gMASK]`; in any case those that are in
 * use.
 */
const CAPITALS = /^\[\/?[A-Za-z_]{0,20}[A-Z]{2}[A-Z_]{0,20}\]/
const MARKER =
  /^\[\/?(?:inst|sys|system|user|assistant|human|bot|model|tools?|img|image|g?mask|sop|eop|end|begin|available)(?:_[a-z_]{1,20})?\]/i
const LONGEST_MARKER = 44

/**
 * The text as a JSON string in one line, which no reader takes for more than a string, even in lower case or after
 * NFKC.
 */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    TABLE,
    (found: string, kept: string | undefined, offset: number, whole: string) => {
      if (kept !== undefined) return kept
      if (found === '[') {
        const begun = whole.slice(offset, offset + LONGEST_MARKER).normalize('NFKC')
        if (!CAPITALS.test(begun) && !MARKER.test(begun)) return found
      }
      return Array.from(
        { length: found.length },
        (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`,
      ).join('')
    },
  )
}

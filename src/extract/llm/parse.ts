export interface Parsed<T> {
  value: T
  /** It was not JSON as it came. */
  mended: boolean
  /** It broke off within a list: what followed there is missing. */
  cut: boolean
}

// In characters. A model in a loop may write on for ever; what matters comes first.
const LONGEST = 200_000
/** Places tried where JSON may begin. */
const BEGINNINGS = 12

/**
 * Reads the JSON in a model's reply: bare, in fences, amid prose, after its thoughts, with trailing commas and the
 * like, or cut short. Of a list that was cut the whole elements are kept. `accept` turns a value into what is looked
 * for, or says by undefined that it is something else.
 */
export async function parseReply<T>(
  text: string,
  accept: (value: unknown) => T | undefined,
): Promise<Parsed<T> | undefined> {
  const said = withoutThoughts(text.slice(0, LONGEST))
  const whole = accepted(said, accept)
  if (whole !== undefined) return { value: whole, mended: false, cut: false }
  const candidates = candidatesIn(said)
  for (const candidate of candidates) {
    const value = accepted(candidate.text, accept)
    if (value !== undefined) return { value, mended: true, cut: candidate.cut }
  }
  if (candidates.length === 0) return undefined
  // Only where a reply needs it.
  const { jsonrepair } = await import('jsonrepair')
  for (const candidate of candidates) {
    try {
      const value = accepted(jsonrepair(candidate.text), accept)
      if (value !== undefined) return { value, mended: true, cut: candidate.cut }
    } catch {
      // Beyond repair; the next beginning may be the right one.
    }
  }
  return undefined
}

function accepted<T>(text: string, accept: (value: unknown) => T | undefined): T | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  return accept(value)
}

/** Without `<think>…</think>`; an unclosed one swallows nothing, since what follows may be the reply. */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf('</think>')
  return (end >= 0 ? text.slice(end + '</think>'.length) : text.replace(/^\s*<think>/, '')).trim()
}

/**
 * Every object or list that begins outside another one, the longest first: an example in the prose is shorter than the
 * reply.
 */
function candidatesIn(text: string): { text: string; cut: boolean }[] {
  const found: { text: string; cut: boolean }[] = []
  for (let from = nextBeginning(text, 0); from >= 0 && found.length < BEGINNINGS;) {
    const { end, closed, cut = false } = scan(text, from)
    if (closed !== undefined && closed !== '') found.push({ text: closed, cut })
    from = nextBeginning(text, Math.max(end, from + 1))
  }
  return found.sort((a, b) => b.text.length - a.text.length)
}

function nextBeginning(text: string, from: number): number {
  const at = text.slice(from).search(/[[{]/)
  return at < 0 ? -1 : from + at
}

/** The value that begins at `from`: to its end, or, cut short, to its last whole element with the brackets closed. */
function scan(text: string, from: number): { end: number; closed?: string; cut?: boolean } {
  const open: string[] = []
  let inString = false
  let whole: { end: number; open: readonly string[] } | undefined
  for (let i = from; i < text.length; i++) {
    const character = text[i] as string
    if (inString) {
      if (character === '\\') i++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') open.push(character)
    else if (character === '}' || character === ']') {
      open.pop()
      if (open.length === 0) return { end: i + 1, closed: text.slice(from, i + 1) }
      // An element of the outermost list is whole.
      if (character === '}' && open.at(-1) === '[' && open.length <= 2) whole = { end: i + 1, open: [...open] }
    }
  }
  if (!whole) return { end: text.length }
  const brackets = [...whole.open].reverse().map((bracket) => (bracket === '{' ? '}' : ']'))
  // Brackets that were only forgotten leave nothing out.
  return {
    end: text.length,
    closed: text.slice(from, whole.end) + brackets.join(''),
    cut: !/^\s*\]/.test(text.slice(whole.end)),
  }
}

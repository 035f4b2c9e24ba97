import type { SearchHit, SearchReport } from 'locket-memory'

/** An assistant's turn without a language model: what was found, quoted. */
export interface Answer {
  kind: 'recalled' | 'unsure' | 'noted' | 'unrecorded' | 'nothing' | 'blank'
  quotes: SearchHit[]
  report: SearchReport
}

export interface Recall {
  said: string
  /** The message that `said` was stored as; undefined when recording is paused. */
  saidId: string | undefined
  hits: readonly SearchHit[]
  report: SearchReport
}

const QUOTES = 3
/** From here on a quote is rather an answer than not; between the two it is shown with a doubt, below it is noise. */
const SURE = 0.3
const POSSIBLE = 0.13
/** A statement did not ask: only what is surely about the same thing is worth a word. */
const REMINDED = 0.6

export function composeAnswer({ said, saidId, hits, report }: Recall): Answer {
  // What was just said, said before, or only asked is no answer, however similar.
  const others = distinct(
    hits.filter((hit) => !restsOn(hit, saidId) && hit.memory.trim() !== said.trim() && !isQuestion(hit.memory)),
  )
  const best = others[0]?.score ?? 0
  if (!isQuestion(said))
    return {
      kind: saidId === undefined ? 'unrecorded' : 'noted',
      quotes: best >= REMINDED ? others.slice(0, 1) : [],
      report,
    }
  if (best < POSSIBLE) return { kind: report.searched <= 1 ? 'blank' : 'nothing', quotes: [], report }
  // What is half as likely as the best is beside the point.
  const quotes = others.filter(({ score }) => score >= best / 2).slice(0, QUOTES)
  return { kind: best >= SURE ? 'recalled' : 'unsure', quotes, report }
}

/** Whether a hit is this message, or a fact that nothing else tells. */
function restsOn({ messageId, evidence }: SearchHit, saidId: string | undefined): boolean {
  if (saidId === undefined) return false
  return messageId === saidId || (evidence.length > 0 && evidence.every((quote) => quote.messageId === saidId))
}

/** A fact and the message that tells it are one answer: the better of them is quoted. */
function distinct(hits: readonly SearchHit[]): SearchHit[] {
  const quoted = new Set<string>()
  return hits.filter(({ messageId, evidence }) => {
    const sources = [messageId, ...evidence.map((quote) => quote.messageId)].filter((id) => id !== undefined)
    if (sources.length > 0 && sources.every((id) => quoted.has(id))) return false
    for (const id of sources) quoted.add(id)
    return true
  })
}

const ENGLISH_QUESTION =
  /^(who|whose|whom|what|when|where|which|why|how|do|does|did|is|are|am|was|were|can|could|may|should|will|would|have|has)\b/i
const CHINESE_QUESTION = /(吗|呢|么)[。.!！]?$|什么|谁|哪|几[时点个岁月号]|多少|怎么|怎样|为何|是不是|有没有/

export function isQuestion(text: string): boolean {
  const trimmed = text.trim()
  return (
    /[?？]$/.test(trimmed) ||
    (!/[.!。！]$/.test(trimmed) && (ENGLISH_QUESTION.test(trimmed) || CHINESE_QUESTION.test(trimmed)))
  )
}

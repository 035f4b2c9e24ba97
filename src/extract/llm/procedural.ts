import type { LanguageModel } from '../../llm/language-model.js'
import type { Evidence } from '../../store/records.js'
import type { ExtractionMessage, ExtractionNotes } from '../extractor.js'
import { asData, block, labelOf } from './blocks.js'
import { textOf, type Piece } from './chunks.js'
import { proceduralPrompt } from './prompts/procedural.js'
import { readMessages } from './reading.js'
import { RUN_SCHEMA } from './schema.js'
import { locate } from './support/quote.js'
import { newTally } from './tally.js'
import { field, isObject, listIn, numbersIn, textIn } from './values.js'

export interface RunStep {
  /** What was done, in the model's words. */
  text: string
  /** The messages that tell of it, in order; never empty. */
  messageIds: string[]
  /** What it gave, word for word as one of them says it. */
  result?: Evidence
}

export interface RunSummary {
  goal: string
  steps: RunStep[]
  errors: RunStep[]
  /** Where the run stands. */
  state: string
  /** All of it as the text of one memory; empty when nothing could be read. */
  text: string
  /** The results' quotes, and of steps without one the beginning of their message. */
  evidence: Evidence[]
  language: string
  /** Ids of messages that could not be read. */
  unread: string[]
  notes: ExtractionNotes
}

export interface SummariseRunOptions {
  customInstructions?: string
  /** Of one reply, in tokens; default 1,500, at most a third of the context. */
  maxTokens?: number
  signal?: AbortSignal
}

interface Part {
  goal: string
  steps: Step[]
  errors: Step[]
  state: string
}

interface Step {
  text: string
  messages: number[]
  result: string
}

/** In characters. The beginning of a message that stands for a step without a result. */
const BEGINNING = 120

/**
 * Records what was done in a run, what it gave and where it stands, for a memory of kind `procedural`. A long run is
 * read in chunks, each continuing the record so far. A step without a message is dropped, a result that no message says
 * word for word too; both are counted.
 * @throws what the model throws.
 */
export async function summariseRun(
  llm: LanguageModel,
  messages: readonly ExtractionMessage[],
  options: SummariseRunOptions = {},
): Promise<RunSummary> {
  const tally = newTally()
  const run = { goal: '', steps: [] as RunStep[], errors: [] as RunStep[], state: '' }
  await llm.load(options.signal ? { signal: options.signal } : {})
  const maxTokens = Math.min(options.maxTokens ?? 1_500, Math.floor(llm.capabilities.contextTokens / 3))
  const system = proceduralPrompt(options.customInstructions)
  const unread = await readMessages<Part>(
    { llm, tally, maxTokens, signal: options.signal },
    {
      schema: RUN_SCHEMA,
      shape: '{"goal":"',
      prompt: (pieces, bare) => [
        { role: 'system', content: system },
        {
          role: 'user',
          content: [
            bare ? '' : before(run),
            block(
              'messages',
              pieces.map((piece, i) => `[${i + 1}] ${labelOf(piece.message)}: ${asData(textOf(piece))}`),
            ),
          ]
            .filter(Boolean)
            .join('\n\n'),
        },
      ],
      accept: readPart,
      cited: ({ steps, errors }) => [...steps, ...errors].map(({ messages: numbers }) => numbers),
      take(part, pieces) {
        run.goal ||= part.goal
        if (part.state !== '') run.state = part.state
        run.steps.push(...part.steps.flatMap((step) => linked(step, pieces)))
        run.errors.push(...part.errors.flatMap((step) => linked(step, pieces)))
      },
    },
    messages,
  )
  const isChinese = /\p{Script=Han}/u.test(run.goal + run.state)
  return {
    ...run,
    text: rendered(run, isChinese),
    evidence: evidenceOf(run, messages),
    language: isChinese ? 'zh' : 'en',
    unread,
    notes: tally,
  }

  function linked(step: Step, pieces: readonly Piece[]): RunStep[] {
    const cited = step.messages.flatMap((number) => {
      const piece = pieces[number - 1]
      if (!piece) tally.unknownIds++
      return piece ? [piece.message] : []
    })
    const told = [...new Set(cited)]
    if (told.length === 0) {
      tally.dropped.unsupported++
      return []
    }
    const result = step.result === '' ? undefined : quoted(step.result, told)
    if (step.result !== '' && !result) tally.dropped.unsupported++
    return [{ text: step.text, messageIds: told.map(({ id }) => id), ...(result && { result }) }]
  }
}

function quoted(result: string, messages: readonly ExtractionMessage[]): Evidence | undefined {
  for (const { id, text } of messages) {
    const span = locate(result, text)
    if (span) return { messageId: id, quote: text.slice(span.start, span.end) }
  }
  return undefined
}

function readPart(value: unknown): Part | undefined {
  if (!isObject(value)) return undefined
  const steps = field(value, 'steps')
  if (!Array.isArray(steps) && typeof field(value, 'goal') !== 'string') return undefined
  return {
    goal: textIn(field(value, 'goal'), 400),
    steps: stepsIn(steps),
    errors: stepsIn(field(value, 'errors')),
    state: textIn(field(value, 'state'), 600),
  }
}

const stepsIn = (value: unknown): Step[] =>
  listIn(value)
    .slice(0, 60)
    .flatMap((item): Step[] => {
      if (!isObject(item)) return []
      const text = textIn(field(item, 'text', 'step'), 400)
      return text === ''
        ? []
        : [{ text, messages: numbersIn(field(item, 'messages', 'from')), result: textIn(field(item, 'result'), 600) }]
    })

type Run = Pick<RunSummary, 'goal' | 'steps' | 'errors' | 'state'>

const before = ({ goal, steps, state }: Run): string =>
  block(
    'before',
    goal === ''
      ? []
      : [goal, ...steps.slice(-8).map(({ text }) => `- ${text}`), state]
          .map((line) => asData(line).slice(0, 300))
          .filter((line) => line !== ''),
  )

function rendered({ goal, steps, errors, state }: Run, isChinese: boolean): string {
  const [toGoal, done, failed, now] = isChinese
    ? ['目标：', '步骤：', '出错：', '现状：']
    : ['Goal: ', 'Steps:', 'Errors:', 'State: ']
  const line = ({ text, result }: RunStep): string =>
    result ? `${text} → ${isChinese ? '「' : '“'}${result.quote.replace(/\s+/g, ' ')}${isChinese ? '」' : '”'}` : text
  return [
    goal && toGoal + goal,
    steps.length > 0 && [done, ...steps.map((step, i) => `${i + 1}. ${line(step)}`)].join('\n'),
    errors.length > 0 && [failed, ...errors.map((step) => `- ${line(step)}`)].join('\n'),
    state && now + state,
  ]
    .filter(Boolean)
    .join('\n')
}

function evidenceOf({ steps, errors }: Run, messages: readonly ExtractionMessage[]): Evidence[] {
  const texts = new Map(messages.map(({ id, text }) => [id, text]))
  const found = [...steps, ...errors].map(
    ({ result, messageIds: [id = ''] }) =>
      result ?? { messageId: id, quote: (texts.get(id) ?? '').trim().slice(0, BEGINNING).trim() },
  )
  return found.filter(
    ({ messageId, quote }, i) =>
      quote !== '' && found.findIndex((other) => other.messageId === messageId && other.quote === quote) === i,
  )
}

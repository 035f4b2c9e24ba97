import type { ChatMessage, LanguageModel } from '../../llm/language-model.js'
import { DEFAULT_CATEGORIES } from '../categories.js'
import type { ExtractionOptions } from '../extraction-options.js'
import type {
  Extraction,
  ExtractionInput,
  ExtractionNotes,
  Extractor,
  ExtractorNeeds,
  KnownText,
} from '../extractor.js'
import { block, dayOf, letter, listLine, memoryLine, messageLine } from './blocks.js'
import { textOf, type Piece } from './chunks.js'
import { decideByModel } from './classic.js'
import { readDrafts } from './draft.js'
import { Facts } from './facts.js'
import { additivePrompt } from './prompts/additive.js'
import { classicPrompt } from './prompts/classic.js'
import { readMessages } from './reading.js'
import { ATTRIBUTE_NAMES, factsSchema } from './schema.js'
import type { Asking } from './ask.js'
import { summariseRun } from './procedural.js'
import { summarise } from './summarise.js'
import { newTally } from './tally.js'

export interface LanguageModelExtractorOptions extends ExtractionOptions {
  /** Called with what each `extract` and `decide` took, also when it failed. */
  onNotes?: (notes: ExtractionNotes) => void
}

const FULL_FROM = 16_384
/**
 * How much of what helps to understand is shown: memories and texts, each in characters at most, and of an earlier
 * message its end.
 */
const SHOWN = { local: { count: 6, text: 160, earlier: 300 }, full: { count: 20, text: 400, earlier: 1_500 } } as const

/**
 * Draws facts with a language model. A fact is kept only where its messages say it (`support.ts`); whatever a reply
 * looks like, no message is skipped: those that could not be read are named in `unread`. Rejects with what the model
 * rejected with. The model belongs to whoever opened it: `dispose` leaves it alone.
 */
export function languageModelExtractor(llm: LanguageModel, options: LanguageModelExtractorOptions = {}): Extractor {
  const mode = options.mode ?? 'additive'
  const tier = (): 'local' | 'full' =>
    options.tier && options.tier !== 'auto'
      ? options.tier
      : llm.capabilities.contextTokens >= FULL_FROM
        ? 'full'
        : 'local'
  const maxTokens = (): number =>
    Math.max(
      1,
      Math.min(
        options.maxTokens ?? (tier() === 'full' ? 3_000 : 1_024),
        Math.floor(llm.capabilities.contextTokens / 3),
      ),
    )
  const decide: NonNullable<Extractor['decide']> = async (facts, neighbours, { signal } = {}) => {
    const tally = newTally()
    try {
      return {
        decisions: await decideByModel(facts, neighbours, options.updatePrompt, {
          llm,
          tally,
          maxTokens: Math.min(256, maxTokens()),
          signal,
        }),
        notes: tally,
      }
    } finally {
      options.onNotes?.(tally)
    }
  }
  return {
    name: `language model: ${llm.name}`,
    get needs(): ExtractorNeeds {
      const { count } = SHOWN[tier()]
      return { ...(mode === 'additive' && { known: count }), lately: count, unwanted: count, summary: true }
    },
    async extract(input, { signal } = {}) {
      const tally = newTally()
      try {
        // Only then is the context known for sure, and with it the tier.
        await llm.load(signal ? { signal } : {})
        return await extract(input, { mode, tier: tier(), options }, { llm, tally, maxTokens: maxTokens(), signal })
      } finally {
        options.onNotes?.(tally)
      }
    },
    async digest(messages, { signal } = {}) {
      const run = await summariseRun(llm, messages, {
        ...(options.customInstructions !== undefined && { customInstructions: options.customInstructions }),
        ...(signal && { signal }),
      })
      options.onNotes?.(run.notes)
      return run
    },
    summarise: (previous, messages, { signal } = {}) => summarise(llm, previous, messages, signal ? { signal } : {}),
    ...(mode === 'classic' ? { decide } : {}),
    dispose: () => Promise.resolve(),
  }
}

interface Manner {
  mode: 'additive' | 'classic'
  tier: 'local' | 'full'
  options: LanguageModelExtractorOptions
}

async function extract(input: ExtractionInput, manner: Manner, asking: Asking): Promise<Extraction> {
  const { tally } = asking
  const known = manner.mode === 'additive' ? (input.known ?? []).slice(0, SHOWN[manner.tier].count) : []
  const facts = new Facts(input, known, tally)
  const categories = ownCategories(input.categories)
  const system = systemPrompt(input, manner, categories)
  const unread = await readMessages(
    asking,
    {
      schema: factsSchema(
        manner.tier,
        categories ?? (manner.tier === 'full' && input.categories.length > 0 ? input.categories : undefined),
      ),
      shape: '{"facts":[',
      prompt: (pieces, bare): ChatMessage[] => [
        { role: 'system', content: system },
        {
          role: 'user',
          content: content(
            pieces,
            bare ? { ...input, context: [], lately: [], unwanted: [], summary: '' } : input,
            bare ? [] : known,
            manner.tier,
          ),
        },
      ],
      accept: readDrafts,
      cited: ({ drafts }) => drafts.map(({ from }) => from),
      take({ drafts, malformed }, pieces) {
        tally.dropped.malformed += malformed
        for (const draft of drafts) facts.take(draft, pieces)
      },
    },
    input.messages,
  )
  return { facts: facts.found, ...(unread.length > 0 && { unread }), notes: tally }
}

/** The application's categories; Locket's own need no naming, since the attribute decides among them. */
const ownCategories = (categories: readonly string[]): readonly string[] | undefined =>
  categories.length === 0 ||
  (categories.length === DEFAULT_CATEGORIES.length &&
    categories.every((category) => DEFAULT_CATEGORIES.includes(category)))
    ? undefined
    : categories

function systemPrompt(
  { scope, categories, messages, context }: ExtractionInput,
  { mode, tier, options }: Manner,
  own: readonly string[] | undefined,
): string {
  const common = {
    ...options,
    hasUntrusted: [...messages, ...context].some(({ trust }) => trust),
    attributes: ATTRIBUTE_NAMES,
    categories: own ?? (tier === 'full' && categories.length > 0 ? categories : undefined),
  }
  if (mode === 'classic') return classicPrompt(common)
  return additivePrompt({
    ...common,
    tier,
    variant: scope.agentId !== undefined && scope.userId === undefined ? 'agent' : 'user',
  })
}

/** The data of a prompt: what helps to understand first, the new messages last and numbered. */
function content(
  pieces: readonly Piece[],
  input: ExtractionInput,
  known: readonly KnownText[],
  tier: 'local' | 'full',
): string {
  const shown = SHOWN[tier]
  const clip = (text: string): string => text.slice(0, shown.text)
  const today = input.messages.at(-1)
  return [
    today && `Today is ${dayOf(today.at)}.`,
    block('summary', input.summary ? [listLine(input.summary.slice(0, 1_500)).slice(2)] : []),
    block(
      'memories',
      known.map((one, i) => memoryLine(i + 1, { ...one, text: clip(one.text) })),
    ),
    block(
      'lately',
      (input.lately ?? []).slice(0, shown.count).map((text) => listLine(clip(text))),
    ),
    block(
      'unwanted',
      (input.unwanted ?? []).slice(0, shown.count).map((text) => listLine(clip(text))),
    ),
    block(
      'earlier',
      input.context.map((message, i) => messageLine(letter(i), message, message.text.slice(-shown.earlier))),
    ),
    block(
      'messages',
      pieces.map((piece, i) => messageLine(i + 1, piece.message, textOf(piece))),
    ),
  ]
    .filter(Boolean)
    .join('\n\n')
}

import type { OpenAiOptions } from '../../../src/llm/openai.js'
import type { ModelReport, Rejected } from '../../../src/write/types.js'
import { KNOWING_USAGE } from '../../llm/support/knowing-model.js'
import {
  chunk,
  errorReply,
  event,
  EVENTS,
  jsonReply,
  streamReply,
  type ServerReply,
} from '../../llm/support/replies.js'
import type { Script } from '../../llm/support/reply-server.js'
import { knowledge, type Talk } from './talks.js'

/** A kind of reply, and what is to come of it. */
export interface Kind {
  name: string
  script: (talk: Talk) => Script
  options?: Partial<OpenAiOptions>
  /** Told before the conversation, with facts of its own, or known. */
  prepare?: 'told before' | 'recalled'
  expected: Outcome
}

/** What is not named is as it is when all goes well. */
export interface Outcome {
  extraction?: 'done' | 'waiting'
  /** Positions of the facts that are kept. Default: all. */
  facts?: readonly number[]
  /** None: the model never answered. */
  model?: Partial<Omit<ModelReport, 'name'>> | 'none'
  rejected?: Partial<Rejected>
  /** Code of what went wrong: of the report, and of the job that waits. */
  problem?: string
  /** What was set aside: the number of its messages. */
  failed?: number
  /** Requests that the server saw, where they are others than the model's calls: a request that met a fault is sent again. */
  requests?: number
}

// ── how a server says it ───────────────────────────────────────────────────────────────────────────────────────────

/** A streamed reply in pieces of some characters. */
const say = (text: string, finish: 'stop' | 'length' = 'stop'): ServerReply =>
  streamReply(text.match(/[\s\S]{1,24}/gu) ?? [], { finish, usage: KNOWING_USAGE })
const json = (...facts: unknown[]): string => JSON.stringify({ facts })
const good = ({ facts }: Talk): string => json(...facts)
const knows = (talk: Talk): NonNullable<Script['rest']> => ({ knows: knowledge(talk) })

/** One reply, after which the model does its work well. */
const once =
  (make: (talk: Talk) => string | ServerReply): Kind['script'] =>
  (talk) => {
    const reply = make(talk)
    return { replies: [typeof reply === 'string' ? say(reply) : reply], rest: knows(talk) }
  }
/** The beginning of a good reply, and what comes instead of the rest. */
const broken = (talk: Talk, end: 'reset' | 'hang'): ServerReply => ({
  headers: EVENTS,
  pieces: (say(good(talk)).pieces ?? []).slice(0, 6),
  end,
})
/** Some replies of the kind, then good ones. */
const times =
  (n: number, reply: ServerReply): Kind['script'] =>
  (talk) => ({ replies: Array.from({ length: n }, () => reply), rest: knows(talk) })
/** Always the same. */
const always =
  (make: (talk: Talk) => string | ServerReply): Kind['script'] =>
  (talk) => {
    const reply = make(talk)
    return { replies: [], rest: typeof reply === 'string' ? say(reply) : reply }
  }
const plus = (wrong: (talk: Talk) => unknown): Kind['script'] => once((talk) => json(...talk.facts, wrong(talk)))

/** A fact that has a text by its prototype only. */
const POLLUTING = '{"__proto__":{"text":"User lives in Rome","polluted":true}}'

/** Of so many replies. */
export const tokensOf = (replies: number) => ({
  promptTokens: replies * KNOWING_USAGE.prompt_tokens,
  completionTokens: replies * KNOWING_USAGE.completion_tokens,
})

// ── what comes of it ───────────────────────────────────────────────────────────────────────────────────────────────

const mended: Outcome = { model: { repaired: 1 } }
const askedAgain: Outcome = { model: { calls: 2, retried: 1 } }
const unsupported: Outcome = { rejected: { unsupported: 1 } }
const outOfReach = (problem: string, requests: number): Outcome => ({
  extraction: 'waiting',
  facts: [],
  model: 'none',
  problem,
  requests,
})
/** Asked for, once more, in halves, one by one: 2 + 2 + 4 replies, three times in halves. */
const hopeless: Outcome = { facts: [], model: { calls: 8, retried: 1, split: 3 }, failed: 4 }

const TENTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const
/** Facts that are whole in so many tenths of the reply, of which each takes about a third. */
const wholeIn = (tenth: number): number => Math.floor((tenth * 3) / 10)
const inHalves: Outcome = { model: { calls: 3, split: 1 } }
/** What is whole is kept, and the rest asked for from the message on that was cited last, which tells its fact again; after the first message in halves. */
const cutAfter = (whole: number): Outcome => ({
  model: { calls: whole === 1 ? 3 : 2, repaired: 1, split: 1 },
  rejected: { duplicate: 1 },
})
const cutAt =
  (tenth: number) =>
  (talk: Talk): string =>
    good(talk).slice(0, Math.floor((good(talk).length * tenth) / 10))

export const KINDS: readonly Kind[] = [
  // ── good, in whatever dress
  { name: 'good', script: once(good), expected: {} },
  { name: 'not streamed', script: once((talk) => jsonReply(good(talk), { usage: KNOWING_USAGE })), expected: {} },
  {
    name: 'without a count of its tokens',
    script: once((talk) => streamReply([good(talk)])),
    expected: { model: tokensOf(0) },
  },
  {
    name: 'a slow drip',
    script: once((talk) => ({
      headers: EVENTS,
      pieces: (say(good(talk)).pieces ?? []).map((text) => ({ text: text as string, afterMs: 3 })),
    })),
    expected: {},
  },
  {
    name: 'in white space',
    script: once((talk) => `\n\n  ${JSON.stringify({ facts: talk.facts }, undefined, 4)} \n`),
    expected: {},
  },
  { name: 'fenced', script: once((talk) => `\`\`\`json\n${good(talk)}\n\`\`\``), expected: mended },
  { name: 'fenced without a language', script: once((talk) => `\`\`\`\n${good(talk)}\n\`\`\``), expected: mended },
  { name: 'in a fence that is not closed', script: once((talk) => `\`\`\`json\n${good(talk)}`), expected: mended },
  {
    name: 'with prose around it',
    script: once((talk) => `Sure! Here are the facts [of 4 messages]:\n${good(talk)}\nLet me know {if} you need more.`),
    expected: mended,
  },
  {
    name: 'after its thoughts',
    script: once((talk) => `<think>The user said {"facts":[]}, hmm.</think>${good(talk)}`),
    expected: {},
  },
  {
    name: 'after thoughts that it tells apart',
    script: once((talk) => ({
      headers: EVENTS,
      pieces: [event(chunk({ reasoning_content: '{"facts":[]}' })), ...(say(good(talk)).pieces ?? [])],
    })),
    expected: {},
  },
  {
    name: 'with trailing commas',
    script: once((talk) => good(talk).replaceAll('}', ',}').replaceAll(']', ',]')),
    expected: mended,
  },
  { name: 'in single quotes', script: once((talk) => good(talk).replaceAll('"', "'")), expected: mended },
  { name: 'with comments', script: once((talk) => good(talk).replace('[', '[ // the facts\n')), expected: mended },
  { name: 'with bare names', script: once((talk) => good(talk).replaceAll(/"(\w+)":/g, '$1:')), expected: mended },
  { name: 'a bare list', script: once((talk) => JSON.stringify(talk.facts)), expected: {} },
  { name: 'under another name', script: once((talk) => JSON.stringify({ memories: talk.facts })), expected: {} },

  // ── cut short
  ...TENTHS.map((tenth): Kind => ({
    name: `cut at ${tenth} tenths, and said so`,
    script: once((talk) => say(cutAt(tenth)(talk), 'length')),
    expected: wholeIn(tenth) === 0 ? inHalves : cutAfter(wholeIn(tenth)),
  })),
  ...TENTHS.map((tenth): Kind => ({
    name: `cut at ${tenth} tenths without a word`,
    script: once(cutAt(tenth)),
    expected: wholeIn(tenth) === 0 ? askedAgain : cutAfter(wholeIn(tenth)),
  })),
  { name: 'without its last brace', script: once((talk) => good(talk).slice(0, -1)), expected: mended },
  { name: 'without its last brackets', script: once((talk) => good(talk).slice(0, -2)), expected: cutAfter(3) },

  // ── of another shape
  { name: 'empty', script: once(() => ''), expected: askedAgain },
  { name: 'empty for ever', script: always(() => ''), expected: hopeless },
  { name: 'no facts', script: once(() => json()), expected: { facts: [] } },
  { name: 'prose', script: once(() => 'The user lives somewhere and has pets.'), expected: askedAgain },
  { name: 'prose for ever', script: always(() => 'The user lives somewhere and has pets.'), expected: hopeless },
  { name: 'another object', script: once(() => '{"answer":42}'), expected: askedAgain },
  { name: 'a number', script: once(() => '42'), expected: askedAgain },
  { name: 'facts that are numbers', script: once(() => '{"facts":[1,2,3]}'), expected: askedAgain },
  {
    name: 'facts without texts',
    script: once((talk) => json(...talk.facts.map((fact) => ({ ...fact, text: undefined })))),
    expected: askedAgain,
  },
  {
    name: 'one fact without a text',
    script: plus(() => ({ from: [1], quote: 'x' })),
    expected: { rejected: { malformed: 1 } },
  },
  {
    name: 'facts with fields of other types',
    script: once((talk) =>
      json(
        ...talk.facts.map((fact) => ({
          ...fact,
          from: String(fact['from']),
          by: 7,
          when: null,
          entities: 'x',
          relations: [1],
          links: {},
        })),
      ),
    ),
    expected: {},
  },
  {
    name: 'facts as plain texts',
    script: once((talk) => json(...talk.texts)),
    expected: { facts: [], rejected: { unsupported: 3 } },
  },
  { name: 'a refusal in words, for ever', script: always(({ declines }) => declines), expected: hopeless },

  // ── not true
  {
    name: 'each fact twice',
    script: once((talk) => json(...talk.facts, ...talk.facts)),
    expected: { rejected: { duplicate: 3 } },
  },
  {
    name: 'a fact that is known',
    prepare: 'told before',
    script: (talk) => ({ replies: [say(json({ ...talk.facts[0], from: [1] }))], rest: knows(talk) }),
    expected: {},
  },
  {
    name: 'numbers of messages that there are not',
    script: once((talk) => json(...talk.facts.map((fact) => ({ ...fact, from: [99] })))),
    expected: { model: { unknownIds: 3 } },
  },
  {
    name: 'numbers of memories that there are not',
    script: once((talk) => json(...talk.facts.map((fact) => ({ ...fact, links: [5, 6] })))),
    expected: { model: { unknownIds: 6 } },
  },
  {
    name: 'keys of prototypes',
    script: once((talk) =>
      good(talk).replace(
        '{"facts":[',
        `{"__proto__":{"polluted":true,"facts":[]},"constructor":{"prototype":{"polluted":true}},"facts":[${POLLUTING},`,
      ),
    ),
    expected: { rejected: { malformed: 1 } },
  },
  {
    name: 'a translated fact',
    script: plus(({ facts, translated }) => ({ ...facts[0], text: translated })),
    expected: { rejected: { translated: 1 } },
  },
  { name: 'an invented employer', script: plus(({ wrong }) => wrong.employer), expected: unsupported },
  { name: 'another number', script: plus(({ wrong }) => wrong.number), expected: unsupported },
  { name: 'the contrary', script: plus(({ wrong }) => wrong.negation), expected: unsupported },
  { name: 'of somebody else', script: plus(({ wrong }) => wrong.speaker), expected: unsupported },
  { name: 'a quote that nobody said', script: plus(({ wrong }) => wrong.quote), expected: unsupported },
  {
    name: 'an echo of what was recalled',
    prepare: 'recalled',
    script: plus(({ echo }) => ({
      from: [5],
      quote: echo.quote,
      text: echo.memory,
      by: 'User',
      about: 'User',
      attribute: 'other',
      value: '',
      when: '',
    })),
    expected: { rejected: { echo: 1 } },
  },
  {
    name: 'half a character',
    script: once((talk) => good(talk).replace('"value":"', String.raw`"value":"\ud83d\u0000`)),
    expected: {},
  },

  // ── none at all
  {
    name: '429 once, with the time to wait',
    script: times(1, errorReply(429, 'Slow down.', {}, { 'Retry-After': '0.01' })),
    expected: { requests: 2 },
  },
  {
    name: '429 with an hour to wait',
    script: always(() => errorReply(429, 'Quota used up.', {}, { 'Retry-After': '3600' })),
    expected: outOfReach('MODEL_UNAVAILABLE', 1),
  },
  { name: '500 three times', script: times(3, errorReply(500, 'Internal error.')), expected: { requests: 4 } },
  {
    name: '503 for ever',
    script: always(() => errorReply(503, 'Loading model.')),
    expected: outOfReach('MODEL_UNAVAILABLE', 4),
  },
  { name: '401', script: always(() => errorReply(401, 'Wrong key.')), expected: outOfReach('MODEL_UNAVAILABLE', 1) },
  { name: '404', script: always(() => errorReply(404, 'No such model.')), expected: outOfReach('MODEL_MISSING', 1) },
  {
    name: 'a page',
    script: always(() => ({ headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>Welcome</title>' })),
    expected: outOfReach('MODEL_MISSING', 1),
  },
  {
    name: 'another service',
    script: always(() => ({ body: { status: 'ok' } })),
    expected: outOfReach('MODEL_FAILED', 1),
  },
  { name: 'a connection that is reset once', script: times(1, { end: 'reset' }), expected: { requests: 2 } },
  {
    name: 'a connection that is always reset',
    script: always(() => ({ end: 'reset' })),
    expected: outOfReach('MODEL_UNAVAILABLE', 4),
  },
  { name: 'reset in the middle once', script: once((talk) => broken(talk, 'reset')), expected: { requests: 2 } },
  {
    name: 'always reset in the middle',
    script: always((talk) => broken(talk, 'reset')),
    expected: outOfReach('MODEL_UNAVAILABLE', 4),
  },
  {
    name: 'no reply in time',
    script: always(() => ({ end: 'hang' })),
    options: { timeoutMs: 60 },
    expected: outOfReach('MODEL_UNAVAILABLE', 1),
  },
  {
    name: 'silence in the middle',
    script: always((talk) => broken(talk, 'hang')),
    options: { timeoutMs: 60 },
    expected: outOfReach('MODEL_UNAVAILABLE', 1),
  },
  {
    name: 'an error in the stream',
    script: always(() => ({
      headers: EVENTS,
      pieces: [event(chunk({ content: '{"facts":[' })), event({ error: { message: 'Out of memory.', code: 500 } })],
    })),
    expected: outOfReach('MODEL_UNAVAILABLE', 4),
  },
  {
    name: 'a refusal by the filter',
    script: always(() => streamReply(['{"fac'], { finish: 'content_filter' })),
    expected: outOfReach('MODEL_FAILED', 1),
  },
  {
    name: 'a context that is full once',
    script: once(() =>
      errorReply(400, 'the request exceeds the available context size', {
        type: 'exceed_context_size_error',
        n_prompt_tokens: 1200,
        n_ctx: 1024,
      }),
    ),
    expected: { model: { calls: 3, split: 1, ...tokensOf(2) } },
  },
  {
    name: 'a context that is always full',
    script: always(() => errorReply(400, 'maximum context length exceeded')),
    // In halves down to one message, and that once more without what helps to understand: then it is the instructions that are too long.
    expected: outOfReach('CONTEXT_EXCEEDED', 4),
  },
  {
    name: 'json_schema refused',
    script: times(1, errorReply(400, "'response_format.type' must be 'json_object' or 'text'")),
    expected: { requests: 2 },
  },
  {
    name: 'every format refused',
    script: times(2, errorReply(400, 'response_format is not supported')),
    expected: { requests: 3 },
  },
]

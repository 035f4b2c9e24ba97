import type { Decision, KnownFact, NewFact } from '../../reconcile/decision.js'
import { isSameText } from '../../reconcile/duplicate.js'
import { Batch, endOf, isActive, isFromSameRun } from '../../reconcile/known.js'
import { numbersWithin } from '../../reconcile/numbers.js'
import { contradicts } from '../../reconcile/polarity.js'
import { reconcile } from '../../reconcile/reconcile.js'
import { mayEnd, sameSubject } from '../../reconcile/subject.js'
import { thresholdsFor } from '../../reconcile/thresholds.js'
import { counts, sameTrust, mayClose } from '../../reconcile/untrusted.js'
import { ask, type Asking } from './ask.js'
import { block, listLine, memoryLine } from './blocks.js'
import { parseReply } from './parse.js'
import { updatePrompt } from './prompts/update.js'
import { UPDATE_SCHEMA } from './schema.js'
import { claims, evidenceOf, has, properNames } from './support/content-words.js'
import { field, isObject, numbersIn, textIn } from './values.js'

/** Memories shown beside a fact. */
const MOST_SHOWN = 8

/**
 * Decides what each fact means for what is known: by the model where something is near to it and the answer is not
 * plain, else as `reconcile` does, whose answer also stands wherever the model's cannot be used. The facts are taken in
 * order, each as if the decisions before it had been carried out; nothing is erased: what a fact contradicts is closed
 * by it.
 */
export async function decideByModel(
  facts: readonly NewFact[],
  neighbours: (fact: NewFact) => readonly KnownFact[],
  instructions: string | undefined,
  asking: Asking,
): Promise<Decision[]> {
  const batch = new Batch()
  const decided: Decision[] = []
  for (const [index, fact] of facts.entries()) {
    const view = batch.current(neighbours(fact))
    const own = reconcile([fact], () => view)
    const near = nearTo(fact, view)
    const decisions =
      near.length === 0 || isPlain(fact, own, view) ? own : await judged(fact, own, near, instructions, asking)
    for (const decision of decisions) batch.apply(decision, index, view)
    decided.push(...decisions)
  }
  return decided
}

/** Told already word for word, or by this very message; or older than what is known: no matter of judgement. */
function isPlain(fact: NewFact, own: readonly Decision[], view: readonly KnownFact[]): boolean {
  return own.some((decision) => {
    if (decision.event === 'LATE') return true
    if (decision.event !== 'NONE') return false
    const known = view.find(({ id }) => id === decision.known)
    return known !== undefined && (isSameText(known.text, fact.text) || isFromSameRun(fact, known) || !isActive(known))
  })
}

/** Active memories of the same subject that are alike by vector, or of the same attribute; the most alike first. */
function nearTo(fact: NewFact, view: readonly KnownFact[]): KnownFact[] {
  return view
    .filter(
      (known) =>
        isActive(known) &&
        sameSubject(fact, known) &&
        (isAkin(fact, known) ||
          (known.slot !== undefined &&
            known.slot.subject === fact.slot.subject &&
            known.slot.attribute === fact.slot.attribute)),
    )
    .sort((a, b) => (b.similarity ?? -Infinity) - (a.similarity ?? -Infinity))
    .slice(0, MOST_SHOWN)
}

const isAkin = (fact: NewFact, { text, similarity }: KnownFact): boolean =>
  similarity !== undefined && similarity >= (thresholdsFor(fact.text, text)?.akin ?? Infinity)

interface Verdict {
  event: 'ADD' | 'UPDATE' | 'DELETE' | 'NONE'
  ids: number[]
  text: string
}

async function judged(
  fact: NewFact,
  own: Decision[],
  near: readonly KnownFact[],
  instructions: string | undefined,
  asking: Asking,
): Promise<Decision[]> {
  const content = [
    block(
      'memories',
      near.map((known, i) => memoryLine(i + 1, known)),
    ),
    block('fact', [listLine(fact.text).slice(2)]),
  ].join('\n\n')
  const reply = await ask(
    asking,
    [
      { role: 'system', content: updatePrompt(instructions) },
      { role: 'user', content },
    ],
    UPDATE_SCHEMA,
  )
  const parsed = reply && (await parseReply(reply.text, readVerdict))
  if (!parsed) return own
  if (parsed.mended) asking.tally.repaired++
  return carriedOut(parsed.value, fact, own, near, asking) ?? own
}

function readVerdict(value: unknown): Verdict | undefined {
  // Some models wrap it as the original of this method did.
  const wrapped = isObject(value) ? field(value, 'memory', 'memories', 'decision') : value
  const verdict = Array.isArray(wrapped) ? wrapped[0] : isObject(wrapped) ? wrapped : value
  if (!isObject(verdict)) return undefined
  const name = textIn(field(verdict, 'event', 'action'), 20).toUpperCase()
  const event = (['ADD', 'UPDATE', 'DELETE', 'NONE'] as const).find((known) => known === name)
  return event && { event, ids: numbersIn(field(verdict, 'id', 'ids')), text: textIn(field(verdict, 'text'), 400) }
}

/** The decision that a verdict comes to; undefined where it cannot be followed. */
function carriedOut(
  { event, ids, text }: Verdict,
  fact: NewFact,
  own: readonly Decision[],
  near: readonly KnownFact[],
  { tally }: Asking,
): Decision[] | undefined {
  if (event === 'ADD') return fact.mode === 'retract' ? undefined : [{ event: 'ADD', fact }]
  const named = [...new Set(ids)].flatMap((id) => {
    const known = near[id - 1]
    if (!known) tally.unknownIds++
    return known ? [known] : []
  })
  const [known] = named
  if (!known || (fact.mode === 'retract' && event !== 'DELETE')) return undefined
  if (event === 'NONE')
    return counts(fact, known) && isToldBy(known, fact, own) ? [{ event: 'NONE', fact, known: known.id }] : undefined
  if (event === 'UPDATE')
    return sameTrust(fact, known) && isMerged(text, fact, known)
      ? [{ event: 'UPDATE', fact, known: known.id, text }]
      : undefined
  const ended = named.filter(
    (candidate) =>
      mayClose(fact, candidate) &&
      mayEnd(fact, candidate) &&
      !isFromSameRun(fact, candidate) &&
      candidate.observedAt <= fact.observedAt,
  )
  if (ended.length === 0) return undefined
  const what = { fact, known: ended.map(({ id }) => id), at: endOf(fact, ended), corrects: fact.mode === 'correct' }
  return [fact.mode === 'retract' ? { event: 'DELETE', ...what } : { event: 'SUPERSEDE', ...what }]
}

/**
 * Whether a memory may say all that a fact says, which is lost otherwise: no other name or number, and not what the
 * fact ends by the rules.
 */
function isToldBy(known: KnownFact, { text }: NewFact, own: readonly Decision[]): boolean {
  if (
    contradicts(text, known.text) ||
    own.some((decision) => decision.event === 'SUPERSEDE' && decision.known.includes(known.id))
  )
    return false
  const evidence = evidenceOf(known.text)
  const names = properNames(text)
  return numbersWithin(text, known.text) && claims(text).every((word) => !names.has(word) || has(evidence, word, true))
}

/** Whether a merged text says what the fact says, and nothing that neither says. */
function isMerged(text: string, fact: NewFact, known: KnownFact): boolean {
  if (text === '' || contradicts(text, fact.text) || contradicts(text, known.text)) return false
  const both = `${fact.text}\n${known.text}`
  const evidence = evidenceOf(both)
  const names = properNames(text)
  return (
    numbersWithin(text, both) &&
    claims(text).every((word) => has(evidence, word, names.has(word))) &&
    claims(fact.text).every((word) => has(evidenceOf(text), word))
  )
}

import { corrected } from './correction.js'
import { isOtherCount } from './count.js'
import type { Decision, KnownFact, NewFact } from './decision.js'
import { isDuplicate, isSameText } from './duplicate.js'
import { fuller } from './elaboration.js'
import { Batch, endOf, isActive, isFromSameRun, since } from './known.js'
import { isOpposite } from './opposite.js'
import { takenBack } from './retraction.js'
import { excludes, follows } from './same-slot.js'
import { mayEnd, sameSubject } from './subject.js'
import { counts, isAlikeTrusted, mayTouch } from './untrusted.js'
import { relationOf, sameValue } from './value.js'

/**
 * Decides for each new fact whether it is news, and what it ends. Pure and deterministic; the order of the neighbours
 * is of no account.
 *
 * The facts are taken in order, each as if the decisions before it had been carried out: a decision may name the memory
 * that an earlier fact of the batch became by `new:i`, where `i` is that fact's index in `facts`. Decisions come in the
 * order of the facts, one for each, or two where a fact ends one memory and repeats another (`DELETE`, then `NONE` or
 * `UPDATE`).
 *
 * `neighbours` gives the memories of the identical scope that a fact may have to do with: whatever is alike by vector
 * or keywords, and everything of the same subject and attribute. Missing ones cost a duplicate at most. Whenever it is
 * unclear whether a memory ended, it stays: a wrong closure is worse than two memories of one thing.
 */
export function reconcile(facts: readonly NewFact[], neighbours: (fact: NewFact) => readonly KnownFact[]): Decision[] {
  const batch = new Batch()
  return facts.flatMap((fact, index) => {
    const view = batch.view(neighbours(fact))
    const decisions = decide(fact, view)
    for (const decision of decisions) batch.apply(decision, index, view)
    return decisions
  })
}

function decide(fact: NewFact, view: readonly KnownFact[]): Decision[] {
  const known = view.filter((candidate) => isActive(candidate) && sameSubject(fact, candidate))
  // Active memories have distinct texts, so this leaves no choice, whoever they are about.
  const same =
    fact.mode === 'retract'
      ? undefined
      : view.find((candidate) => isActive(candidate) && isSameText(candidate.text, fact.text))
  const endable = known.filter(
    (candidate) =>
      candidate !== same && mayTouch(fact, candidate) && mayEnd(fact, candidate) && !isFromSameRun(fact, candidate),
  )
  if (fact.mode === 'retract') return [remove(fact, takenBack(fact, endable), false)]

  const isTold = (candidate: KnownFact): boolean =>
    counts(fact, candidate) &&
    (isKnownHistory(fact, candidate) ||
      (fact.mode === 'correct' && known.includes(candidate) && isSeenAgain(fact, candidate)))
  // Where the text holds by now, an earlier message may have told it too, and been overtaken since.
  const told = same
    ? [same, ...view.filter(isTold)].find((candidate) => isFromSameRun(fact, candidate))
    : view.find(isTold)
  if (told) return [{ event: 'NONE', fact, known: told.id }]

  if (fact.mode === 'correct') {
    const wrong = corrected(fact, endable)
    if (fact.slot.value === '') return [remove(fact, wrong, true)]
    const ended = wrong.filter(({ slot }) => !sameValue(slot?.value ?? '', fact.slot.value))
    if (ended.length > 0)
      return replace(
        fact,
        ended,
        repeat(
          fact,
          same,
          known.filter((candidate) => !ended.includes(candidate)),
        ),
        true,
      )
  }
  const excluded = endable.filter(
    (candidate) => excludes(fact, candidate) || isOpposite(fact, candidate) || isOtherCount(fact, candidate),
  )
  const repeated = repeat(
    fact,
    same,
    known.filter((candidate) => !excluded.includes(candidate)),
  )
  const ended = excluded.filter((candidate) => follows(fact, candidate))
  if (repeated) return fact.mode === 'change' ? replace(fact, ended, repeated, false) : [repeated]
  const later = excluded
    .filter((candidate) => counts(fact, candidate) && candidate.observedAt > fact.observedAt)
    .sort((a, b) => a.validFrom - b.validFrom)[0]
  if (later) return [{ event: 'LATE', fact, known: later.id, at: Math.max(later.validFrom, since(fact)) }]
  return replace(fact, ended, undefined, false)
}

/** Whether a closed memory already tells this: the same message gave it, or the news is older than its end. */
function isKnownHistory(fact: NewFact, known: KnownFact): boolean {
  if (known.validTo === undefined) return false
  if (isSameText(known.text, fact.text))
    return known.messageIds.includes(fact.messageId) || fact.observedAt < known.validTo
  if (
    !known.messageIds.includes(fact.messageId) ||
    !sameSubject(fact, known) ||
    known.slot?.attribute !== fact.slot.attribute
  )
    return false
  return sameValue(known.slot.value, fact.slot.value) || isDuplicate(fact, known) || fuller(fact, known) === 'known'
}

/** Whether the same message gave this value before, by other words or since told more fully. */
function isSeenAgain(fact: NewFact, known: KnownFact): boolean {
  if (!isFromSameRun(fact, known)) return false
  if (isDuplicate(fact, known)) return true
  if (known.slot?.attribute !== fact.slot.attribute) return false
  const relation = relationOf(known.slot.value, fact.slot.value)
  return relation === 'same' || relation === 'narrower'
}

type Repetition = Extract<Decision, { event: 'NONE' | 'UPDATE' }>

/** What the fact repeats or elaborates, the most alike first. */
function repeat(fact: NewFact, same: KnownFact | undefined, known: readonly KnownFact[]): Repetition | undefined {
  if (same) return { event: 'NONE', fact, known: same.id }
  const nearest = known
    .filter((candidate) => counts(fact, candidate))
    .sort((a, b) => (b.similarity ?? -Infinity) - (a.similarity ?? -Infinity))
  const duplicate = nearest.find(
    (candidate) =>
      isDuplicate(fact, candidate) ||
      fuller(fact, candidate) === 'known' ||
      (fact.slot.cardinality === 'one' && isSeenAgain(fact, candidate)),
  )
  if (duplicate) return { event: 'NONE', fact, known: duplicate.id }
  const shorter = nearest.find((candidate) => isAlikeTrusted(fact, candidate) && fuller(fact, candidate) === 'fact')
  return shorter && { event: 'UPDATE', fact, known: shorter.id, text: fact.text }
}

function remove(fact: NewFact, ended: readonly KnownFact[], corrects: boolean): Decision {
  return ended.length === 0
    ? { event: 'SKIP', fact }
    : { event: 'DELETE', fact, known: ended.map(({ id }) => id), at: endOf(fact, ended), corrects }
}

function replace(
  fact: NewFact,
  ended: readonly KnownFact[],
  repeated: Repetition | undefined,
  corrects: boolean,
): Decision[] {
  if (repeated) return ended.length === 0 ? [repeated] : [remove(fact, ended, corrects), repeated]
  return [
    ended.length === 0
      ? { event: 'ADD', fact }
      : { event: 'SUPERSEDE', fact, known: ended.map(({ id }) => id), at: endOf(fact, ended), corrects },
  ]
}

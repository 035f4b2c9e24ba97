import { corrected } from './correction.js'
import { isOtherCount } from './count.js'
import type { Decision, KnownFact, NewFact } from './decision.js'
import { isDuplicate, isSameText } from './duplicate.js'
import { fuller } from './elaboration.js'
import { Batch, endOf, isActive, isFromSameRun, since } from './known.js'
import { isOpposite } from './opposite.js'
import { retracted } from './retraction.js'
import { excludes, follows } from './same-slot.js'
import { mayEnd, sameSubject } from './subject.js'
import { counts, sameTrust, mayClose } from './untrusted.js'
import { relationOf, sameValue } from './value.js'

/**
 * Decides for each new fact whether it is new, repeats or extends a known one, and which known facts it ends. Pure and
 * deterministic; the order of the neighbours does not matter.
 *
 * Facts are processed in order, each with the earlier decisions applied: a decision may refer to the memory of an
 * earlier fact as `new:i`, where `i` is its index in `facts`. Decisions are in the order of the facts: one each, or two
 * where a fact ends one memory and repeats another (`DELETE`, then `NONE` or `UPDATE`).
 *
 * `neighbours` returns memories of the identical scope that a fact may relate to: similar ones by vector or keywords,
 * and all of the same subject and attribute. A missing one costs a duplicate at most. A memory is closed only when it
 * certainly ended: a wrong closure is worse than a duplicate.
 */
export function reconcile(facts: readonly NewFact[], neighbours: (fact: NewFact) => readonly KnownFact[]): Decision[] {
  const batch = new Batch()
  return facts.flatMap((fact, index) => {
    const current = batch.current(neighbours(fact))
    const decisions = decide(fact, current)
    for (const decision of decisions) batch.apply(decision, index, current)
    return decisions
  })
}

function decide(fact: NewFact, current: readonly KnownFact[]): Decision[] {
  const known = current.filter((candidate) => isActive(candidate) && sameSubject(fact, candidate))
  // At most one: the texts of a scope's active memories are unique, whatever their subject.
  const same =
    fact.mode === 'retract'
      ? undefined
      : current.find((candidate) => isActive(candidate) && isSameText(candidate.text, fact.text))
  const endable = known.filter(
    (candidate) =>
      candidate !== same && mayClose(fact, candidate) && mayEnd(fact, candidate) && !isFromSameRun(fact, candidate),
  )
  if (fact.mode === 'retract') return [remove(fact, retracted(fact, endable), false)]

  const isRepeated = (candidate: KnownFact): boolean =>
    counts(fact, candidate) &&
    (isKnownHistory(fact, candidate) ||
      (fact.mode === 'correct' && known.includes(candidate) && isExtractedAgain(fact, candidate)))
  // The message may have given this fact in an earlier extraction, and the fact may have ended since.
  const repetition = same
    ? [same, ...current.filter(isRepeated)].find((candidate) => isFromSameRun(fact, candidate))
    : current.find(isRepeated)
  if (repetition) return [{ event: 'NONE', fact, known: repetition.id }]

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

/** Whether a closed memory states the same, and comes from the same message or ended after the fact was said. */
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

/** Whether an earlier extraction of the same message gave this value, in other words or in more detail. */
function isExtractedAgain(fact: NewFact, known: KnownFact): boolean {
  if (!isFromSameRun(fact, known)) return false
  if (isDuplicate(fact, known)) return true
  if (known.slot?.attribute !== fact.slot.attribute) return false
  const relation = relationOf(known.slot.value, fact.slot.value)
  return relation === 'same' || relation === 'narrower'
}

type Repetition = Extract<Decision, { event: 'NONE' | 'UPDATE' }>

/** The known fact that the new one repeats or elaborates, trying the most similar first. */
function repeat(fact: NewFact, same: KnownFact | undefined, known: readonly KnownFact[]): Repetition | undefined {
  if (same) return { event: 'NONE', fact, known: same.id }
  const nearest = known
    .filter((candidate) => counts(fact, candidate))
    .sort((a, b) => (b.similarity ?? -Infinity) - (a.similarity ?? -Infinity))
  const duplicate = nearest.find(
    (candidate) =>
      isDuplicate(fact, candidate) ||
      fuller(fact, candidate) === 'known' ||
      (fact.slot.cardinality === 'one' && isExtractedAgain(fact, candidate)),
  )
  if (duplicate) return { event: 'NONE', fact, known: duplicate.id }
  const shorter = nearest.find((candidate) => sameTrust(fact, candidate) && fuller(fact, candidate) === 'fact')
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

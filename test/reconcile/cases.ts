import { attributeOf } from '../../src/extract/text/attributes.js'
import type { FactMode, FactSlot } from '../../src/extract/fact.js'
import type { Decision, KnownFact, NewFact } from '../../src/reconcile/decision.js'

/**
 * A case as data: what is known, the new fact, the decision.
 *
 *     'lyon: User lives in Lyon | user home lyon'
 *     'User moved from Lyon to Lisbon | user home lisbon | change, from lyon'
 *     'SUPERSEDE lyon'
 *
 * After the text: the slot as subject, attribute and value (absent: none), a name of several words with `_`, and then, comma-separated:
 * a mode, `from VALUE` (what was said to be so before), `day N` it was said (known: 1, new: 100), `since N`, `by NAME`, `like N` (similarity),
 * `in MESSAGE`, `quote WORDS`.
 */
export type Case = readonly [known: readonly string[], fact: string, expected: string]

const DAY = 86_400_000

interface Line {
  id: string
  text: string
  slot?: FactSlot
  options: Map<string, string>
}

function readLine(line: string, prefix: boolean): Line {
  const [head = '', slot = '', options = ''] = line.split('|').map((part) => part.trim())
  const at = prefix ? head.indexOf(':') : -1
  const [subject, attribute, ...value] = slot.split(' ')
  return {
    id: head.slice(0, Math.max(0, at)).trim(),
    text: head.slice(at + 1).trim(),
    ...(subject &&
      attribute && {
        slot: {
          subject: subject.replaceAll('_', ' '),
          attribute: attribute.replaceAll('_', ' '),
          value: value.join(' '),
          cardinality: attributeOf(attribute).cardinality,
        },
      }),
    options: new Map(
      options
        .split(',')
        .filter((option) => option.trim() !== '')
        .map((option) => {
          const [name = '', ...rest] = option.trim().split(' ')
          return [name, rest.join(' ')]
        }),
    ),
  }
}

const dayOf = (text: string | undefined, otherwise: number): number =>
  (text === undefined ? otherwise : Number(text)) * DAY

export function knownFact(line: string): KnownFact {
  const { id, text, slot, options } = readLine(line, true)
  const observedAt = dayOf(options.get('day'), 1)
  const similarity = options.get('like')
  return {
    id,
    text,
    ...(slot && { slot, attributedTo: options.get('by') ?? 'user' }),
    observedAt,
    validFrom: options.has('since') ? dayOf(options.get('since'), 1) : observedAt,
    ...(options.has('until') && { validTo: dayOf(options.get('until'), 1) }),
    ...(similarity !== undefined && { similarity: Number(similarity) }),
    messageIds: [options.get('in') ?? `message of ${id}`],
  }
}

export function newFact(line: string): NewFact {
  const { text, slot, options } = readLine(line, false)
  if (!slot) throw new Error(`A new fact has a slot: ${line}`)
  const mode =
    (['change', 'retract', 'correct'] as const).find((name): name is Exclude<FactMode, 'assert'> =>
      options.has(name),
    ) ?? 'assert'
  const observedAt = dayOf(options.get('day'), 100)
  const previous = options.get('from')
  return {
    text,
    slot,
    mode,
    language: /\p{Script=Han}/u.test(text) ? 'zh' : 'en',
    kind: attributeOf(slot.attribute).kind,
    category: attributeOf(slot.attribute).categories[0] as string,
    attributedTo: options.get('by') ?? 'user',
    messageId: options.get('in') ?? `message on ${observedAt / DAY}`,
    quote: options.get('quote') ?? text,
    observedAt,
    ...(previous !== undefined && { previous }),
    ...(options.has('since') && { validFrom: dayOf(options.get('since'), 1) }),
  }
}

/** `SUPERSEDE lyon, porto (corrects)`, `DELETE jest + NONE vitest`. */
export function show(decisions: readonly Decision[]): string {
  return decisions
    .map((decision) => {
      const known = 'known' in decision ? ` ${[decision.known].flat().sort().join(', ')}` : ''
      return `${decision.event}${known}${'corrects' in decision && decision.corrects ? ' (corrects)' : ''}`
    })
    .join(' + ')
}

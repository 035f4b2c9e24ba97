import { pattern } from '../../../language/pattern.js'
import type { Draft } from '../draft.js'
import { ofSpeaker, possessive, trimEnd } from './render.js'

const ADVICE = pattern('iu')`
  ^(?:my|our) (?<who>
    (?:\w+ )?(?:
      doctor|gp|dentist|cardiologist|physio|physiotherapist|dietitian|nutritionist|midwife|therapist
      |psychiatrist|neurologist|allergist|dermatologist|specialist|consultant|vet
    )
  ) (?<what>
    (?:just |recently |also |has |have )*(?:
      wants me (?:off|on|to)
      |(?:told|ordered|asked|advised|warned) me (?:to|not to|off|against)
      |put me (?:back )?on|took me off|has me on|diagnosed me with|prescribed(?: me)?
      |says I (?:can not|should not|must not|need to|have to)
      |banned me from
    ) (?<value>\p{L}.+)
  )$
`

const SAYS = pattern('i')`
  ^(?:my|our|the) (?:\w+ )?(?:
    doc|doctor|doctors|gp|dentist|physio|therapist|psychiatrist|optician|cardiologist|dermatologist
    |specialist|vet|tests?|results?|scan|blood tests?
  ) (?:just |recently |also )*(?:says?|said|told me|confirmed|shows?|showed)(?: that)?[ ]
  (?=I (?:have|am|need|should|must|can not)\b)
`

/** "The doctor says I have gout": from them it is true. */
export const withoutDoctor = (clause: string): string => clause.replace(SAYS, '')

/** "My doctor wants me off coffee": what a doctor orders is no hearsay. */
export function readAdvice(clause: string, label: string, key: string): Draft | undefined {
  const { who, what, value } = ADVICE.exec(clause)?.groups ?? {}
  if (
    who === undefined ||
    what === undefined ||
    value === undefined ||
    /\b(?:it|this|that|relax|calm down|come back|wait|see (?:him|her|them)|worry)\b/i.test(value)
  )
    return undefined
  return {
    text: `${possessive(label)} ${who} ${trimEnd(ofSpeaker(what))}`,
    attribute: 'condition',
    subject: key,
    value: trimEnd(ofSpeaker(value)),
  }
}

import type { Discourse, Draft } from '../draft.js'
import { readBelonging, readInverse, readNaming } from './belongings.js'
import { clausesOf, conjoined, type Clause } from './clauses.js'
import { isCorrective, readCorrection, readForget, statementMeant } from './corrections.js'
import { isConditional, isDoubtful, isOwnQuestion, isQuestionClause, isStanding } from './guards.js'
import { isToolish, readDecision, readInstruction } from './instructions.js'
import { isPersonName } from './names.js'
import { readPredicate, type Predicate } from './predicate.js'
import { aboutSpeaker, headOf, listOf, ofSpeaker, possessive, trimEnd, withoutAsides, withoutDate } from './render.js'
import type { Reading, Rule } from './rule.js'
import { readSubject, type Subject } from './subject.js'
import { doingRules } from './topics/doing.js'
import { educationRules } from './topics/education.js'
import { familyRules } from './topics/family.js'
import { futureRules } from './topics/future.js'
import { habitRules } from './topics/habits.js'
import { healthRules } from './topics/health.js'
import { homeRules } from './topics/home.js'
import { identityRules } from './topics/identity.js'
import { likeRules } from './topics/likes.js'
import { thingRules } from './topics/things.js'
import { workRules } from './topics/work.js'
import { baseOfIng, verbForm } from './verbs.js'
import { EVENT_NOUN, OCCUPATION, PET, RELATION } from './words.js'
import { resolveDates } from './when.js'

// The first rule that fits wins, so the more telling topics come first.
const TOPICS: readonly (readonly Rule[])[] = [identityRules, healthRules, familyRules, homeRules, workRules, educationRules, futureRules, thingRules, likeRules, doingRules, habitRules]

let byVerb: Map<string, Rule[]> | undefined

function rulesFor(lemma: string): readonly Rule[] {
  if (!byVerb) {
    byVerb = new Map()
    const lemmas = new Set(TOPICS.flat().flatMap(({ verbs }) => verbs.split(' ')))
    for (const verb of lemmas) byVerb.set(verb, TOPICS.flat().filter(({ verbs }) => verbs === '*' || verbs.split(' ').includes(verb)))
  }
  return byVerb.get(lemma) ?? (byVerb.get('*') as Rule[])
}

const ASKS_TO_REMEMBER = /^(?:[\w']+,? ){0,4}?(?:can|could|would|will) you (?:please |also )?(?:remember|note|keep in mind|make a note|save|remind yourself)(?: that)?:? (?=(?:I|my|we|our)\b)/i
// "I told you I work in Leeds, but I got transferred": what was told no longer holds.
const TOLD_BEFORE = /\b(?:I|we) (?:told you|said|mentioned)(?: (?:before|earlier|last time|that))* (?:I|we|my|our) [^,;.]{2,80}[,;]? but (?=(?:I|we|my|our|now|actually)\b)/i
const ASKS_TO_BEHAVE = /^(?:(?:hey|hi|ok|please|also|and),? )*(?:can|could|would|will) you (?:please |just )?/i
const SAYING = /\b(?:said|says|told (?:me|us|him|her|them|everyone)|tells (?:me|us)|wrote|claims?|claimed|asked|thinks?|replied|goes|(?:was|is) like|texted)[:,]?$/i

/** The facts of one normalised sentence of a statement. */
export function readSentence(sentence: string, asks: boolean, discourse: Discourse): Draft[] {
  const { label, key } = discourse.speaker
  if (asks && ASKS_TO_BEHAVE.test(sentence) && (isStanding(sentence) || /\bcall me\b/i.test(sentence))) {
    const order = readInstruction(sentence.replace(ASKS_TO_BEHAVE, '').replace(/\?+$/, ''), label, key)
    return order ? [order] : []
  }
  const told = labelled(statementMeant(sentence).replace(TOLD_BEFORE, '').replace(ASKS_TO_REMEMBER, '').replace(/,? (?:remember|you know)\?(?=$| \w)/i, '.')).replace(/[\s.!?]+$/, '')
  const asksOnly = asks && told.length === statementMeant(sentence).replace(/[\s.!?]+$/, '').length

  const all = clausesOf(told)
  const clauses = asksOnly ? beforeTheQuestion(all) : all
  if (clauses.length === 0) return []
  const bare = (clauses[0] as Clause).text
  if (!asksOnly) {
    const correction = readCorrection(told, discourse.before)
    if (correction) return [correction]
    const forget = readForget(told, label, key) ?? readForget(bare, label, key)
    if (forget?.draft) return [forget.draft]
    if (forget?.inner) return readSentence(forget.inner, false, discourse).map((draft) => ({ ...draft, mode: 'retract', text: `${label} asked to forget: ${draft.text}` }))
    const instruction = readInstruction(all.length === 1 ? bare : told, label, key)
    if (instruction) return [instruction]
  }
  const corrective = isCorrective(told)
  const drafts: Draft[] = []
  let formerly: Draft[] = []
  let blocked = false
  for (const clause of clauses) {
    if (/^(?:if|unless|suppose|supposing|what if|imagine|assuming)\b/i.test(clause.text)) blocked = true
    if (blocked || isConditional(clause.text)) continue
    if (isDoubtful(clause.text)) {
      if (SAYING.test(clause.text)) blocked = true
      continue
    }
    if (isQuestionClause(clause.text)) continue
    const order = readInstruction(clause.text, label, key)
    if (order) {
      drafts.push(order)
      continue
    }
    const found = readClause(clause === clauses[0] ? { ...clause, text: withSubject(clause.text) } : clause, told, discourse)
    formerly = [...formerly, ...found.formerly]
    for (const draft of found.drafts) drafts.push(succeed(corrective ? corrected(draft, clause.text) : draft, formerly))
  }
  return drafts
}

const ROLE_FIRST = new RegExp(`^(?:(?:proud|single|new|working|busy) )?(?:mom|mum|mother|dad|father|grandma|grandpa) of (?:a|an|one|two|three|four|five|twins|\\d)\\b|^(?!(?:I|we|my|our|he|she|they|it|the|this|that|working|living|studying|just|also|currently|been|was|is|am)\\b)${OCCUPATION} (?:at|from|for|based in|living in) \\p{Lu}`, 'iu')
const DROPPED_I =
  /^(?:(?:just|recently|finally|also|already|literally|actually|officially) )*(?:failed|handed in|tore|visited|took|found|opened|enrolled|made it|split|can not (?:eat|drink|have|do)|moved|bought|got|started|adopted|finished|quit|graduated|retired|switched|joined|landed|signed|broke|ran|passed|won|booked|turned|became|left|sold|met|married|lost|launched|picked up|took up|gave up|stopped|accepted|grew up|was born|was diagnosed|have been|have (?:a|an|two|three) |had surgery|love|hate|prefer|can not stand|do not (?:eat|drink|like|smoke)|live|work)\b(?= \S)/i
const DROPPED_AM =
  /^(?:(?:currently|now|just|also|already|recently|originally|still|mildly|severely|super|deathly|happily|no longer|finally) )*(?:trying to|going to (?=[a-z]+ (?:the|a|an|my|our|to|in|on|at|for)\b)(?!the|a|my)[a-z]+|picking up (?:my|our)|visiting (?:my|our|\p{Lu})|starting (?:an?|my|school|college|uni|work)|hosting|teaching myself|turning|renting|obsessed with|addicted to|terrified of|scared of|afraid of|fluent in|celiac|coeliac|asthmatic|pregnant|colou?r-?blind|left-handed|sober|single|divorced|not (?:an? (?:\w+ )?(?:fan|person)|into|big on|keen on)|(?:an? )?(?:big|huge|massive|lifelong) (?:\w+ )?fan|replaying|rewatching|bingeing|gluten|living|working|studying|learning|training|based|allergic|lactose|moving|flying|getting|planning|saving|expecting|from|married|retired|vegan|vegetarian|diabetic|teaching|engaged|recovering)\b(?= \S|$)/iu

// "Two cats, Miso and Udon": a count of animals or children and their names, no verb.
const VERBLESS = new RegExp(`^(?:two|three|four|five|twin|\\d) (?:[a-z]+ ){0,2}?(?:${PET}|kids|boys|girls|sons|daughters)(?:$|(?:,| named| called|:) ?\\p{Lu}[\\p{L}'-]+(?:(?:, | and |, and )\\p{Lu}[\\p{L}'-]+)*(?:$|,))`, 'u')

/** People leave "I" out: "just moved to Porto", "allergic to nuts". Orders keep the form of "work", so only what follows an adverb or is inflected counts. */
function withSubject(clause: string): string {
  const here = /^(?:an? |fellow |another )?(?<what>[\w' -]{3,40}) here(?:, .*)?$/i.exec(clause)?.groups?.['what']
  if (here && !/^(?:it|this|that|he|she|I|we|they|you|there|new|newbie|hot|cold|late)\b/i.test(here)) return `I am ${/^(?:vegan|vegetarian|single|retired|diabetic)$/i.test(here) ? '' : /^[aeiou]/i.test(here) ? 'an ' : 'a '}${here.charAt(0).toLowerCase()}${here.slice(1)}`
  if (ROLE_FIRST.test(clause)) return `I am ${/^[aeiou]/i.test(clause) ? 'an' : 'a'} ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`
  const passive = /^(?:(?:just|recently|finally|also) )*(?<rest>(?:born|raised|diagnosed|laid off|promoted|hired|fired) .+|laid off$|promoted$|fired$)/i.exec(clause)?.groups?.['rest']
  if (passive) return `I was ${passive.charAt(0).toLowerCase()}${passive.slice(1)}`
  if (VERBLESS.test(clause)) return `I have ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`
  if (/^[Bb]een (?:at \p{Lu}|(?:to|vegan|vegetarian|living|working|learning|married|sober)\b)/u.test(clause)) return `I have ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`
  if (/^went (?:fully |full )?(?:vegan|vegetarian|keto|sober)\b/i.test(clause)) return `I ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`
  if (DROPPED_I.test(clause) && !/^(?:live|work|love|hate|prefer) (?:on|this|that|it|it|you|your|through|out|with)\b/i.test(clause)) return `I ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`
  if (DROPPED_AM.test(clause) && !/^(?:from|based|living|working) (?:now|the|this|that|on|what|my|here|there|your|with)\b|^(?:learning|working|getting|planning|moving|living|studying|teaching|training|saving) (?:\w+ ){1,3}(?:is|was|can|will|would|has|takes|seems|makes)\b/i.test(clause)) return `I am ${clause.charAt(0).toLowerCase()}${clause.slice(1).replace(/ here$/i, '')}`
  return clause
}

const LABEL = /^(?:my |this year's |the )?(?<label>(?:full |first )?name|age|location|city|job|occupation|profession|diet|allerg(?:y|ies)|hobbies|birthday|(?:main |big |fitness )?goals?(?: (?:for|this) [\w ]{3,12})?|favou?rite [\w ]{3,20}|pronouns|timezone|native language): (?<value>[^:]{1,80})$/i

/** "Goal for this year: run a marathon" says "my goal is …". */
function labelled(sentence: string): string {
  if (/^(?:(?:main|big|current) )?goal(?: for (?:this|the|next) \w+)? is to \w/i.test(sentence) && !/\b(?:this|that|it|bug|code|function|error|file|page|test|query|refactor|fix)\b/i.test(sentence.replace(/for this/i, ''))) return `My ${sentence}`
  const match = LABEL.exec(sentence)
  if (!match) return sentence
  const { label, value } = match.groups as { label: string; value: string }
  if (/^(?:location|city)$/i.test(label)) return `I live in ${value}`
  if (/^allerg/i.test(label)) return /^none/i.test(value) ? sentence : `I am allergic to ${value}`
  return `My ${label.toLowerCase()} ${/s$/i.test(label) && !/pronouns/i.test(label) ? 'are' : 'is'} ${value}`
}

const BARE_EVENT = new RegExp(`^(?<noun>(?:(?:the|my|our|an?) )?(?:[\\w&'/-]+ ){0,2}?(?:${EVENT_NOUN}|dentist|doctor|physio|therapy|offsite|secret santa|release|orthodontist|vet)(?: (?:at|with|in|to|for) [\\w' -]{2,30}?)?)(?<verb>(?: is| are|'s| will be| got moved| is moved| moved| starts?|:|,)? ?(?:now |on |is )?(?:.*))$`, 'i')
const NO_EVENT = /\b(?:was|were|went|last|yesterday|ago|cancel\w*|every|each|sucks?|if|for free|error|fails?|failed)\b|\?$/i

/** "Wedding is 5 September in Puglia", "dentist next Tuesday": an event of the speaker's world with its day. */
function bareEvent(text: string, discourse: Discourse): Draft | undefined {
  const match = BARE_EVENT.exec(text)
  if (!match || text.split(' ').length > 14 || NO_EVENT.test(text) || /^(?:my|our) (?:sister|brother|mom|dad|wife|husband)/i.test(text)) return undefined
  const { label, key } = discourse.speaker
  const dated = resolveDates(withoutAsides(ofSpeaker(text.replace(/^(?:the|my|our|an?) /i, ''))), discourse.message.at, false)
  if (dated.at === undefined || !dated.exact || dated.at < discourse.message.at - 12 * 3_600_000) return undefined
  const noun = (match.groups?.['noun'] as string).replace(/^(?:the|my|our|an?) /i, '')
  return { text: `${possessive(label)} ${dated.text.charAt(0).toLowerCase()}${dated.text.slice(1)}`, attribute: 'plan', subject: key, value: noun, validFrom: dated.at }
}

/** Of a sentence that asks: what is stated before a question of its own. */
function beforeTheQuestion(clauses: readonly Clause[]): Clause[] {
  const last = clauses.at(-1)
  return last && clauses.length > 1 && isOwnQuestion(last.text) ? clauses.slice(0, -1).filter(({ text }) => !/^(?:is|are|do|does|did|can|could|would|should|will)\b/i.test(text)) : []
}

const corrected = (draft: Draft, clause: string): Draft => {
  if (draft.mode !== undefined && draft.mode !== 'assert') return draft
  const previous = NOT_TAIL.exec(clause)?.groups?.['previous']
  return { ...draft, mode: 'correct', ...(previous && { previous }) }
}

/** "I used to live in Lyon but now I live in Lisbon": the one follows the other. */
function succeed(draft: Draft, formerly: readonly Draft[]): Draft {
  const before = formerly.find(({ attribute, subject, value }) => attribute === draft.attribute && subject === draft.subject && value !== draft.value)
  return before && (draft.mode ?? 'assert') === 'assert' ? { ...draft, mode: 'change', previous: before.value } : draft
}

const NOT_TAIL = /(?:, (?:and )?not|(?<=\d) not) (?:in |at |a |an |from |for |as )?(?<previous>(?!only|just|really|sure|very|any|to\b|because|that|if|too|yet|so|even|the best|always)[\p{L}\d'-]+(?: [\p{L}\d'-]+)?)(?: any more)?$/iu
const LEAD =
  /^(?<lead>(?:(?:right )?now|nowadays|these days|currently|lately|recently|at the moment|today|tonight|tomorrow|yesterday|usually|sometimes|often|normally|typically|generally|(?:on|in|at|next|last|this|every|each|since|for|from|by|until|after|before|most|some|over|during|two|three|a few|a couple|\d+|the (?:day|week|month)|back in|earlier|later|as of|starting|early|late|once|twice|in the|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|\w+ (?:years?|months?|weeks?|days?) ago)\b[^,]{0,40}?),? )(?=(?:I|we|my|our|he|she|it)\b)/i
// "The wife is a nurse", "mom is visiting".
const KIN_FIRST = /^(?:(?:the )?(?:wife|hubby|husband|kids|gf|bf|boyfriend|girlfriend|in-laws)|mom|mum|dad|grandma|grandpa|nan|gran)(?= (?:is|are|has|have|works?|lives?|loves?|hates?|was|just|turns?|got|will)\b)/i
const AS_A = /^as (?:an? )(?<what>[^,]{2,60}?),? (?=(?:I|my|we)\b)/i
const BARE_NAME = /^(?:my )?name'?s? is (?<name>\p{L}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?)|^(?:this is|it is) (?<this>\p{Lu}[\p{L}'-]+)(?: here)?$|^(?<here>\p{Lu}[\p{L}'-]+) here$/iu

function readClause(clause: Clause, told: string, discourse: Discourse): { drafts: Draft[]; formerly: Draft[] } {
  const { label, key } = discourse.speaker
  const text = trimEnd(clause.text)
  const nothing = { drafts: [], formerly: [] }
  const named = BARE_NAME.exec(text)
  const introduced = named?.groups?.['name'] ?? named?.groups?.['here'] ?? (discourse.message.text.length < 200 ? named?.groups?.['this'] : undefined)
  if (introduced && isPersonName(introduced)) return { drafts: [{ text: `${label}'s name is ${introduced}`, attribute: 'name', subject: key, value: introduced }], formerly: [] }
  const inverse = readInverse(text, label, key)
  if (inverse) return { drafts: [inverse], formerly: [] }
  const alone = /^as (?:an? )(?<what>(?!.* (?:I|my|we) )[^,]{2,60})$/i.exec(text)?.groups?.['what']
  if (alone) return readClause({ ...clause, text: `I am ${/^[aeiou]/i.test(alone) ? 'an' : 'a'} ${alone}` }, told, discourse)
  const lets = /^let us\b/i.test(text) ? readDecision(text, told, label, key, text) : undefined
  if (lets) return { drafts: [lets], formerly: [] }
  const asA = AS_A.exec(text)
  if (asA) {
    const role = readClause({ ...clause, text: `I am a ${asA.groups?.['what'] as string}`.replace(/\ba (?=[aeiou])/i, 'an ') }, told, discourse)
    const rest = readClause({ ...clause, text: text.slice(asA[0].length) }, told, discourse)
    return { drafts: [...role.drafts, ...rest.drafts], formerly: rest.formerly }
  }
  const lead = LEAD.exec(text)?.groups?.['lead'] ?? ''
  const body = text.slice(lead.length).replace(KIN_FIRST, (kin) => `my ${kin.replace(/^the /i, '').toLowerCase()}`)
  const subject = readSubject(body, discourse)
  if (!subject) {
    const event = bareEvent(text, discourse)
    return event ? { drafts: [event], formerly: [] } : nothing
  }
  if (subject.entity) discourse.last = subject.entity
  const decision = subject.kind === 'self' ? decided(body, told, subject, discourse, lead) : undefined
  if (decision) return { drafts: [decision], formerly: [] }
  const predicates = conjoined(subject.rest, (rest, joint) => beginsPredicate(rest, joint, subject))
  const drafts: Draft[] = []
  const formerly: Draft[] = []
  for (const part of predicates) {
    const predicate = readPredicate(trimEnd(withoutAsides(trimEnd(part))).replace(NOT_TAIL, (tail) => (/any more$/.test(tail) || / (?:but|not only)/.test(tail) ? tail : '')), { first: subject.kind === 'self' && !subject.plural, plural: subject.plural })
    if (!predicate) continue
    for (const simple of complements(predicate)) {
      const found = readPart(simple, { subject, clause, discourse, lead })
      drafts.push(...found.drafts)
      formerly.push(...found.formerly)
    }
  }
  for (const draft of drafts) introduce(draft, subject, discourse)
  for (const draft of drafts) if (subject.entity && draft.attribute === 'name') discourse.known.set(draft.value.toLowerCase(), subject.entity)
  return { drafts, formerly }
}

const MENTIONED = { pet: new RegExp(`\\b(?:${PET})\\b`, 'i'), family: new RegExp(`\\b(?:${RELATION})\\b`, 'i') }

/** "I have a cat. Her name is Luna": the cat is who is meant next. */
function introduce({ attribute, text }: Draft, { label, kind }: Subject, discourse: Discourse): void {
  if (kind !== 'self' || (attribute !== 'pet' && attribute !== 'family')) return
  const noun = MENTIONED[attribute].exec(text.slice(label.length))?.[0]
  if (noun) discourse.last = { kind: attribute === 'pet' ? 'pet' : 'person', label: `${discourse.speaker.label}'s ${noun}`, key: discourse.speaker.key === 'user' ? noun.toLowerCase() : `${discourse.speaker.key}'s ${noun.toLowerCase()}` }
}

function decided(body: string, told: string, subject: Subject, discourse: Discourse, lead: string): Draft | undefined {
  const { label, key } = discourse.speaker
  const predicate = readPredicate(subject.rest, { first: true, plural: subject.plural })
  if (!predicate || predicate.negative || predicate.aspect === 'conditional') return undefined
  const standing = isStanding(lead) || isStanding(told) ? `${lead}${body}` : body
  return readDecision(body, standing, label, key, resolveDates(`${subject.label} ${ofSpeaker(predicate.third)}`, discourse.message.at, false).text)
}

const JOINED_BY_COMMA = /^(?:(?:currently |now |originally |also |but )?(?:living?|works?|working|lives|have|has|love|loves|study|studies|studying|speaks?|plays?|based|born|married|retired))\b/i

function beginsPredicate(rest: string, joint: string, subject: Subject): boolean {
  const first = (/^(?:really|also|now|just|currently|usually|recently|am|was|no longer)\s+(?=\S)/i.exec(rest) ? rest.replace(/^(?:really|also|now|just|currently|usually|recently|no longer)\s+/i, '') : rest).split(' ')[0] as string
  if (/^raised\b/i.test(rest)) return false
  if (joint === ', ' && !JOINED_BY_COMMA.test(rest) && !(subject.kind === 'self' && /^(?:joined|moved|started|got|bought|left|adopted|quit|retired|switched|graduated)\b/i.test(rest))) return false
  const third = subject.kind !== 'self' && !subject.plural
  const form = third ? (verbForm(first, 's') ?? verbForm(first, 'past')) : (verbForm(first, 'base') ?? verbForm(first, 'past'))
  if (!form) return joint === ', ' && /^(?:living|working|based|born|studying|married)\b/i.test(rest)
  // Nouns that look like verbs: "I love running and dance", "rice and fish".
  return !/^(?:fish|dance|water|game|bike|cook|design|code|paint|yoga|drinks?|plans?|works?|land|sign|book|house|name|ski|surf|box|name|dates?|turn|rest|head|type|show|face|root|support|view|care|dream|focus|start|finish|play|study|walks?|runs?|hikes?|travel|feed|train|coach|host|drop|snack|cut|set|read|fast)$/i.test(first) || / (?:to|in|at|my|as|for|with|the|a|an|every|on)\b/.test(rest.split(' ').slice(0, 3).join(' '))
}

const PIECE =
  /^(?:(?:currently|now|originally|also|a?n?|also a) )*(?:from|an?|based|living|working|studying|learning|married|single|divorced|engaged|allergic|vegan|vegetarian|pescatarian|diabetic|\d{1,2}(?: years? old)?$|born|in my|retired|originally|left-handed|lactose|celiac|gluten|half|fluent|into|interested|passionate|the (?:mother|father|oldest|youngest)|mother|father|mom|dad|training|planning|hoping|not)\b/i
const WITH_ORIGIN = /^(?<who>an? .+?),? (?<where>(?:originally |living |based |currently living |currently based |who lives |residing )*(?:from|in) (?:the )?\p{Lu}.*)$/u

/** "am 34, a nurse and from Porto" says three things. */
function complements(predicate: Predicate): Predicate[] {
  if (predicate.lemma !== 'be' || predicate.negative || predicate.aspect !== 'present') return [predicate]
  const pieces: string[] = []
  for (const piece of predicate.rest.split(/,? and |, /)) {
    if (pieces.length > 0 && !PIECE.test(piece)) return split(predicate, [predicate.rest])
    pieces.push(piece)
  }
  return split(predicate, pieces)
}

function split(predicate: Predicate, pieces: readonly string[]): Predicate[] {
  const parts = pieces.flatMap((piece) => {
    const origin = WITH_ORIGIN.exec(piece)
    const where = origin?.groups?.['where']
    // "a student in Lisbon" is one thing; "a nurse from Porto", "living in Porto", are two.
    if (!origin || where === undefined || /^in /.test(where)) return [piece]
    return [origin.groups?.['who'] as string, where.replace(/^who lives/, 'living')]
  })
  const age = parts.flatMap((piece) => {
    const aged = /^an? (?<age>\d{1,2})[- ]years?[- ]old (?<who>\p{L}.+)$/u.exec(piece)
    return aged && !/^(?:man|woman|guy|girl|male|female|boy|person)$/.test(aged.groups?.['who'] ?? '') ? [`${aged.groups?.['age'] as string} years old`, `${/^[aeiou]/i.test(aged.groups?.['who'] as string) ? 'an' : 'a'} ${aged.groups?.['who'] as string}`] : [piece]
  })
  if (age.length === 1 && age[0] === predicate.rest) return [predicate]
  const head = predicate.third.slice(0, predicate.third.length - predicate.rest.length)
  return age.map((rest) => {
    const bare = rest.replace(/^(?:also|currently|now) /, '')
    const moving = /^(?<ing>living|working|studying|learning|training|planning) (?<rest>.+)$/.exec(bare)
    if (moving) return { ...predicate, aspect: 'progressive', lemma: baseOfIng(moving.groups?.['ing'] as string), rest: moving.groups?.['rest'] as string, third: head + bare }
    return { ...predicate, rest: bare, third: head + bare }
  })
}

function readPart(predicate: Predicate, { subject, clause, discourse, lead }: { subject: Subject; clause: Clause; discourse: Discourse; lead: string }): { drafts: Draft[]; formerly: Draft[] } {
  const nothing = { drafts: [], formerly: [] }
  if (predicate.aspect === 'conditional') return nothing
  if (predicate.lemma === 'use' && predicate.aspect === 'past' && /^to \S/.test(predicate.rest)) {
    const inner = readPredicate(predicate.rest.slice(3), { first: true, plural: false })
    return inner ? { drafts: [], formerly: apply({ ...inner, adverbs: [] }, predicate, subject, clause, discourse, lead, false) } : nothing
  }
  const said = predicate.negative && (predicate.adverbs.includes('no longer') || /\bany more\b/.test(predicate.rest))
  const stopped = /^(?:stop|quit)$/.test(predicate.lemma) && !predicate.negative ? /^(?<ing>[a-z]+ing)\b ?(?<rest>.*)$/.exec(predicate.rest) : null
  if (said) {
    const state = { ...predicate, negative: false, aspect: predicate.aspect === 'can' ? ('present' as const) : predicate.aspect, rest: predicate.rest.replace(/,? ?\bany more\b/, ''), adverbs: predicate.adverbs.filter((adverb) => adverb !== 'no longer') }
    const drafts = apply(state, predicate, subject, clause, discourse, lead, true)
    if (drafts.length === 0) return { drafts: apply({ ...predicate, rest: state.rest }, predicate, subject, clause, discourse, lead, false), formerly: [] }
    return { drafts: drafts.map((draft) => ({ ...draft, mode: 'retract', text: ended(subject, predicate, discourse) })), formerly: [] }
  }
  if (stopped && (predicate.aspect === 'past' || predicate.aspect === 'perfect')) {
    const lemma = baseOfIng(stopped.groups?.['ing'] as string)
    const state: Predicate = { ...predicate, aspect: 'present', lemma, rest: stopped.groups?.['rest'] as string }
    const drafts = apply(state, predicate, subject, clause, discourse, lead, true)
    if (drafts.length > 0) return { drafts: drafts.map((draft) => ({ ...draft, mode: 'retract' })), formerly: [] }
    if (/^(?:eat|drink|smok|vap|us|tak|play|wear|go|work|buy|watch|bit)/.test(lemma) && !/^(?:this|that|it|the)\b/.test(state.rest)) {
      const sentence = dated(subject, predicate, discourse, lead)
      const value = /^(?:eat|drink)/.test(lemma) && state.rest !== '' ? headOf(state.rest) : `${stopped.groups?.['ing'] as string} ${state.rest}`.trim()
      return { drafts: [{ text: sentence.text, subject: subject.key, attribute: 'habit', mode: 'retract', value, ...(sentence.at !== undefined && { validTo: sentence.at }) }], formerly: [] }
    }
  }
  return { drafts: apply(predicate, predicate, subject, clause, discourse, lead, false), formerly: [] }
}

/** The whole predicate as a sentence, its dates resolved. */
function dated(subject: Subject, predicate: Predicate, { speaker, message }: Discourse, lead: string): ReturnType<typeof resolveDates> {
  const rest = subject.kind === 'self' || (subject.kind === 'thing' && subject.key === speaker.key) ? ofSpeaker(predicate.third) : aboutSpeaker(predicate.third, speaker.label)
  const opening = lead.trim().replace(/,$/, '')
  const tail = opening === '' || /^(?:now|nowadays|these days|currently|right now|lately|at the moment)$/i.test(opening) ? '' : ` ${opening.charAt(0).toLowerCase()}${opening.slice(1)}`
  const past = predicate.aspect === 'past' || predicate.aspect === 'perfect' || predicate.aspect === 'past-progressive'
  return resolveDates(trimEnd(`${subject.label} ${rest}${tail}`), message.at, past)
}

function ended(subject: Subject, predicate: Predicate, discourse: Discourse): string {
  return dated(subject, predicate, discourse, '').text.replace(/,? any more\b/, ' any more')
}

function apply(state: Predicate, spoken: Predicate, subject: Subject, clause: Clause, discourse: Discourse, lead: string, isEnded: boolean): Draft[] {
  const sentence = dated(subject, spoken, discourse, lead)
  const reading: Reading = { subject, predicate: state, clause, discourse, sentence, ended: isEnded }
  const belonging = readBelonging(reading) ?? (isEnded ? undefined : readNaming(reading))
  if (belonging) return [belonging]
  if (subject.kind === 'thing') return []
  if (subject.kind === 'self' && !isEnded && state.lemma === 'be' && state.aspect === 'present' && !state.negative && !/^(?:an?|the) /i.test(state.rest)) {
    const name = /^(?<name>[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)$/u.exec(headOf(state.rest).replace(/ by$/, ''))?.groups?.['name']
    if (name && isPersonName(name)) return [{ text: `${subject.label}'s name is ${name}`, subject: subject.key, attribute: 'name', value: name }]
  }
  for (const rule of rulesFor(state.lemma)) {
    const drafts = match(rule, reading)
    if (drafts.length > 0) return drafts
  }
  return []
}

const DATED = new Set(['plan', 'event'])
const FOR_PEOPLE = /^(?:age|birthday|birthplace|origin|nationality|language|religion|marital|likes|dislikes|allergy|condition|diet|avoids|home|household|employer|occupation|working|education|family|pet|car|owns|skill|learning|habit|plan|event|name|goal)(?::|$)/

// What lasts is not told of a single day: "working from home today".
const LASTING = /^(?:working|habit|avoids|diet|likes|dislikes|household|uses)$/
const ONE_DAY = /(?<!\b(?:since|from|starting|until|as of) )\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening))\b/i

function match(rule: Rule, reading: Reading): Draft[] {
  const { predicate, subject, sentence, discourse } = reading
  const aspects = rule.aspects ?? ['present', 'progressive', 'perfect', 'perfect-progressive']
  if (!aspects.includes(predicate.aspect)) return []
  const negative = rule.negative ?? 'no'
  if (negative === 'no' ? predicate.negative : negative === 'only' && !predicate.negative) return []
  if (rule.who === 'self' && subject.kind !== 'self') return []
  if (rule.who === 'people' && subject.kind === 'self') return []
  const rest = predicate.rest.trim()
  const found = (rule.rest ?? /^.*$/).exec(rest)
  if (!found || rule.reject?.test(rest)) return []
  if (rule.dated && sentence.at === undefined) return []
  const attribute = typeof rule.attribute === 'string' ? rule.attribute : rule.attribute(found, reading)
  if (attribute === undefined || (subject.kind !== 'self' && !FOR_PEOPLE.test(attribute))) return []
  if (reading.ended && DATED.has(attribute)) return []
  if (rule.mode === undefined && LASTING.test(attribute) && ONE_DAY.test(rest)) return []
  if (attribute === 'home' && rule.mode === 'change' && isToolish(found.groups?.['value'] ?? '')) return []
  if (attribute === 'plan' && sentence.at !== undefined && sentence.at < discourse.message.at - 36 * 3_600_000) return []
  if (attribute === 'event' && rule.dated && sentence.at !== undefined && sentence.at > discourse.message.at + 36 * 3_600_000) return []
  const raw = rule.value ? rule.value(found, reading) : found.groups?.['value']
  if (raw === undefined) return []
  const value = DATED.has(attribute) || attribute === 'habit' || attribute === 'goal' ? withoutDate(trimEnd(raw)) : headOf(raw)
  const previous = found.groups?.['previous'] ?? found.groups?.['from']
  const text = rule.text ? rule.text(found, reading) : sentence.text
  const from = sentence.at !== undefined && (DATED.has(attribute) || rule.mode === 'change' || predicate.aspect === 'past' || (sentence.exact && !/^birth/.test(attribute)) || /\bsince\b/.test(rest)) ? sentence.at : undefined
  const base: Draft = {
    text,
    attribute,
    subject: subject.key,
    value,
    ...(rule.mode && { mode: rule.mode }),
    ...(previous && { previous: headOf(previous) }),
    ...(from !== undefined && (rule.mode === 'retract' ? { validTo: from } : { validFrom: from })),
  }
  const items = rule.list && !reading.ended ? listOf(found.groups?.['value'] ?? '') : []
  if (items.length < 2) return [base]
  const whole = found.groups?.['value'] as string
  const at = text.indexOf(ofSpeaker(whole))
  if (at < 0) return [base]
  return items.map((item) => ({ ...base, text: text.slice(0, at) + ofSpeaker(trimEnd(item)) + text.slice(at + ofSpeaker(whole).length), value: headOf(item) }))
}

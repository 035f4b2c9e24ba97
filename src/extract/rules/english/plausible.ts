import { pattern } from '../../../language/pattern.js'
import type { Draft } from '../draft.js'

// Words that a whole value may not consist of: they point at something that was said elsewhere.
const POINTS = pattern('i')`
  ^(?:
    it|its|this|that|these|those|them|they|one|ones|some|any|all|none|both|here|there|so|such|same|more
    |much|enough|everything|something|nothing|anything|everyone|stuff|things?|ok|okay|yes|no|not|too
    |again|yet|still|now|then|already|always|never|again|to|of
  )(?: (?:one|ones|all|too|now|again|thing|stuff|yet))?$
`
// A subject with its finite verb: the value has swallowed a clause.
const CLAUSE = pattern('i')`
  \b(?:I|we|he|she|it|they|you|this|that|there|which|who) (?:
    am|is|are|was|were|has|have|had|do|does|did|can|could|will|would|should|might|must|keeps?|gets?
    |makes?|said|says|think|thought|just|really|always|never|not
  )\b
`
const DANGLING =
  /(?:^|[ ,])(?:and|or|but|the|an?|my|our|your|their|of|than|that|which|who|because|if|as|is|are|was|very)$/i
// An event may end with a particle, "move in"; a thing may not.
const PARTICLE = /(?:^| )(?:to|with|for|at|in|on|from|by|so|like|really)$/i
const LEADING = /^(?:and|or|but|so|because|than|that|which|if|though|although|when|while|is|are|was|were|will|would)\b/i
// An event that is only its verb: what starts or comes stands elsewhere in the conversation.
const BARE_VERB = /^(?:start|begin|go|get|come|do|make|take|be|have|see|stay|happen|try|finish|return)$/i
// "moved here": the place is not part of the sentence.
const POINTING = /^\w+ (?:here|there|it|this|that|these|those|them)\b/i
const LONG = new Set([
  'plan',
  'event',
  'habit',
  'goal',
  'working',
  'education',
  'instruction',
  'decision',
  'skill',
  'learning',
])
// The longest values, in words.
const LONGEST = 10
const LONGEST_EVENT = 18
// The value of these attributes is a noun phrase: an adverb at its end says how, not what.
const NAMES_A_THING = /^(?:avoids|likes|dislikes|allergy|owns|uses|pet|skill)(?::|$)/
const MANNER = pattern('i')`
  (?:^| )
  (?:properly|correctly|well enough|yet|alone|anymore|at all|either|right|quickly|fast enough|in time|on time|forever)$
`

// Where one sits or lies, not where one lives: "I moved to the couch".
const FURNITURE = pattern('i')`
  ^(?:(?:the|my|our|a|another|other) )?(?:\w+ )?(?:
    couch|sofa|bed|bedroom|kitchen|floor|table|desk|chair|armchair|hammock|bathtub|shower|toilet|balcony|garden|porch
    |window|seat|room|living room|corner|line|back|front|side|left|right|slide|page|section|level|tab|lane|topic|point
  )$
`
// Worlds of games and books: who lives there is played, not lived.
const MADE_UP = pattern('i')`
  \bin (?:
    Skyrim|Minecraft|Stardew(?: Valley)?|Animal Crossing|The Sims|Sims|GTA|Roblox|Fortnite|World of Warcraft|WoW
    |Zelda|Middle-earth|Westeros|Narnia|Hogwarts|Tamriel|Hyrule|Second Life|D&D|Baldur's Gate|the (?:game|sims|novel)
    |my (?:game|novel|story|dream|d&d campaign|campaign)
  )\b
`
// A title alone, cut off before the name: "Dr. Mensah".
const TITLE = /^(?:dr|mr|mrs|ms|mx|prof|sir|st|rev)\.?$/i

/** A final check that a value makes sense by itself: half a sentence or a mere pronoun does not. */
export function isPlausible({ attribute, value, text, mode }: Draft): boolean {
  const content = value.trim()
  if (mode === 'retract' && content === '') return true
  const name = attribute.split(':', 1)[0] as string
  if (content === '' || POINTS.test(content) || LEADING.test(content)) return false
  if (DANGLING.test(content) || DANGLING.test(text)) return false
  if (name === 'instruction' || name === 'decision') return true
  if ((name === 'home' && FURNITURE.test(content)) || MADE_UP.test(text)) return false
  if ((name === 'name' || name === 'nickname') && TITLE.test(content)) return false
  if (
    CLAUSE.test(content) ||
    ((name === 'plan' || name === 'event') && (BARE_VERB.test(content) || POINTING.test(content)))
  )
    return false
  if (NAMES_A_THING.test(name) && (MANNER.test(content) || PARTICLE.test(content))) return false
  return content.split(/\s+/).length <= (LONG.has(name) ? LONGEST_EVENT : LONGEST)
}

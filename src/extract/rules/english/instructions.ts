import { pattern } from '../../../language/pattern.js'
import type { Draft } from '../draft.js'
import { isStanding } from '../../text/english/guards.js'
import { headOf, trimEnd } from './render.js'
import { thirdPerson, verbForm } from './verbs.js'
import { LANGUAGE } from '../../text/english/vocabulary.js'

const STANDING_PHRASE = pattern('gi')`
  \b(?:
    from now on|going forward|moving forward|from here on(?: out)?|in (?:the )?future|henceforth
    |as of (?:now|today)|starting (?:now|today)|from today(?: on)?|for future reference|by default
  )\b,?\s*
`
const POLITE = pattern('i')`
  ^(?:
    (?:
      please|pls|kindly|just|also|and|so|ok|okay|then|remember to
      |make sure (?:to|you|that you)
      |be sure to|do not forget to|try to
      |you (?:should|must|can|need to|have to)
      |I (?:want|need|expect|would like|would love|would prefer|prefer|ask) (?:you|that you|for you|it if you)
        (?: to)?
      |can you|could you|would you|if you could|let us|keep in mind to
    )\b,?\s*
  )+
`
const IMPERATIVE = pattern('i')`
  ^(?:
    always|never|only|do not(?: ever)?|stop|no|avoid|answer|reply|respond|use|write|speak|talk|call
    |address|refer|keep|give|include|add|format|be|explain|show|start|end|begin|finish|skip|put|make
    |provide|cite|convert|assume|prefer|treat|ask|tell|remind|send|check|suggest|recommend|translate
    |return|stick|default|limit|leave|wrap|sign|greet|list|name|run|prefix|follow|generate|create|say
    |correct|summarize|summarise|warn|mention|confirm|double-check|output|code|respond|refrain|spell|let
    |round|quote|mark|tag|label|indent|test|commit|stay|structure|consider|number|count|offer|focus|drop
  )\b
`
const ABOUT_ANSWERS = pattern('i')`
  \b(?:
    your (?:answers?|replies|reply|responses?|messages?|explanations?|output|tone|suggestions|code|recommendations)
    |when(?:ever)? (?:you )?(?:answer|reply|respond|write|explain|code|talk|speak|suggest|address)\w*
    |when (?:answering|replying|responding|writing|explaining|coding|talking|suggesting|giving me|addressing)
    |in (?:answers|replies|responses)
    |all (?:answers|replies|responses)
    |with me\b|to me\b
  )
`
const STYLE_STOP = pattern('i')`
  ^(?:stop|do not|no more|no) (?:ever )?(?:
    using|use|adding|add|saying|say|apologi[sz]ing|apologi[sz]e|calling|call|with|asking|ask|ending|end
    |starting|start|including|include|giving|give|repeating|repeat|recommend(?:ing)?|suggest(?:ing)?
    |put(?:ting)?|writ(?:e|ing)|talking|sugarcoat\w*|be(?:ing)?|explain\w*|show\w*|send\w*|remind\w*
    |mention\w*
  )\b
`
const STYLE_OBJECT = pattern('i')`
  \b(?:
    emojis?
    |exclamation (?:marks|points)
    |bullet points?|bullets|markdown|tables|headings|headers|semicolons?|comments?|disclaimers?
    |em[- ]dash(?:es)?|jargon|apolog\w+|small talk|filler|follow-up questions|flowery
    |so (?:formal|casual|verbose|polite)
    |sorry
    |me (?:sir|ma'am|buddy|dude|madam|dear|by)
    |slang|curse|swear\w*|recipes? with|meat|pork|alcohol|nuts|dairy|gluten|citations|code comments|tabs
    |spaces|placeholders|analogies
  )\b
`
const WHENEVER = pattern('iu')`
  ^(?:when(?:ever)?|every time|each time|any time|anytime|if) (?:I|you|we) (?:
    ask|say|send|paste|give|request|write|type|mention|share|am|want|talk|need|post|answer|suggest
    |recommend|generate|explain|reply|respond|use
  )\b[^,]{0,80},\s*(?:please |always |just |do not |never )*\p{L}+
`
const CALL_ME = pattern('iu')`
  ^(?:
    (?:
      please|pls|just|literally|basically|pretty much|only|but|you can|you may|u can|feel free to
      |everyone|everybody|people|my friends|friends|they|most people|folks|my family|they all
      |all my friends
    )(?: can| just| usually| all| always)?[ ]
  )*(?:call|calls|refer to|address|know) me (?:as |by )?(?<name>
    (?!a |an |the |back|when|if|at|on|in|later|crazy|old|maybe|out|by|sir|tomorrow|names|that\b|what|it\b|him|her)
      \p{L}[\p{L}'.-]{0,20}(?: \p{Lu}[\p{L}'.-]{0,20}){0,2}
  )(?:
    $|[,.!]
    | (?:
      instead(?: of (?<previous>\p{L}+))?
      |not (?<not>\p{L}+)|from now on|please|by the way|for short
      |in (?:letters|emails|messages|public|chat|any|all|every\w*)\b.*
      |everyone|everybody|going forward|or
      |rather than (?<rather>\p{L}+)
    )
  )
`
const DO_NOT_CALL_ME = pattern('iu')`
  ^(?:please )?(?:do not|stop|never) (?:ever )?(?:call|calling|address|addressing) me (?:as )?
  (?<name>[\p{L}'.-]+(?: [\p{L}'.-]+)?)(?: any more)?(?:$|[,.!]| (?:any|please|again))
`
const LANGUAGE_OF_ANSWERS = pattern('i')`
  \b(?:in|into|speak|use|to) (?<value>
    (?:(?:brazilian|british|american|simple|plain|simplified|traditional|european|mexican|canadian) )?(?:${LANGUAGE})
  )\b
`
const ONE_OFF = pattern('i')`
  \b(?:
    this (?:
      one|time|text|question|email|file|code|function|paragraph|story|poem|essay|chapter|image|page
      |list|problem|section|sentence|document|error|bug
    )
    |these (?:files|sentences)
    |the (?:following|above|next)
    |below|above|here:|today's|just once|for now only|for (?:this|once)|tonight|right now
  )\b
`
const PROPER = pattern('iu')`
  \b(?:use|go with|stick (?:to|with)|prefer|switch to|default to|write (?:it |everything |code )?in) (?:only )?(?<value>
    (?!you|your|it\b|this|that|the following)[\p{L}\d.+#-]+
      (?: (?!instead|for|not|and|rather|in|over|when|by|from|as|to|with|unless|on|please)[\p{L}\d.+#-]+){0,2}
  )(?:,? (?:instead of|not|rather than|over|and not|never) (?<previous>[\p{L}\d.+#-]+(?: [\p{L}\d.+#-]+)?))?
`

const RATHER =
  /^I would (?:rather|prefer to|like to|prefer) (?:have|get|see|be given) (?<what>(?!this|that|it\b|you)\p{L}.+)$/iu

// "be more concise".
const BE_MANNER = pattern('i')`
  ^be (?:more |less |very |as )?(?:
    concise|brief|honest|direct|blunt|formal|informal|casual|critical|patient|polite|friendly
    |funny|specific|detailed|encouraging|strict|gentle|short|succinct
  )
`

// "keep your answers …".
const SHAPES_ANSWERS = pattern('i')`
  ^(?:keep|make|limit|format|end|start|begin|sign) (?:all )?(?:of )?your[ ]
  (?:answers?|replies|responses?|messages|explanations|output|tone|code|suggestions)\b
`

// "stop suggesting …".
const STOP_OFFERING = pattern('i')`
  ^stop (?:suggesting|recommending|mentioning|bringing up|offering|(?:giving|showing|sending|telling) me)[ ]
  (?!this|that|it\b|them|the\b)
`

// Imperatives of courtesy: "don't worry", "no thanks".
const NO_ORDER = pattern('i')`
  ^(?:
    do not worry|be (?:careful|well|safe)
    |no (?:worries|problem|idea|way|thanks|need|one|matter|longer|doubt)
    |let (?:me|it)|say hi|tell (?:him|her|them)
  )\b
`

/** How the assistant is to behave from now on; a one-off request is none. */
export function readInstruction(sentence: string, label: string, key: string): Draft | undefined {
  const named = readName(sentence, label, key)
  if (named) return named
  const standing = isStanding(sentence)
  const rather = RATHER.exec(sentence)?.groups?.['what']
  if (rather && (standing || / (?:in|for|from) (?:all|any|every|each)/.test(rather)))
    return instruction(`give me ${rather}`, label, key)
  const bare = sentence
    .replace(STANDING_PHRASE, '')
    .replace(/^[\s,:;-]+/, '')
    .trim()
  const polite = POLITE.exec(bare)?.[0] ?? ''
  const order = bare.slice(polite.length).replace(/^(?:from|for) (?=\w+ing\b)/, '')
  if (ONE_OFF.test(sentence) && !standing) return undefined
  // "You should never … if you train": advice to anybody.
  if (
    /\byou (?:should|must|can|need to|have to)\b/i.test(polite) &&
    ((!/\b(?:me|my|I)\b/.test(order) && !ABOUT_ANSWERS.test(order)) ||
      /\b(?:if|when|while|because|before|after|unless) you\b/i.test(order) ||
      /\b(?:they|people|everyone|experts|doctors)(?: \w+)? say\b/i.test(order))
  )
    return undefined
  if (/\b(?:that is what|as|so) (?:they|people|everyone|he|she)(?: \w+)? (?:say|says|said)\b/i.test(order))
    return undefined
  if (
    /^(?:I|we|my|he|she|they|it|that|this|there|what|how|why|when|where|who|if)\b/i.test(order) &&
    !WHENEVER.test(order)
  )
    return undefined
  const wanted = /I (?:want|need|expect|would like|would love|would prefer|prefer|ask) /i.test(polite)
  const lasting =
    standing ||
    (WHENEVER.test(order) && !/^if I (?:want|am|need)\b/i.test(order)) ||
    (wanted && BE_MANNER.test(order)) ||
    (wanted && ABOUT_ANSWERS.test(order) && /\b(?:your|when)/i.test(order)) ||
    SHAPES_ANSWERS.test(order) ||
    (/^no \w/i.test(order) &&
      /\bin (?:your|the|any) (?:answers?|replies|reply|responses?|messages|code|output)\b/i.test(order)) ||
    STOP_OFFERING.test(order) ||
    ((STYLE_STOP.test(order) || /^no (?:more )?\w+ please/i.test(order)) &&
      (STYLE_OBJECT.test(order) || ABOUT_ANSWERS.test(order)) &&
      !/^do not (?:be|say) (?:sorry|silly)|^no (?:more )?(?:dairy|gluten|nuts|meat|pork|alcohol)\b/i.test(order))
  if (!lasting) return undefined
  if (order.split(' ').length < 2 || /^(?:always|never) (?:again|ever|mind)\b/i.test(order)) return undefined
  const only = /^(?<what>[\w -]{3,40}) only$/i.exec(trimEnd(order))?.groups?.['what']
  if (standing && only && !IMPERATIVE.test(order)) return { ...instruction(`use ${only} only`, label, key) }
  if ((!IMPERATIVE.test(order) && !WHENEVER.test(order)) || !isOrdered(order)) return undefined
  // "always" inside a question of fact or a remark is no order: "it is always hot".
  if (
    /^(?:always|never) (?:mind|say never|been|had|a |an |the |been|heard|knew|thought|loved|wanted|seen|tried)\b/i.test(
      order,
    )
  )
    return undefined
  if (NO_ORDER.test(order)) return undefined
  return instruction(trimEnd(order), label, key)
}

// "always had …", "never was …" tell of somebody.
const STATES_HABIT = pattern('i')`
  ^(?:always|never) (?:have|has|had|did|do|was|were|am|is|are|will|would|can|could)(?: been| had| done| \w+ed|$)
`

/** After "always" or "never" an order has the bare verb: "never told anyone" and "never shuts up" tell of somebody. */
function isOrdered(order: string): boolean {
  if (STATES_HABIT.test(order)) return false
  const verb = /^(?:always|never) (?:ever )?(?<verb>[a-z'-]+)/i.exec(order)?.groups?.['verb']?.toLowerCase()
  if (verb === undefined || verbForm(verb, 'base') || verb === 'be') return true
  return verbForm(verb) === undefined && !/(?:ed|ing|[^s]s)$/.test(verb)
}

const WANTS_TO_BE_CALLED = pattern('i')`
  ^(?:and |but |so |or )?
  (?:I (?:prefer|would prefer|like|want) (?:to be called|being called|it when people call me|if you call me) )
`

function readName(sentence: string, label: string, key: string): Draft | undefined {
  const body = sentence
    .replace(STANDING_PHRASE, '')
    .replace(/^[\s,]+/, '')
    .trim()
  const refused = DO_NOT_CALL_ME.exec(body)
  if (refused)
    return {
      text: `${label} does not want to be called ${refused.groups?.['name'] ?? ''}`,
      attribute: 'nickname',
      value: refused.groups?.['name'] as string,
      subject: key,
      mode: 'retract',
    }
  const called = CALL_ME.exec(
    body.replace(WANTS_TO_BE_CALLED, 'call me ').replace(/^(?:I (?:would like|want|prefer|would prefer) you to )/i, ''),
  )
  if (!called || /\?$/.test(sentence)) return undefined
  const name = (called.groups?.['name'] as string).replace(/[.,!]+$/, '')
  if (/^(?:(?:dr|mr|mrs|ms|prof|sir)\.?|ishmael|an?|the|anytime|whatever|when)$/i.test(name)) return undefined
  const previous = called.groups?.['previous'] ?? called.groups?.['not'] ?? called.groups?.['rather']
  return {
    text: `${label} wants to be called ${name}`,
    attribute: 'nickname',
    value: name,
    subject: key,
    ...(previous && { mode: 'change', previous }),
  }
}

const UNITS = pattern('i')`
  \b(?<value>metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles|24-?hour|12-?hour|euros?|dollars?|pounds)\b
`

const LENGTH = pattern('i')`
  \b(?:
    short|shorter|brief|briefly|concise|concisely|long|longer|detailed|detail|succinct|terse
    |one sentence
    |\w+ (?:words|sentences|paragraphs?)(?: or less)?
  )\b
`

function instruction(order: string, label: string, key: string): Draft {
  const negative = /^(?:do not(?: ever)?|never|stop|no more|no|avoid|refrain from)\b/i.test(order)
  const text = /^do not (?:ever )?/i.test(order)
    ? `not to ${order.replace(/^do not (?:ever )?/i, '')}`
    : /^no (?:more )?/i.test(order)
      ? `no ${order.replace(/^no (?:more )?/i, '')}`
      : /^when|^every time|^each time|^any ?time|^if/i.test(order)
        ? `that ${order.charAt(0).toLowerCase()}${order.slice(1)}`
        : `to ${order.charAt(0).toLowerCase()}${order.slice(1)}`
  const rewritten = text
    .replace(/\bI (\w+)/g, (_, verb: string) => `${label} ${thirdPerson(verb)}`)
    .replace(/\bI\b/g, label)
    .replace(/\bme\b/g, label)
    .replace(/\bmy\b/g, `${label}'s`)
    .replace(/\byou\b/g, 'the assistant')
    .replace(/\byour\b/gi, 'its')
  const wants = /^no /.test(text)
    ? `${label} wants ${rewritten} from the assistant`
    : /^that when|^that every|^that each|^that any|^that if/.test(text)
      ? `${label} wants this rule followed: ${rewritten.slice(5)}`
      : `${label} wants the assistant ${rewritten}`
  const language =
    /\b(?:answer|reply|respond|speak|talk|write|communicate|explain|chat|use|switch|stick)\b/i.test(order) && !negative
      ? LANGUAGE_OF_ANSWERS.exec(order)
      : null
  const base = { subject: key, text: wants }
  if (language) return { ...base, attribute: 'instruction:language', value: language.groups?.['value'] as string }
  const units = UNITS.exec(order)
  if (units) return { ...base, attribute: 'instruction:units', value: units.groups?.['value'] as string }
  if (LENGTH.test(order) && /answer|repl|respon|explain|explan|messag|keep|brief|concise/i.test(order))
    return { ...base, attribute: 'instruction:length', value: headOf(order) }
  const tool = PROPER.exec(order)
  if (tool && !negative) {
    const { value, previous } = tool.groups as { value: string; previous?: string }
    return { ...base, attribute: 'uses', value, ...(previous && { mode: 'change' as const, previous }) }
  }
  const topic = order
    .replace(/^(?:always|never|do not(?: ever)?|stop|no more|no|only|avoid|please) /i, '')
    .toLowerCase()
  return { ...base, attribute: `instruction:${topic.split(' ').slice(0, 5).join(' ')}`, value: order }
}

const DECIDED = pattern('i')`
  ^(?:
    (?:
      in the end
      |after (?:some|much|a lot of) (?:thought|discussion|research)
      |finally|the team and I|today|yesterday
    ),?[ ]
  )*(?:we|I|my team|our team|the team)(?: have| finally| just| all| both)* (?<verb>
    (?:
      decided|agreed|chosen?|settled|opted|committed|voted|standardi[sz]ed|resolved|picked
      |made (?:the|a|my|our) decision
      |made up my mind|are going with|am going with|will go with|are going to go with
      |am going to go with|will be using|are standardi[sz]ing|are switching|am switching|switched
      |migrated|are migrating|have switched|are moving|moved
    )(?: (?:to|on|for|against|that|with|from|over))?
  ) (?<rest>.+)$
`
const LETS = pattern('i')`
  ^let us (?:all )?(?<rest>
    (?:use|go with|stick (?:to|with)|switch to|standardi[sz]e on|settle on|adopt|keep using|move to|agree (?:on|to)) .+
  )$
`
const WE_WILL = pattern('i')`
  ^(?:(?:from now on|going forward|as of (?:now|today)|starting (?:now|today)),? )(?:we|I)[ ]
  (?:will |are (?:going to )?|am (?:going to )?|(?:want|would like) to )?(?:be )?(?:only |always |just )*(?<rest>.+)$
`
const VERSUS = pattern('iu')`
  (?<value>[\p{L}\d.+#-]+(?: [\p{L}\d.+#-]+){0,2}?),? (?:instead of|rather than|over|not|replacing) (?<previous>
    [\p{L}\d.+#-]+(?:
      [ ](?!
        (?:
          in|for|last|on|at|and|because|since|this|when|after|an?|to|with|but|two|three|recently
          |years?|if|so|as|about|by
        )\b
      )[\p{L}\d.+#-]+
    )?
  )
`
const FROM_TO = pattern('iu')`
  from (?<previous>[\p{L}\d.+#-]+(?: [\p{L}\d.+#-]+){0,2}?) (?:over )?to (?<value>
    [\p{L}\d.+#-]+(?:
      [ ](?!
        (?:
          in|for|last|on|at|and|because|since|this|when|after|an?|to|with|but|two|three|recently
          |years?|if|so|as|about|by
        )\b
      )[\p{L}\d.+#-]+
    )?
  )
`
const TO_FROM = pattern('u')`
  ^(?:over )?(?:to )?(?<value>\p{Lu}[\p{L}\d.+#-]*(?: [\p{L}\d.+#-]+)?) from[ ]
  (?<previous>\p{Lu}[\p{L}\d.+#-]*(?: [\p{L}\d.+#-]+)?)
`
const POINTS = pattern('i')`
  ^(?:it|this|that|these|those|not to bother|the (?:first|second|last|other|former|latter|following)|option|your|you)\b
`

const FOR_PROJECT = pattern('i')`
  \b(?:
    for (?:the|this|our)[ ]
      (?:project|app|api|backend|frontend|repo|team|codebase|tests?|database|trip|site|website)
    |instead of|rather than
  )\b
`

/** What was decided: "we're going with Postgres", "I decided to quit", "switched from Jest to Vitest". */
export function readDecision(
  clause: string,
  full: string,
  label: string,
  key: string,
  third: string,
): Draft | undefined {
  const ongoing = WE_WILL.exec(full)
  const match = DECIDED.exec(clause) ?? LETS.exec(clause) ?? ongoing
  const rest = match?.groups?.['rest']
  if (!match || rest === undefined || POINTS.test(rest)) return undefined
  const verb = match.groups?.['verb']?.toLowerCase() ?? ''
  const isLets = /^let us/i.test(clause)
  if (isLets && !isStanding(full) && !FOR_PROJECT.test(full)) return undefined
  if (
    /^(?:switch|migrat|are (?:switch|migrat|mov)|am switch|have switched|moved)/.test(verb) &&
    !(/^(?:to|over|from)/.test(rest) || / (?:to|from)$/.test(verb))
  )
    return undefined
  const choice = FROM_TO.exec(`${/from$/.test(verb) ? 'from ' : ''}${rest}`) ?? TO_FROM.exec(rest) ?? VERSUS.exec(rest)
  if (
    /^(?:moved|are moving)/.test(verb) &&
    !(choice && !/\b(?:house|flat|city|apartment)\b/i.test(rest) && TOOLISH.test(rest))
  )
    return undefined
  if (
    /^(?:switch|am switch|are switch|have switched)/.test(verb) &&
    /\b(?:jobs?|careers?|teams?|schools?|seats|topics?|companies)\b/i.test(rest)
  )
    return undefined
  const head =
    choice?.groups?.['value'] ?? headOf(rest.replace(/^(?:to |on |with |use |using |for |go with |the )+/i, ''))
  const tool =
    choice !== null ||
    /^(?:use |using |go with |with |on |to use )?\p{Lu}/u.test(rest) ||
    /\b(?:use|go(?:ing)? with|using|on)\b/.test(verb + rest.slice(0, 12))
  const clean = trimEnd(third)
  return {
    text: isLets || ongoing ? `${label} ${isLets ? `wants to ${rest}` : `decided: from now on, ${rest}`}` : clean,
    subject: key,
    attribute: tool ? 'uses' : `decision:${head.toLowerCase().split(' ').slice(0, 5).join(' ')}`,
    value: head,
    ...(choice?.groups?.['previous'] && {
      mode: 'change' as const,
      previous: choice.groups['previous'].replace(/^using /, ''),
    }),
  }
}

const TOOLISH = pattern('i')`
  \b(?:
    jest|vitest|webpack|vite|react|vue|svelte|angular|redux|postgres(?:ql)?|mysql|mongo(?:db)?|sqlite
    |redis|aws|azure|gcp|heroku|vercel|netlify|docker|kubernetes|github|gitlab|bitbucket|jira|linear
    |slack|teams|discord|notion|obsidian|evernote|figma|sketch|python|java|kotlin|swift|rust|go
    |typescript|javascript|npm|yarn|pnpm|bun|node|deno|vim|vs ?code|emacs|intellij|windows|linux
    |mac(?:os)?|android|iphone|ios|chrome|firefox|safari|gmail|outlook|spotify|excel|sheets|rest|graphql
    |grpc|tabs|spaces|eslint|biome|oxlint|prettier|mocha|cypress|playwright|tailwind|bootstrap|django
    |flask|fastapi|rails|laravel|express|nest(?:js)?|next(?:\.js)?|nuxt|remix|astro
  )\b
`

/** Whether a text names a tool of software work, so that "moved from A to B" is no change of home. */
export const isToolish = (text: string): boolean => TOOLISH.test(text)

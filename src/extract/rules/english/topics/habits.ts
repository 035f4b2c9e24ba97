import type { Rule } from '../rule.js'

export const FREQUENCY =
  /\b(?:(?:almost |nearly |pretty much )?every(?: single| other)? (?:\w+ )?(?:day|morning|evening|night|afternoon|week|weekend|month|year|summer|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|weds?|thurs?|fri|sat|sun|weekday|workday|lunch)s?|each (?:day|morning|evening|night|week|weekend|month|year)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|on (?:weekends|weekdays|school nights)|(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:mornings|evenings|nights|afternoons)|daily|nightly|(?:once|twice|three times|four times|five times|\d+x|\d+ times|a few times|several times|a couple of times) (?:a|per|every|each) (?:day|week|month|year)|\d+ days a week|(?:first thing )?in the (?:mornings?|evenings?)|most (?:days|mornings|evenings|nights|weekends)|before (?:bed|work|breakfast|sleep|going to bed)|after (?:work|dinner|lunch|school)|at (?:around |about )?\d{1,2}(?::\d\d)? ?(?:am|pm|a\.m\.?|p\.m\.?)?(?= |$|\.)|for \w+ minutes (?:a|per|every|each) (?:day|morning|night)|all year round|at (?:dawn|sunrise|night)|with(?:out)? (?:milk|sugar|oat milk)|black)\b/i
const OFTEN = new Set(['usually', 'always', 'often', 'normally', 'typically', 'regularly', 'generally', 'mostly', 'never', 'rarely'])
const NO_HABIT =
  /\b(?:error|bug|crash\w*|exception|message|warning|fail\w*|stack ?trace|code|function|this|that|it|you|your|something|same|problem|issue|notification|spam|emails? from|result|forget|wonder|tired|stuck)\b/i

/** What somebody does again and again. */
export const habitRules: readonly Rule[] = [
  { verbs: 'smoke vape', aspects: ['present', 'perfect'], rest: /^(?!meat|salmon|brisket)(?<value>.*)/, attribute: 'habit', value: (match, { predicate }) => `${predicate.lemma} ${match.groups?.['value'] ?? ''}`.trim() },
  { verbs: 'wake get go', aspects: ['present'], negative: 'either', rest: /^(?<value>(?:up|to (?:bed|sleep)|for (?:an? )?(?:[\w-]+ )?(?:run|walk|swim|jog|bike ride|ride|hike)s?|(?:running|swimming|hiking|climbing|cycling|jogging|dancing|skiing|fishing|surfing|camping|bouldering|birdwatching|kayaking|sailing)|to (?:the gym|church|mosque|temple|synagogue|therapy|yoga|the pool|physio|the market|the farmers' market|mass|crossfit|the library|pilates))\b.*)/i, reject: /^up (?:to|with|and|for it|the|late)|^(?:up )?.*\b(?:error|this|that)\b/i, attribute: 'habit', value: (match, { predicate }) => `${predicate.lemma} ${match.groups?.['value'] ?? ''}` },
  { verbs: 'work exercise train', aspects: ['present', 'perfect-progressive'], rest: /^(?<value>(?:out|at the gym|regularly|hard|in the gym)\b.*)/, reject: /out (?:fine|well|great|for|the|how|what|better)/, attribute: 'habit' },
  { verbs: 'train', aspects: ['present', 'perfect-progressive'], rest: /^(?<value>(?:\w+ )?(?:every|\w+ times|at|with a|brazilian|bjj|muay|for (?:marathons|triathlons)).*)/i, attribute: 'habit' },
  { verbs: 'take drink eat have', aspects: ['present'], rest: /^(?<value>(?:my |a |an |two |three |\d+ |only |decaf |black |green |oat )*(?:coffee|tea|espresso|matcha|breakfast|lunch|dinner|cups? of (?:coffee|tea)|smoothie|oatmeal|eggs|vitamins?|nap|naps|cold showers?)\b.*(?:every|each|daily|black|with|without|a day|at|before|after|in the|per).*)/i, reject: /with (?:you|him|her|them|my (?:boss|friend)|tomorrow)/, attribute: 'habit' },
  { verbs: 'drink eat', aspects: ['present'], rest: /^(?<value>(?!it|this|that|here|there|half|a bit|what|when|one)\p{L}[\p{L}' -]{1,30}?)$/u, attribute: (_, { predicate }) => (predicate.adverbs.includes('only') ? 'habit' : undefined), value: (match, { predicate }) => `${predicate.lemma} ${match[0]}` },
  { verbs: 'fast', aspects: [...(['present', 'progressive', 'perfect-progressive'] as const)], rest: /^(?<value>.*)/, attribute: 'habit' },
  {
    verbs: '*',
    aspects: ['present', 'perfect-progressive'],
    rest: /^(?<value>.*)/,
    reject: NO_HABIT,
    attribute: (match, { predicate, sentence }) => {
      if (/^(?:be|get|need|want|have|see|think|feel|hope|wish|know|guess|find|thank|keep|ask|hear|agree|mean|suppose|understand|try|lose|love|like|hate|say|tell|care|believe|fail|wonder|forget|struggle|depend|worry)$/.test(predicate.lemma)) {
        const eventful = predicate.lemma === 'have' && /^(?:an? |my )?(?:[\w-]+ )?(?:breakfast|coffee|tea|class(?:es)?|lessons?|practice|therapy|rehearsals?|standups?|stand-ups?|band practice|choir|meetings?|dinner with|lunch with|book club|physio|violin|piano|yoga|training)/i.test(match[0])
        if (!eventful) return undefined
      }
      const said = [...(`${match[0]} ${sentence.text}`.matchAll(new RegExp(FREQUENCY.source, 'gi')))].map(([phrase]) => phrase)
      const frequent = said[0]
      // "at 6" alone belongs to one day; "in the morning" needs "usually" or "every".
      if (said.some((phrase) => !/^(?:at|in the|before|after|with|black)/i.test(phrase))) return 'habit'
      return (frequent !== undefined || match[0].split(' ').length >= 2) && predicate.adverbs.some((adverb) => OFTEN.has(adverb)) && (frequent !== undefined || /\b(?:at|in|on|with|for|to|before|after|my|the)\b/.test(match[0])) ? 'habit' : undefined
    },
    value: (match, { predicate }) => `${predicate.lemma} ${match[0]}`,
  },
]

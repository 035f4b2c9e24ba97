import { pattern } from '../../../../language/pattern.js'
import { PAST, PRESENT, type Rule } from '../rule.js'
import { FOOD } from '../tastes.js'
import { CONDITION, DIET, HEALTH_ADJECTIVE } from '../../../text/english/vocabulary.js'

const FOOD_REJECT = pattern('i')`
  ^(?:
    it|this|that|these|those|them|much|enough|out|anything|any of|well|properly|at|before|after|when
    |like|there|here|a lot|your|people|until|all|together|alone|there
  )\b
`

/** Allergies, conditions, injuries, medication, ways of eating. */
export const healthRules: readonly Rule[] = [
  {
    example: "I'm allergic to peanuts. → allergy: User is allergic to peanuts",
    verbs: 'be',
    complement: pattern('i')`
      ^(?:
        (?:
          severely|deathly|highly|mildly|slightly|super|really|very|badly|terribly|extremely|also|quite
          |a bit|life-threateningly|seriously|violently|allegedly
        )[ ]
      )*(?:allergic|hyper-?sensitive|sensitive|intolerant) to (?<value>.+)
    `,
    reject: /to (?:it|this|that|them|you|your|bullshit|mondays|work|criticism|people|drama|feedback|nonsense|noise)\b/i,
    attribute: 'allergy',
    list: true,
  },
  {
    example: 'I have an intolerance to gluten. → allergy: User has an intolerance to gluten',
    verbs: 'have',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:
        (?:
          an?|some|several|many|bad|severe|serious|mild|terrible|pretty|really|really bad|seasonal|food
          |strong|life-threatening|known
        )[ ]
      )*(?:allerg(?:y|ies)|intolerance|reactions?) to (?<value>.+)
    `,
    attribute: 'allergy',
    list: true,
  },
  {
    example: 'I have a nut allergy. → allergy: User has a nut allergy',
    verbs: 'have',
    aspects: ['present', 'perfect'],
    complement: pattern('iu')`
      ^(?:(?:an?|some|bad|severe|serious|mild|terrible|pretty|really|seasonal|strong|life-threatening|known) )*
      (?<value>[\p{L}-]+(?: (?:and|or) [\p{L}-]+| [\p{L}-]+)?) (?:allerg(?:y|ies)|intolerance)\b
    `,
    attribute: 'allergy',
    list: true,
  },
  {
    example: "I'm diabetic. → condition: User is diabetic",
    verbs: 'be',
    complement: pattern('i')`
      ^(?:(?:a bit|quite|super|very|really|now|an?|\d+ (?:weeks|months)|\w+ months|\w+ weeks) )*
      (?<value>${HEALTH_ADJECTIVE})\b
    `,
    reject: /deaf to|blind to/,
    attribute: 'condition',
  },
  {
    example: 'I have asthma. → condition: User has asthma',
    verbs: 'have',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:(?:been diagnosed with|an?|some|my|this|undiagnosed|diagnosed|also) )*(?<value>${CONDITION})\b(?: .*)?$
    `,
    reject: /^(?:add|ms) (?:to|the|a|this)/i,
    attribute: 'condition',
    list: false,
  },
  {
    example: 'I suffer from migraines. → condition: User suffers from migraines',
    verbs: 'suffer',
    aspects: [...PRESENT, 'perfect'],
    complement: /^(?:\w+ )?(?:from|with) (?<value>.+)/,
    attribute: 'condition',
    list: true,
  },
  {
    example: 'I was diagnosed with anaemia. → condition: User was diagnosed with anaemia',
    verbs: 'be',
    aspects: ['past', 'perfect'],
    complement: pattern()`
      ^(?:\w+ )?(?:diagnosed(?: as| with)?|hospitali[sz]ed|operated on|vaccinated|treated)(?: for| with)? (?<value>.+)
    `,
    attribute: 'condition',
  },
  {
    example: 'I got diagnosed with lupus. → condition: User got diagnosed with lupus',
    verbs: 'get',
    aspects: ['past', 'perfect'],
    complement: /^(?:\w+ )?diagnosed (?:with|as) (?<value>.+)/,
    attribute: 'condition',
  },
  {
    example: 'I react badly to penicillin. → allergy: User reacts badly to penicillin',
    verbs: 'react',
    aspects: ['present'],
    complement: /^(?:very |really |so )*(?:badly|terribly|strongly|horribly) to (?<value>.+)/,
    reject: /to (?:it|this|that|criticism|stress|change)\b/,
    attribute: 'allergy',
  },
  {
    example: "My mother gets terrible headaches. → condition: User's mother gets terrible headaches",
    verbs: 'get',
    aspects: ['present'],
    subject: 'people',
    complement:
      /^(?:really |very |so )*(?<value>(?:terrible|bad|awful|severe|horrible|frequent|regular|chronic) \p{L}+)/u,
    attribute: 'condition',
  },
  {
    example: 'I need to cut out sugar. → goal: User needs to cut out sugar',
    verbs: 'need have',
    aspects: ['obligation', 'present'],
    complement: pattern('i')`
      ^(?:to )?(?:cut(?: out| down on| back on)?|avoid|limit|reduce|give up|stay off|eat less|drink less|lose)[ ]
      (?<value>${FOOD}|weight\b|\d+ ?(?:kg|kilos|pounds|lbs|stone)\b)
    `,
    attribute: 'goal',
  },
  {
    example: 'I have to cut sugar. → goal: User has to cut sugar',
    verbs: 'cut',
    aspects: ['obligation'],
    complement: pattern('i')`^(?:out |down on |back on )?(?<value>${FOOD})`,
    attribute: 'goal',
  },
  {
    example: 'I struggle with anxiety. → condition: User struggles with anxiety',
    verbs: 'struggle deal live',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('i')`^with (?:my |an? )?(?<value>${CONDITION})`,
    attribute: 'condition',
  },
  {
    example: 'I get migraines. → condition: User gets migraines',
    verbs: 'get',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?:really |very |bad |terrible |frequent |regular )*(?<value>
        migraines?|panic attacks|hives|motion sick(?:ness)?|seasick|carsick|car sick|airsick|nosebleeds
        |heartburn|cold sores|sunburned easily|vertigo
      )\b
    `,
    attribute: 'condition',
  },
  {
    example: 'I take insulin. → condition: User takes insulin',
    verbs: 'take',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('iu')`
      ^(?<value>
        (?:[\p{L}-]+ ){0,4}?(?:
          medication|medicine|meds|insulin|antidepressants?|ssris?|antihistamines?|blood thinners?
          |beta blockers?|statins?|metformin|levothyroxine|ibuprofen|ritalin|adderall|vitamins?
          |supplements?|magnesium|melatonin|iron|inhaler|birth control|the pill|pills?|lisinopril
          |omeprazole|zoloft|lexapro|prozac|concerta|lithium|warfarin|creatine
        )\b.*
      )
    `,
    attribute: 'condition',
  },
  {
    example: "I'm on antidepressants. → condition: User is on antidepressants",
    verbs: 'be',
    complement: pattern('iu')`
      ^on (?<value>
        (?:[\p{L}-]+ ){0,3}?(?:
          medication|meds|insulin|antidepressants?|ssris?|antibiotics|blood thinners?|beta blockers?
          |statins?|metformin|dialysis|chemo(?:therapy)?|birth control|the pill|ritalin|adderall|zoloft
          |lexapro|prozac|ozempic|warfarin|lithium
        )\b.*
      )
    `,
    attribute: 'condition',
  },
  {
    example: 'I started therapy. → condition: User started therapy',
    verbs: 'start begin',
    aspects: [...PAST, 'progressive'],
    complement: pattern('i')`
      ^(?:on )?(?<value>
        (?:
          intermittent fasting|therapy|physio(?:therapy)?|chemo(?:therapy)?|dialysis|counsel?ling|keto
          |hrt|ivf|antidepressants|insulin|medication|ozempic|radiotherapy|rehab
          |an? (?:[\w-]+ )?(?:diet|fast|cleanse)
        )\b.*
      )
    `,
    attribute: 'condition',
  },
  {
    example: "I'm on sertraline. → condition: User is on sertraline",
    verbs: 'be',
    complement: pattern('iu')`
      ^(?:back )?on (?<value>
        (?!(?:line|fine|online|wine|cocaine|caffeine|routine|mine|nine|trampoline|adrenaline|clementine)\b)\p{Ll}{3,}(?:
          ine|olol|pril|statin|prazole|azepam|zolam|oxetine|sartan|cillin|mycin|formin|zepine|triptan
          |opram|dipine|gliptin|xaban
        )
      )\b
    `,
    attribute: 'condition',
  },
  {
    example: "I'm off caffeine. → avoids: User is off caffeine",
    verbs: 'be stay',
    aspects: ['present', 'perfect', 'progressive'],
    complement: pattern('i')`
      ^(?:now |still |completely |totally )?off (?<value>
        caffeine|coffee|sugar|alcohol|booze|dairy|gluten|meat|red meat|carbs|bread|social media
        |cigarettes|nicotine|chocolate|drink
        |the (?:booze|drink|cigarettes)
      )\b
    `,
    attribute: 'avoids',
  },
  {
    example: 'I use a wheelchair. → condition: User uses a wheelchair',
    verbs: 'use need',
    aspects: ['present', 'perfect', 'perfect-progressive'],
    complement: pattern('i')`
      ^(?<value>
        (?:an? |my )?(?:[\w-]+ )?(?:
          cane|walking stick|wheelchair|walker|rollator|crutches|hearing aids?|inhaler|nebuli[sz]er
          |cpap(?: machine)?|insulin pump
          |prosthe(?:tic|sis)(?: \w+)?
          |guide dog|service dog|screen reader|braille|epipen|stairlift|oxygen
        )\b.*
      )
    `,
    attribute: 'condition',
  },
  {
    example: 'I have trouble sleeping. → condition: User has trouble sleeping',
    verbs: 'have',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:(?:an? |some |a lot of |real |serious )*(?:hard time|trouble|difficulty|problems|issues) )
      (?:with |digesting |eating )?(?<value>
        (?:[\w-]+ ){0,2}?(?:
          food|dairy|gluten|lactose|sleeping|falling asleep|staying asleep|hearing|walking|breathing
          |focus(?:ing)?|concentrating|swallowing|chewing|balance|stairs|loud noises|bright lights
          |crowds
          |my (?:back|knees?|hips?|shoulders?|heart|lungs|eyes|stomach|thyroid|memory)
        )\b.*
      )
    `,
    attribute: 'condition',
  },
  {
    example: 'I take tablets for my heart. → condition: User takes tablets for their heart',
    verbs: 'take',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('iu')`
      ^
      (?<value>[\p{L}-]+ (?:for|against) (?:my |an? |the )?(?:${CONDITION}|heart|thyroid|back|skin|nerves|sleep|pain))\b
    `,
    attribute: 'condition',
  },
  {
    example: 'I take sertraline. → condition: User takes sertraline',
    verbs: 'take',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('iu')`
      ^(?<value>
        (?!
          (?:
            wine|fine|line|online|magazine|machine|medicine|routine|discipline|cuisine|vaccine|engine
            |caffeine|control|school|patrol|alcohol|parole|limestone|turbine|mine|nine|valentine
            |sunshine|marine|gasoline|trampoline
          )\b
        )\p{Ll}{3,}(?:
          ine|olol|pril|statin|prazole|azepam|zolam|oxetine|sartan|cillin|mycin|formin|zepine|triptan
          |ipran|opram|tiazem|dipine|gliptin|parin|xaban
        )
      )\b
    `,
    attribute: 'condition',
  },
  {
    example: 'I wear glasses. → condition: User wears glasses',
    verbs: 'wear',
    aspects: PRESENT,
    complement:
      /^(?<value>(?:\w+ )?(?:glasses|contacts|contact lenses|hearing aids?|braces|an insulin pump|a retainer)\b.*)/,
    attribute: 'condition',
  },
  {
    example: 'I broke my ankle. → condition: User broke their ankle',
    verbs: 'break sprain fracture tear injure dislocate twist hurt',
    aspects: PAST,
    complement: pattern('i')`
      ^(?:my|his|her|their|both my|an?) (?<value>
        (?:\w+ )?(?:
          leg|arm|ankle|wrist|foot|knee|back|shoulder|collarbone|hip|elbow|finger|toe|rib|ribs|nose|acl
          |achilles|neck|hand|hamstring|meniscus
        )\b.*
      )
    `,
    attribute: 'condition',
  },
  {
    example: 'I had knee surgery. → condition: User had knee surgery',
    verbs: 'have undergo',
    aspects: PAST,
    complement: pattern('iu')`
      ^(?:an? |my |his |her |their |two |three |several |another )?(?<value>
        (?:[\p{L}-]+ ){0,3}?(?:
          surger(?:y|ies)|operations?|c-sections|strokes|heart attacks|heart attack|stroke|c-section
          |transplant|knee replacement|hip replacement|miscarriage|root canal|appendectomy|lasik|bypass
          |concussion|seizure
        )\b.*
      )
    `,
    attribute: 'condition',
  },
  {
    example: "I'm 34 and recovering from a stroke. → condition: User is recovering from a stroke",
    verbs: 'be',
    aspects: ['present', 'progressive'],
    complement: /^(?:still )?(?:recovering|healing) from (?<value>.+)/,
    attribute: 'condition',
  },
  {
    example: "I'm recovering from pneumonia. → condition: User is recovering from pneumonia",
    verbs: 'recover',
    aspects: ['progressive', 'perfect-progressive'],
    complement: /^from (?<value>.+)/,
    reject: /from (?:this|that|the (?:shock|weekend|meeting|party))/,
    attribute: 'condition',
  },

  {
    example: 'I went vegan. → diet: User went vegan',
    verbs: 'be go become turn',
    aspects: ['present', 'perfect', 'past', 'progressive', 'going-to'],
    complement: pattern('i')`
      ^(?:(?:an?|strictly|mostly|fully|mainly|pretty much|100%|completely|on an?|currently|ovo-?lacto|also) )*
      (?<value>${DIET})s?(?: diet)?(?:
        $
        | (?:
          with|except|apart|household|family|for|since|and|but|who|so|now|by|because|person|diet
          |at home|in|these|on
        )\b.*
      )
    `,
    attribute: (_, { predicate }) => (predicate.lemma === 'be' && predicate.aspect === 'past' ? undefined : 'diet'),
  },
  {
    example: "My sister switched to a keto diet. → diet: User's sister switched to a keto diet",
    verbs: 'switch convert change',
    aspects: PAST,
    complement: pattern('i')`^(?:over )?to (?:an? )?(?<value>${DIET}|mediterranean|low[- ]sodium)(?: diet)?\b`,
    attribute: 'diet',
    mode: 'change',
  },
  {
    example: 'I follow a Mediterranean diet. → diet: User follows a Mediterranean diet',
    verbs: 'follow eat keep be do',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('i')`
      ^(?:(?:only|strictly|mostly|on|an?|the|my|pretty|very|mainly) )*(?<value>
        (?:
          ${DIET}|mediterranean|dash|anti-inflammatory|high[- ]protein|low[- ]sodium|low[- ]salt
          |low[- ]sugar|elimination|liquid|raw food|intermittent
        )(?: (?:diet|food|meat|meals|fasting))?
      )\b
    `,
    attribute: 'diet',
  },
  {
    example: "I don't eat pork. → avoids: User does not eat pork",
    verbs: 'eat drink',
    aspects: ['present', 'perfect'],
    negative: 'only',
    complement: /^(?<value>.+)/,
    reject: FOOD_REJECT,
    attribute: 'avoids',
    list: true,
  },
  {
    example: "I haven't touched alcohol in ten years. → avoids: User has not touched alcohol in ten years",
    verbs: 'touch smoke have',
    aspects: ['perfect'],
    negative: 'only',
    complement: pattern('i')`
      ^(?:any |an? (?:drop|bit|sip) of )?(?<value>
        (?:
          alcohol|cigarettes?|meat|sugar|caffeine|coffee|dairy|gluten|fish|bread|weed|booze|beer|wine
          |nicotine
          |a (?:drink|cigarette|smoke)
        )
        |
      )(?: (?:since|in|for) .+)$
    `,
    attribute: 'avoids',
    value: (match, { predicate }) => match.groups?.['value'] || (predicate.lemma === 'smoke' ? 'smoking' : undefined),
  },
  {
    example: "I can't eat shellfish. → avoids: User cannot eat shellfish",
    verbs: 'eat drink have do consume tolerate digest take handle wear',
    aspects: ['can'],
    negative: 'only',
    complement: /^(?<value>.+)/,
    reject: pattern('i')`
      ^(?:
        it|this|that|these|those|them|much|enough|out|anything|any of|well|at|before|after|when|more
        |kids|children
        |a (?:meeting|baby|child|pet|dog|cat)
        |the|your|any more|without|you|what|everything|nothing|to|math|maths|both|pressure|stress|pets
        |push|pull|a|an|another|on|off|over|care|screenshots?|calls|maths?
      )\b
      |\b(?:tonight|today|tomorrow|right now|this (?:week|weekend|morning|evening))\b
    `,
    attribute: 'avoids',
    list: true,
  },
  {
    example: 'I avoid dairy. → avoids: User avoids dairy',
    verbs: 'avoid',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('u')`
      ^(?:eating |drinking |having |all |any )*(?<value>
        (?!using|writing|doing|this|that|it|these|those|them|the|having to|going|being|making|getting)[\p{L}-]+
          (?:(?:,| and| or|,? and)? [\p{L}-]+){0,5}
      )$
    `,
    attribute: 'avoids',
    list: true,
  },
  {
    example: "I'm cutting out sugar. → avoids: User is cutting out sugar",
    verbs: 'cut',
    aspects: ['progressive', 'perfect', 'perfect-progressive'],
    complement: /^(?:out|down on|back on) (?<value>(?!the (?:text|fat)|this|that|it)\p{L}+(?: \p{L}+){0,2})/u,
    attribute: 'avoids',
    list: true,
  },
  {
    example: "I don't drink. → avoids: User does not drink alcohol",
    verbs: 'drink smoke vape',
    aspects: ['present'],
    negative: 'only',
    complement: /^(?<value>$|any more$|at all$|or (?:smoke|drink|do drugs))/,
    attribute: 'avoids',
    text: (match, { predicate, sentence }) =>
      predicate.lemma === 'drink' && match[0] === '' ? `${sentence.text} alcohol` : sentence.text,
    value: (_, { predicate }) =>
      predicate.lemma === 'drink' ? 'alcohol' : predicate.lemma === 'smoke' ? 'smoking' : 'vaping',
  },
  {
    example: 'I stay away from alcohol. → avoids: User stays away from alcohol',
    verbs: 'abstain stay',
    aspects: ['present'],
    complement: /^(?:away )?from (?<value>alcohol|meat|sugar|caffeine|gluten|dairy|pork|coffee|smoking)\b/,
    attribute: 'avoids',
  },
  {
    example: "I've been smoke-free for two years. → avoids: User has been smoke-free for two years",
    verbs: 'have be',
    aspects: ['perfect', 'present'],
    complement: /^(?:been )?(?<value>sober|alcohol[- ]free|smoke[- ]free|clean)\b(?: (?:for|since)\b.*|$)/,
    attribute: 'avoids',
  },
]

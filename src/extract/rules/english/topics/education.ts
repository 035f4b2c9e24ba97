import { pattern, source } from '../../../../language/pattern.js'
import { PAST, PRESENT, type Rule } from '../rule.js'

const SCHOOL = source`
  (?:
    university|college|uni|school|academy|institute|mit|stanford|harvard|oxford|cambridge|eth|ucla|nyu
    |berkeley|yale|princeton|caltech|grad(?:uate)? school|med(?:ical)? school|law school|art school
    |business school|bootcamp|kindergarten|preschool|night school|community college|seminary
  )
`

/** Where and what somebody studies or studied. */
export const educationRules: readonly Rule[] = [
  {
    example: 'I study marine biology. → education: User studies marine biology',
    verbs: 'study',
    aspects: [...PRESENT, ...PAST],
    complement: pattern('u')`
      ^(?<value>
        (?!
          for\b|this|that|it\b|them|hard|every|together|today
          |the (?:code|document|problem)
          |all (?:day|night)|in order|\d
        )[\p{L}].+
      )
    `,
    attribute: (match) => (/^(?:hard|late|every|daily|at night)/.test(match[0]) ? undefined : 'education'),
  },
  {
    example: "I'm studying for my bar exam. → goal: User is studying for their bar exam",
    verbs: 'study prepare revise cram',
    aspects: ['progressive', 'perfect-progressive'],
    complement: /^for (?:my|the|an?|his|her) ?(?<value>.+)/,
    attribute: 'goal',
  },
  {
    example: "I'm preparing for law school. → goal: User is preparing for law school",
    verbs: 'study prepare',
    aspects: ['progressive', 'perfect-progressive'],
    complement: /^for (?<value>\p{Lu}.+|law school|med school|finals|university|college|grad school)/u,
    attribute: 'goal',
  },
  {
    example: 'I majored in history. → education: User majored in history',
    verbs: 'major minor',
    aspects: [...PRESENT, ...PAST],
    complement: /^in (?<value>.+)/,
    attribute: 'education',
  },
  {
    example: 'I graduated from Leeds. → education: User graduated from Leeds',
    verbs: 'graduate',
    aspects: PAST,
    complement: /^(?<value>(?:(?:last|from|with|in|top|summa|cum|high|this|two|\w+ years ago|college|\d).*)?)$/i,
    attribute: 'education',
    value: (match) => match.groups?.['value'] || 'graduated',
  },
  {
    example: 'I attend art school. → education: User attends art school',
    verbs: 'attend',
    aspects: [...PRESENT, ...PAST],
    complement: pattern('i')`^(?<value>.*\b${SCHOOL}\b.*)`,
    attribute: 'education',
  },
  {
    example: 'I go to night school. → education: User goes to night school',
    verbs: 'go',
    aspects: [...PRESENT, ...PAST],
    complement: pattern('i')`^to (?<value>(?:the |a )?(?:[\w'.&-]+ ){0,4}${SCHOOL}\b.*)`,
    reject: /school (?:at \d|by|every)/,
    attribute: 'education',
  },
  {
    example: "I'm a medical student. → education: User is a medical student",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('iu')`
      ^(?:an? |the |currently an? |now an? |still an? |back at |only an? )?(?<value>
        (?:[\p{L}\d'.-]+[ -]){0,4}?(?:
          students?|freshman|sophomore|junior|senior|undergrad(?:uate)?|grad student|phd candidate
          |doctoral candidate|med student|exchange student|schoolboy|schoolgirl|alum(?:nus|na|ni)?
          |first-year|postgrad(?:uate)?
        )\b(?!
          [ ](?:
            engineer|developer|designer|manager|citizen|dev|analyst|consultant|software|data|product
            |backend|frontend|teacher|discount|loans?|member|partner|director|editor|nurse|doctor
            |researcher|scientist|lecturer|center|architect|accountant|staff|vice
          )
        )(?:.*)
      )
    `,
    reject: /senior (?:\w+ )?(?:engineer|developer|designer)|(?:good|bad|slow|quick|terrible) student/i,
    attribute: 'education',
  },
  {
    example: "I'm in my final year. → education: User is in their final year",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:currently |still )?(?<value>
        in (?:(?:my|his|her|the|their) )?(?:\w+ )?
          (?:first|second|third|fourth|fifth|final|last|freshman|sophomore|junior|senior|\d\w\w)[ ]
          (?:year|semester|term|grade)\b.*
        |in (?:
          high school|college|university|grad school|law school|med school|middle school|kindergarten
          |elementary school|primary school|uni|grade \d+|\d+th grade|year \d+
        )\b.*
        |at (?:university|college|uni)\b.*
        |(?:doing|getting|finishing|pursuing|working on|working towards?|completing|starting)[ ]
          (?:an? |my |his |her |their )?(?:\w+ )?(?:
            phd|master'?s|masters|mba|bachelor'?s|degree|doctorate|msc|bsc|ba|ma|postdoc|apprenticeship
            |a-levels|thesis|dissertation|law degree|ged|diploma
          )\b.*
        |(?:enrolled|majoring|minoring) (?:in|at) .+
      )
    `,
    attribute: 'education',
  },
  {
    example: "I'm doing a master's in physics. → education: User is doing a master's in physics",
    verbs: 'do get finish pursue complete take',
    aspects: [...PRESENT, ...PAST],
    complement: pattern('i')`
      ^(?:an? |my |his |her |their |the )?(?<value>
        (?:\w+ ){0,2}?(?:
          phd|ph\.d|master'?s|masters|mba|bachelor'?s|doctorate|msc|bsc|postdoc|apprenticeship|a-levels
          |law degree|nursing degree|degree|diploma|certification|ged|residency
        )\b.*
      )
    `,
    attribute: 'education',
  },
  {
    example: 'I have a degree in chemistry. → education: User has a degree in chemistry',
    verbs: 'have hold',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?:an? |two |my )?(?<value>
        (?:[\w'-]+ ){0,3}?(?:
          phd|ph\.d|master'?s(?: degree)?|masters|mba|bachelor'?s(?: degree)?|doctorate|msc|bsc|degree
          |diploma|minor|major|certification|certificate
        )\b.*
      )
    `,
    reject: pattern('i')`
      degrees? of (?:freedom|trust)
      |major (?:problem|issue|deadline|bug)
      |certificate (?:error|problem)
      |minor (?:problem|issue|bug)
    `,
    attribute: 'education',
  },
  {
    example: 'I earned a diploma. → education: User earned a diploma',
    verbs: 'earn',
    aspects: PAST,
    complement: pattern('i')`
      ^(?:an? |my )?(?<value>
        (?:[\w'-]+ ){0,3}?(?:phd|master'?s|mba|bachelor'?s|doctorate|degree|diploma|certification|certificate)\b.*
      )
    `,
    attribute: 'education',
  },
  {
    example: 'I dropped out of college. → education: User dropped out of college',
    verbs: 'drop fail flunk',
    aspects: PAST,
    complement: /^out of (?<value>.+)/,
    attribute: 'education',
  },
  {
    example: 'I enrolled in a sculpture programme. → education: User enrolled in a sculpture programme',
    verbs: 'enroll enrol register',
    aspects: [...PAST, 'progressive'],
    complement: /^(?:in|at|for) (?<value>.+)/,
    attribute: 'education',
  },
  {
    example: 'I signed up for a beekeeping course. → learning: User signed up for a beekeeping course',
    verbs: 'sign',
    aspects: PAST,
    complement: pattern('iu')`
      ^up (?:for|to be|as) (?<value>
        (?:an? |the |my |some |\p{L}+ )(?:[\p{L}\d'-]+ ){0,4}?(?:
          course|class(?:es)?|lessons?|workshop|bootcamp|school|degree|marathon|race|triathlon|league
          |team|gym|club|choir|retreat|competition|tournament|carer|volunteer|mentor|donor|tutor
        )\b.*
      )
    `,
    attribute: 'learning',
    value: (match) => match.groups?.['value'],
  },
  {
    example: "I'm taking an evening class. → learning: User is taking an evening class",
    verbs: 'take',
    aspects: ['progressive', 'perfect-progressive'],
    complement: pattern('iu')`
      ^(?:an? |some |online |my |weekly |evening )*
      (?<value>(?:[\p{L}\d'+#-]+ ){0,4}(?:class(?:es)?|lessons?|course|courses|workshop)\b.*)
    `,
    attribute: 'learning',
  },
  {
    example: 'I started my PhD. → education: User started their PhD',
    verbs: 'start',
    aspects: PAST,
    complement: pattern('i')`
      ^(?<value>
        (?:an? |my |his |her )?(?:[\w'-]+ ){0,2}(?:
          phd|master'?s|mba|degree|college|university|uni|high school|kindergarten|preschool|daycare
          |nursery
          |(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)) grade
          |school|med school|law school|grad school
        )\b.*
      )
    `,
    attribute: 'education',
  },
]

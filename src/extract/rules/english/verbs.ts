// Base form, past tense and past participle of irregular verbs. The -s and -ing forms are derived.
const IRREGULAR = `
  be was been; have had had; do did done; go went gone; get got gotten; make made made; take took taken;
  give gave given; know knew known; think thought thought; come came come; become became become; begin began begun;
  break broke broken; bring brought brought; build built built; buy bought bought; catch caught caught;
  choose chose chosen; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feel felt felt;
  find found found; fly flew flown; forget forgot forgotten; grow grew grown; hear heard heard; keep kept kept;
  lead led led; leave left left; lose lost lost; mean meant meant; meet met met; pay paid paid; put put put;
  quit quit quit; read read read; ride rode ridden; run ran run; say said said; see saw seen; sell sold sold;
  send sent sent; set set set; sing sang sung; sit sat sat; sleep slept slept; speak spoke spoken;
  spend spent spent; swim swam swum; teach taught taught; tell told told; throw threw thrown; wake woke woken;
  wear wore worn; win won won; write wrote written; bear bore born; draw drew drawn; hold held held; cut cut cut;
  let let let; hit hit hit; wed wed wed; show showed shown; dive dived dived; sew sewed sewn; bike biked biked;
  tear tore torn; tell told told; light lit lit; shoot shot shot; feed fed fed; forgive forgave forgiven;
  split split split; swear swore sworn; steal stole stolen; stick stuck stuck; strike struck struck;
  hide hid hidden; hurt hurt hurt; rise rose risen; shake shook shaken; shut shut shut; spin spun spun;
  stand stood stood; weave wove woven; freeze froze frozen
`
const REGULAR = `
  live work reside move relocate settle stay love like enjoy adore hate dislike detest despise loathe prefer need
  want plan plant study major attend graduate enroll teach play practice practise train volunteer hand touch
  stutter snore restore replay rewatch binge homeschool owe weld carve restore own use drive commute code program
  cook bake paint knit hike climb jog walk cycle surf ski dance garden fish travel visit start finish join leave
  switch change retire resign adopt foster raise marry divorce celebrate turn pass fail apply accept decide agree
  settle commit learn try stop smoke vape follow avoid suffer struggle deal manage handle serve found launch
  publish earn save invest collect watch listen stream subscribe exercise meditate pray weigh measure identify
  speak call name rent purchase upgrade replace host organize organise present defend compete perform sprain
  fracture injure dislocate undergo recover tutor mentor coach freelance intern specialize specialise focus care
  hope dream aim intend book schedule prepare fast journal stretch date land sign volunteer nap order shop clean
  wash water feed brew check review attend stand handle support consult design develop migrate convert emigrate
  immigrate return arrive depart babysit sponsor love drop skip snack crochet sculpt photograph camp kayak row
  skate sail box wrestle juggle blog vlog podcast game stroll rest unwind relax hang participate qualify register
  enlist head touch type open propose become rely foster inherit renovate suspend translate edit research sculpt
  transfer delete uninstall mend tune weld tailor illustrate compose record produce import export deliver judge
  referee umpire observe maintain cover oversee coordinate ditch cancel score snag interview audition forge repair
  carve roast forage race print stutter stammer gag die expect sketch wake bake crochet compost contain struggle
  tolerate abstain consume treat breed house crave admire appreciate fancy root cheer support study
`

export interface Form {
  lemma: string
  form: 'base' | 's' | 'past' | 'participle' | 'ing'
}

const FORMS_OF_BE: Record<string, Form> = {
  am: { lemma: 'be', form: 'base' },
  are: { lemma: 'be', form: 'base' },
  is: { lemma: 'be', form: 's' },
  was: { lemma: 'be', form: 'past' },
  were: { lemma: 'be', form: 'past' },
}

const CONSONANT_Y = /[^aeiou]y$/
// One stressed syllable with a single vowel before its last consonant.
const DOUBLING = /^[^aeiou]*[aeiou][bdgklmnprt]$|(?:refer|commit|prefer|quit|begin)$/

/** "lives", "studies", "goes". */
export function thirdPerson(base: string): string {
  if (base === 'have') return 'has'
  if (base === 'be' || base === 'am' || base === 'are') return 'is'
  if (CONSONANT_Y.test(base)) return `${base.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh|o)$/.test(base) ? `${base}es` : `${base}s`
}

function ing(base: string): string {
  if (/ie$/.test(base)) return `${base.slice(0, -2)}ying`
  if (/[^eoy]e$/.test(base)) return `${base.slice(0, -1)}ing`
  return DOUBLING.test(base) ? `${base}${base.at(-1)}ing` : `${base}ing`
}

function past(base: string): string {
  if (base.endsWith('e')) return `${base}d`
  if (CONSONANT_Y.test(base)) return `${base.slice(0, -1)}ied`
  return DOUBLING.test(base) ? `${base}${base.at(-1)}ed` : `${base}ed`
}

let table: Map<string, Form[]> | undefined

function forms(): Map<string, Form[]> {
  if (table) return table
  table = new Map()
  const add = (word: string, form: Form): void => {
    const known = (table as Map<string, Form[]>).get(word)
    if (known) known.push(form)
    else (table as Map<string, Form[]>).set(word, [form])
  }
  const verb = (base: string, pastForm: string, participle: string): void => {
    add(base, { lemma: base, form: 'base' })
    add(thirdPerson(base), { lemma: base, form: 's' })
    add(pastForm, { lemma: base, form: 'past' })
    add(participle, { lemma: base, form: 'participle' })
    add(ing(base), { lemma: base, form: 'ing' })
  }
  for (const entry of IRREGULAR.split(';')) {
    const [base, pastForm, participle] = entry.trim().split(' ') as [string, string, string]
    if (base !== 'be') verb(base, pastForm, participle)
  }
  for (const base of REGULAR.trim().split(/\s+/)) verb(base, past(base), past(base))
  for (const [word, form] of Object.entries(FORMS_OF_BE)) add(word, form)
  add('been', { lemma: 'be', form: 'participle' })
  add('being', { lemma: 'be', form: 'ing' })
  add('got', { lemma: 'get', form: 'participle' })
  return table
}

/** What a word is when it is a form of a verb that the rules know, in any of the wanted forms. */
export function verbForm(word: string, ...wanted: Form['form'][]): Form | undefined {
  return forms()
    .get(word.toLowerCase())
    ?.find(({ form }) => wanted.length === 0 || wanted.includes(form))
}

/** A guess at the base of any -ing form: exact for known verbs. */
export function baseOfIng(word: string): string {
  const known = verbForm(word, 'ing')
  if (known) return known.lemma
  const stem = word.slice(0, -3)
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  return /(?:[aeiou][^aeiouwxy]|[cgsvz]|[^aeiou]l)$/.test(stem) &&
    !/(?:ee|oo|ea|ai|ou|er|en|on|it|ch|sh)[^aeiou]?$/.test(stem)
    ? `${stem}e`
    : stem
}

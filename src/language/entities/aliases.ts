/** Nicknames that are not the beginning of the full name, with the first names they stand for. Folded. */
const NICKNAMES: Record<string, string> = {
  bob: 'robert',
  bobby: 'robert',
  bill: 'william',
  billy: 'william',
  will: 'william',
  liam: 'william',
  liz: 'elizabeth',
  lizzie: 'elizabeth',
  beth: 'elizabeth',
  betty: 'elizabeth',
  eliza: 'elizabeth',
  peggy: 'margaret',
  maggie: 'margaret',
  meg: 'margaret',
  dick: 'richard',
  rick: 'richard',
  rich: 'richard',
  jack: 'john',
  johnny: 'john',
  jon: 'jonathan',
  ted: 'theodore edward',
  teddy: 'theodore edward',
  ned: 'edward',
  tony: 'anthony antonio',
  kate: 'katherine catherine kathryn',
  katie: 'katherine catherine kathryn',
  kathy: 'katherine catherine kathryn',
  cathy: 'catherine',
  jim: 'james',
  jimmy: 'james',
  jamie: 'james',
  mike: 'michael',
  mick: 'michael',
  mikey: 'michael',
  dave: 'david',
  andy: 'andrew',
  drew: 'andrew',
  steve: 'steven stephen',
  jenny: 'jennifer',
  becky: 'rebecca',
  charlie: 'charles charlotte',
  chuck: 'charles',
  harry: 'henry harold',
  hank: 'henry',
  larry: 'lawrence laurence',
  molly: 'mary',
  polly: 'mary',
  sally: 'sarah',
  tommy: 'thomas',
  joey: 'joseph',
  vicky: 'victoria',
  vicki: 'victoria',
  tori: 'victoria',
  mandy: 'amanda',
  cindy: 'cynthia lucinda',
  debbie: 'deborah',
  gabby: 'gabrielle gabriela',
  gabe: 'gabriel',
  nate: 'nathan nathaniel',
  bert: 'albert robert',
  al: 'albert alan alexander',
  lexi: 'alexandra alexis',
  sasha: 'alexander alexandra',
  sandy: 'alexandra sandra',
  xander: 'alexander',
  gina: 'regina',
  tina: 'christina martina',
  nina: 'antonina',
  tracy: 'theresa',
  tess: 'theresa',
  terry: 'terence theresa',
  trish: 'patricia',
  patty: 'patricia',
  susie: 'susan susanna',
  suzy: 'susan',
  annie: 'anne anna ann',
  nan: 'anne nancy',
  nell: 'eleanor helen',
  nellie: 'eleanor helen',
  ellie: 'eleanor ellen',
  mattie: 'matthew matilda',
  tilly: 'matilda',
  frankie: 'frank francis francesca',
  fran: 'frances francesca',
  gus: 'augustus angus',
  pepe: 'jose',
  paco: 'francisco',
  pancho: 'francisco',
  nacho: 'ignacio',
  lola: 'dolores',
  chema: 'jose',
  beto: 'alberto roberto',
  memo: 'guillermo',
  zach: 'zachary',
  zack: 'zachary',
  mitch: 'mitchell',
  stevie: 'steven stephen stephanie',
  russ: 'russell',
  josie: 'josephine',
  jo: 'joanna josephine joanne',
  kit: 'christopher katherine',
  topher: 'christopher',
  toby: 'tobias',
  abby: 'abigail',
  gail: 'abigail',
  milly: 'emily mildred',
  ginny: 'virginia',
}
const SHORTEST_PREFIX = 3
const HAN_NAME = /^\p{Script=Han}{2,4}$/u

/**
 * Whether a shorter name may denote the same person as a longer one, both folded: a first or last name ("ana" or
 * "rivera" for "ana rivera"), a beginning or a nickname of the first name ("mel" for "melanie"), a Chinese given name
 * (小明 for 王小明).
 */
export function mayStandFor(short: string, long: string): boolean {
  if (short.length >= long.length) return false
  // A quick test that rules out most pairs: the names share their first letter or their end, or one is a nickname.
  if (
    short.charCodeAt(0) !== long.charCodeAt(0) &&
    !hasLongForm(short.split(' ', 1)[0] as string) &&
    !long.endsWith(short)
  )
    return false
  if (short.includes("'s ") || long.includes("'s ")) return false
  if (HAN_NAME.test(short) || HAN_NAME.test(long))
    return HAN_NAME.test(short) && HAN_NAME.test(long) && long.endsWith(short) && long.length - short.length === 1
  const [first = '', ...rest] = long.split(' ')
  const [given = '', ...family] = short.split(' ')
  // "mel rivera" and "melanie rivera"; "ana" and "ana rivera".
  if (family.length > 0) return family.join(' ') === rest.join(' ') && isShortFor(given, first)
  if (given === first || given === rest.at(-1)) return rest.length > 0
  return isShortFor(given, first)
}

export const hasLongForm = (short: string): boolean => Object.hasOwn(NICKNAMES, short)
export const isNickname = (short: string, first: string): boolean =>
  hasLongForm(short) && (NICKNAMES[short] as string).split(' ').includes(first)
const isShortFor = (short: string, first: string): boolean =>
  isNickname(short, first) || (short.length >= SHORTEST_PREFIX && /^\p{L}+$/u.test(short) && first.startsWith(short))

/**
 * The only known person whom a name may denote, by a shorter or a longer form of a known name; undefined if there is
 * none or more than one.
 */
export function samePerson<T extends { key: string; aliases: readonly string[] }>(
  key: string,
  known: Iterable<T>,
): T | undefined {
  const found: T[] = []
  for (const one of known)
    if ([one.key, ...one.aliases].some((name) => mayStandFor(key, name) || mayStandFor(name, key))) found.push(one)
  if (found.length === 1) return found[0]
  // Of several, prefer one with the same first name to those with a nickname or the same last name.
  const closer = found.filter((one) => one.key.split(' ')[0] === key.split(' ')[0])
  return closer.length === 1 ? closer[0] : undefined
}

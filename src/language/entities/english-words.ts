// Word lists that tell names from other words and decide the type of a name. Folded.
const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Names that are also ordinary words: taken for names only where they are capitalised. */
export const AMBIGUOUS = set(
  `will may mark grant rich frank drew chase hope joy faith grace rose dawn summer autumn sunny guy sky pat bill
  jack art bob dick gene ray sue rob josh don jean gay miles wade dean earl duke cliff heath glen dale penny
  ginger ruby pearl amber crystal iris ivy lily violet daisy olive poppy holly hazel willow april june august
  christian angel trinity destiny harmony melody sandy robin jay lane page brook forest rusty buddy bud buck chip
  skip chuck rod randy trent van victor warren woody carol candy cherry charity chance cash max major marina mercy
  misty star storm sage melody reed jade jewel scarlet sterling stone rocky rose rusty sherry stew tab tad tucker
  vance young long king price bishop carter cook hunter mason porter taylor baker carpenter parker reading nice
  mobile orange split bath cork of male target gap shell visa apple amazon oracle subway dove tide crest bounty
  galaxy square stripe slack discord zoom teams notion signal twitch turkey china georgia guinea jersey jordan
  chad mali niger oman peru cuba chile us it in me or hi ok oh id mo pa ma la al de so no an than ho le do lee lie
  my see sun son song wang ban ha buffalo phoenix aurora eugene lima bologna brest nice tours tripoli essen bergen
  bari mecca hull derby chester lincoln washington florida delta march easter paris french mac mini fox eve ed ted
  al ali sally ben sam tim tom kit pam kim ana dot bunny kitty teddy roman rich stormy tiger tom tony troy ty vi
  wally walker ward west wolf`,
)
/** Those of the ambiguous names that are nearly always names, even in a text without capitals. */
export const USUALLY_NAMES = set(
  `josh bob rob jean ben sam tim tom kim ana tony ted carol lily ivy ruby hazel holly daisy max victor christian
  parker taylor troy sally pam ali robin jordan paris lincoln washington florida china georgia peru cuba chile
  aurora eugene`,
)

/** Words that never begin a name, even capitalised. */
export const NO_NAME = set(
  `i ok okay lol omg btw fyi imo imho asap tbh idk ps nb eg ie etc am pm tv dvd id faq diy aka rsvp ac dc hi hey
  hello yo wow yay yeah yes yep yup no nope nah oh ah aww aw haha hahaha hmm hm um uh ugh oops ouch thanks thank
  thx please sorry congrats congratulations cheers bye goodbye welcome sure great good nice cool awesome amazing
  wonderful happy glad dear mr mrs ms dr well right exactly absolutely definitely totally actually honestly sounds
  looks seems guess let lets here there today tomorrow yesterday tonight now then also maybe perhaps anyway
  however although though since because while until unless besides meanwhile monday tuesday wednesday thursday
  friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january february march april may june july
  august september october november december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn
  fall winter weekend morning evening afternoon night yours mine birthday anniversary luck life art nature family
  music everyone everything injury identity user assistant system ai's im ive id ill dont didnt cant wont`,
)
export const HOLIDAYS = set(
  `christmas xmas easter thanksgiving halloween hanukkah diwali ramadan eid passover holi juneteenth oktoberfest`,
)
export const LANGUAGES = set(
  `english french german spanish italian portuguese russian dutch swedish danish norwegian finnish polish czech
  greek turkish arabic hebrew hindi urdu bengali tamil japanese korean mandarin cantonese thai vietnamese
  indonesian swahili latin esperanto`,
)

export const ORGANISATION_TAIL = set(
  `inc ltd llc corp corporation company co gmbh university college school academy institute hospital clinic bank
  agency foundation association society club team union church committee council department ministry group
  partners holdings labs studios records press orchestra band airlines airways motors bakery shelter charity
  league federation`,
)
export const PLACE_TAIL = set(
  `street st avenue ave road rd boulevard blvd lane drive park beach lake river mountain mountains mount hill hills
  island islands bridge square city town county canyon forest bay valley hotel inn cafe café restaurant bar museum
  gallery airport station center centre mall market plaza library theater theatre stadium arena garden gardens zoo
  temple cathedral castle falls springs desert coast ocean sea peninsula province district village harbor harbour
  pier trail`,
)
export const PLACE_HEAD = set(
  `mount mt lake cape san santa saint st los las el fort port isle north south east west new old downtown gulf`,
)
export const WORK_TAIL = set('trilogy symphony sonata saga chronicles')
export const EVENT_TAIL = set(
  `parade festival marathon conference summit olympics cup championship tournament expo awards day week ceremony
  concert fair convention retreat`,
)
export const PRODUCTS = set(
  `iphone ipad ipod imac macbook airpods kindle xbox playstation ps4 ps5 nintendo switch windows android macos ios
  linux ubuntu photoshop excel powerpoint gmail whatsapp instagram facebook tiktok youtube spotify siri alexa
  chatgpt gpt claude gemini python javascript typescript java rust react vue angular docker kubernetes postgres
  postgresql mysql mongodb redis figma vscode toyota honda ford bmw audi volvo subaru mazda nissan hyundai kia
  volkswagen vw mercedes porsche lexus jeep tesla prius civic corolla camry vespa harley thinkpad chromebook pixel
  raspberry lego gopro fitbit roomba thermomix canon nikon fender gibson yamaha steinway peloton`,
)
/** Words before the name of a person; likewise of a place and of a work below. */
export const BEFORE_PERSON = set(
  `named called name's friend sister brother cousin mom mum dad son daughter wife husband boyfriend girlfriend
  partner boss colleague coworker neighbor neighbour roommate teacher coach uncle aunt nephew niece buddy dog cat
  puppy kitten pup hi hey dear hello thanks meet met`,
)
export const BEFORE_PLACE = set(
  'in from near to visit visited visiting around toward towards through across outside via',
)
export const BEFORE_WORK = set(
  `book novel movie film show series song album game play musical poem read reading watched watching reread
  finished`,
)
/** Lower-case words inside names: University of Porto, Vincent van Gogh, Lord of the Rings. */
export const JOINTS = set('of de da del della di du la le les van von der den bin ibn al el y &')
/** Verbs that follow a person's name at the beginning of a sentence. */
export const AFTER_PERSON = set(
  `said says told tells asked asks called calls thinks thought loves loved likes liked wants wanted has had is was
  works worked lives lived moved went came got gave made sent bought and who's will would`,
)

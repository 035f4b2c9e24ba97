export interface Said {
  text: string
  /** Who said it, in a chat of several people. */
  name?: string
  /** When it was said. Default: 5 January 2026, and ten days later for each message. */
  at?: string
}

/** Texts are lower-case parts of a memory's text; ` & ` joins parts that one memory must have together. */
export interface Conversation {
  say: (string | Said)[]
  /** A minute between the messages rather than ten days. */
  soon?: true
  /** Active at the end, if it was ever drawn. */
  keep?: string[]
  /** Not active at the end, once what took its place (`by`) was drawn; without `by`: taken back, and nothing takes its place. */
  gone?: { text: string; by?: string }[]
  /** What must not be a memory: hypotheticals, questions, words of others. */
  never?: string[]
}

const by = (name: string, text: string): Said => ({ name, text })
const on = (at: string, text: string): Said => ({ at, text })

export const english: Record<string, Conversation> = {
  // Someone else's facts beside the user's own.
  'the home of a sister': {
    say: ['My sister lives in Porto.', 'I moved to Lisbon last week.'],
    keep: ['sister & porto', 'lisbon'],
  },
  'homes of parents and mine': {
    say: ['I live in Dublin.', 'My parents live in Cork.', 'My brother just moved to Galway.'],
    keep: ['dublin', 'cork', 'galway'],
  },
  'the job of a wife': {
    say: ["I'm a nurse.", 'My wife is a teacher.', 'My son works at Bosch.'],
    keep: ['nurse', 'teacher', 'bosch'],
  },
  'two sisters': { say: ['My sister Clara lives in Rome.', 'My sister Ines lives in Milan.'], keep: ['rome', 'milan'] },
  'two friends': {
    say: ['My friend Tom lives in Oslo.', 'My friend Priya lives in Bergen.', 'I live in Malmö.'],
    keep: ['oslo', 'bergen', 'malmö'],
  },
  'the allergy of a daughter': {
    say: [
      "I'm allergic to penicillin.",
      'My daughter is allergic to peanuts.',
      "My daughter isn't allergic to penicillin.",
    ],
    keep: ['penicillin', 'peanuts'],
  },
  'the diet of a husband': {
    say: ["I'm a vegetarian.", 'My husband is not a vegetarian.', 'He loves steak.'],
    keep: ['user & vegetarian'],
  },
  'the name of a boss': {
    say: ['My name is Laura.', "My boss's name is Henrik.", "My dentist's name is Omar."],
    keep: ['laura', 'henrik', 'omar'],
  },
  'ages in a family': {
    say: ["I'm 41 years old.", 'My son is 7 years old.', 'My daughter is 9 years old.'],
    keep: ['41', '7', '9'],
  },
  'birthdays in a family': {
    say: ['My birthday is on March 3.', "My mother's birthday is on June 9.", "My dad's birthday is on August 21."],
    keep: ['march 3', 'june 9', 'august 21'],
  },
  'two people in a group': {
    say: [by('Ann', 'I live in Leeds.'), by('Bob', 'I live in York.')],
    keep: ['ann & leeds', 'bob & york'],
  },
  'diets in a group': {
    say: [by('Ann', "I'm vegan."), by('Bob', "I'm not vegan any more."), by('Bob', 'I work at Siemens.')],
    keep: ['ann & vegan', 'siemens'],
  },
  'a move in a group': {
    say: [by('Ann', 'I live in Leeds.'), by('Bob', 'I live in Leeds.'), by('Ann', 'I moved to Bristol.')],
    keep: ['ann & bristol', 'bob & leeds'],
    gone: [{ text: 'ann & lives in leeds', by: 'ann & bristol' }],
  },
  'likes in a group': {
    say: [by('Ann', 'I love horror films.'), by('Bob', 'I hate horror films.'), by('Ann', 'I like jazz.')],
    keep: ['ann & horror', 'bob & horror', 'ann & jazz'],
  },
  'one leaves a job in a group': {
    say: [by('Ann', 'I work at Nokia.'), by('Bob', 'I work at Nokia.'), by('Bob', "I don't work at Nokia any more.")],
    keep: ['ann & nokia'],
    gone: [{ text: 'bob & works at nokia' }],
  },
  // What one has many of.
  'tea and coffee': { say: ['I like tea.', 'I like coffee.'], keep: ['tea', 'coffee'] },
  'three sports': {
    say: ['I love climbing.', 'I like swimming.', 'I enjoy cycling.'],
    keep: ['climbing', 'swimming', 'cycling'],
  },
  'a second cat': { say: ['I have a cat named Miso.', 'I adopted a second cat named Nori.'], keep: ['miso', 'nori'] },
  'a dog beside a cat': {
    say: ['We have a dog called Rex.', 'I also have a cat called Luna.', 'Rex is five years old.'],
    keep: ['rex', 'luna'],
  },
  languages: {
    say: ['I speak Spanish.', "I'm learning Japanese.", 'I speak a little Turkish.'],
    keep: ['spanish', 'japanese', 'turkish'],
  },
  'two allergies': { say: ["I'm allergic to shellfish.", "I'm allergic to cats."], keep: ['shellfish', 'cats'] },
  'two children': {
    say: ['My daughter is called Emma.', 'My son is called Leo.', 'My younger daughter is called Mia.'],
    keep: ['emma', 'leo', 'mia'],
  },
  'names of two sons': {
    say: ["My son's name is Leo.", "My son's name is Max.", "My dog's name is Rex.", "My dog's name is Bo."],
    keep: ['leo', 'max', 'rex', 'bo'],
  },
  'ages of two sons': { say: ['My older son is 8 years old.', 'My younger son is 7 years old.'], keep: ['8', '7'] },
  'two brothers at work': {
    say: ['My older brother works at Nestlé.', 'My younger brother works at Roche.', 'I work at Lonza.'],
    keep: ['nestlé', 'roche', 'lonza'],
  },
  'an address and a town': {
    say: ['I live in Bath.', 'I live at 12 Rose Street.', 'Forget my address.'],
    keep: ['bath'],
    gone: [{ text: 'rose street' }],
  },
  'a new address': {
    say: ['I live at 12 Rose Street.', 'I moved to 5 Oak Road.', 'My mother lives at 9 Elm Road.'],
    keep: ['5 oak road', '9 elm road'],
    gone: [{ text: 'rose street', by: '5 oak road' }],
  },
  'instructions for when': {
    say: ['Always answer in French.', 'When I ask about code, always answer in English.'],
    keep: ['french', 'english'],
  },
  'a car and a bike': {
    say: ['I have a Volvo.', 'I bought a Brompton.', 'I own a piano.'],
    keep: ['volvo', 'brompton', 'piano'],
  },
  'kinds of one thing': {
    say: ['I like black tea.', "I don't like green tea.", 'I like white wine.'],
    keep: ['black tea', 'green tea', 'white wine'],
  },
  'a dislike beside a like': {
    say: ['I like dogs.', "I don't like cats.", 'I hate mushrooms.'],
    keep: ['dogs', 'cats', 'mushrooms'],
  },
  'instructions for two things': {
    say: ['From now on, use Vitest for tests.', 'From now on, use pnpm for packages.', 'Always answer in English.'],
    keep: ['vitest', 'pnpm', 'english'],
  },
  'two goals': {
    say: ['I want to learn the cello.', "I'm training for a marathon.", 'I plan to read more.'],
    keep: ['cello', 'marathon'],
  },
  'two trips': { say: ["I'm going to Vienna in March.", "I'm going to Kyoto in May."], keep: ['vienna', 'kyoto'] },
  'studies in two places': {
    say: ['I studied physics at Leiden.', 'I studied law at Utrecht.'],
    keep: ['leiden', 'utrecht'],
  },
  'old and new illness': {
    say: ['I have asthma.', 'I have diabetes.', 'I had the flu last year.'],
    keep: ['asthma', 'diabetes'],
  },
  // Changes.
  'a move': {
    say: ['I live in Lyon.', 'I moved to Lisbon.'],
    keep: ['lisbon'],
    gone: [{ text: 'lyon', by: 'lisbon' }],
  },
  'two moves': {
    say: ['I live in Ghent.', 'I moved to Bruges.', 'I live in Antwerp now.'],
    keep: ['antwerp'],
    gone: [
      { text: 'ghent', by: 'antwerp' },
      { text: 'bruges', by: 'antwerp' },
    ],
  },
  'there and back': {
    say: ['I live in Lima.', 'I moved to Quito.', 'I moved back to Lima.'],
    keep: ['lima'],
    gone: [{ text: 'quito', by: 'back to lima' }],
  },
  'a new employer': {
    say: ['I work at Google.', 'I work at Mistral now.'],
    keep: ['mistral'],
    gone: [{ text: 'works at google', by: 'works at mistral' }],
  },
  'left a job for a job': {
    say: ['I work at Shell.', 'I quit my job at Shell.', 'I started working at Vestas.'],
    keep: ['vestas'],
    gone: [{ text: 'works at shell' }],
  },
  'an old job mentioned': {
    say: ['I work at Spotify.', 'I used to work at Ericsson.', 'I worked at Ikea in 2010.'],
    keep: ['works at spotify'],
  },
  'a childhood home mentioned': {
    say: ['I live in Boston.', 'I grew up in Austin.', 'I was born in Denver.', 'I used to live in Miami.'],
    keep: ['lives in boston', 'austin', 'denver'],
  },
  'not vegetarian any more': {
    say: ["I'm vegetarian.", "I'm not vegetarian any more."],
    gone: [{ text: 'is vegetarian' }, { text: 'is a vegetarian' }],
  },
  'vegan, then not, and tea': {
    say: ["I'm vegan.", 'I love hummus.', "I'm no longer vegan."],
    keep: ['hummus'],
    gone: [{ text: 'is vegan' }],
  },
  'a changed taste': {
    say: ['I like coffee.', "I don't like coffee any more.", 'I like tea.'],
    keep: ['likes tea'],
    gone: [{ text: 'user likes coffee' }],
  },
  'stopped smoking': {
    say: ['I smoke.', 'I quit smoking.', 'I play chess.'],
    keep: ['chess'],
    gone: [{ text: 'user smokes' }],
  },
  'a divorce': {
    say: ["I'm married.", 'My brother is married.', 'I got divorced last month.'],
    keep: ['brother'],
    gone: [{ text: 'user is married', by: 'got divorced' }],
  },
  'an older age': {
    say: ["I'm 29 years old.", 'I turned 30 yesterday.'],
    keep: ['30'],
    gone: [{ text: '29', by: 'turned 30' }],
  },
  'a changed name': { say: ['My name is Jonas Berg.', 'Please call me JB.'], keep: ['jonas berg'] },
  'a new instruction for one thing': {
    say: ['Always answer in French.', 'From now on, answer in German.'],
    keep: ['german'],
    gone: [{ text: 'french', by: 'german' }],
  },
  'a dog that died': {
    say: ['I have a dog named Bruno.', 'I have a cat named Olive.', 'My dog Bruno died.'],
    keep: ['olive'],
  },
  // Corrections and forgetting.
  'I meant another city': {
    soon: true,
    say: ['I live in Lyon.', 'No, I meant Lille.'],
    keep: ['lille'],
    gone: [{ text: 'lyon', by: 'lille' }],
  },
  'a correction of a sister': {
    soon: true,
    say: ['I live in Turin.', 'My sister lives in Genoa.', 'Sorry, I meant my sister lives in Parma.'],
    keep: ['turin', 'parma'],
    gone: [{ text: 'genoa', by: 'parma' }],
  },
  'a correction of whom': {
    soon: true,
    say: ['My brother lives in Genoa.', 'Sorry, I meant my sister.'],
    never: ['in my sister'],
  },
  'a correction of one of two': {
    soon: true,
    say: ['I have a cat named Miso.', 'I have a dog named Rex.', 'Sorry, I meant Max.'],
    keep: ['miso', 'dog & max'],
    gone: [{ text: 'rex', by: 'max' }],
  },
  'a correction of a number': {
    say: ['My son is 7 years old.', 'I have two cats.', 'Correction: my son is 8 years old.'],
    keep: ['two cats', '8'],
    gone: [{ text: '7', by: '8 years' }],
  },
  'forget an address': {
    say: ['I live at 12 Rose Street, Bath.', 'My sister lives in Wells.', 'Forget my address.'],
    keep: ['wells'],
    gone: [{ text: '12 rose street' }],
  },
  'forget what is not there': {
    say: ['I live in Graz.', 'I forgot my keys again.', 'Forget it, that was a bad joke.'],
    keep: ['graz'],
  },
  'more cats': {
    say: ['I have two cats.', 'I have three cats now.'],
    keep: ['three cats'],
    gone: [{ text: 'two cats', by: 'three cats' }],
  },
  'numbers of different things': {
    say: ['I have two cats.', 'I have three children.', 'I have two brothers.'],
    keep: ['two cats', 'three children', 'two brothers'],
  },
  // Time.
  'late news of an older home': {
    say: [on('2026-03-01', 'I live in Berlin.'), on('2024-03-01', 'I live in Munich.')],
    keep: ['berlin'],
    gone: [{ text: 'munich', by: 'berlin' }],
  },
  'late news of an older job': {
    say: [
      on('2026-02-01', 'I work at Airbus.'),
      on('2026-02-05', 'I like sailing.'),
      on('2021-02-01', 'I work at Boeing.'),
    ],
    keep: ['airbus', 'sailing'],
    gone: [{ text: 'boeing', by: 'airbus' }],
  },
  'late news beside someone else': {
    say: [on('2026-03-01', 'I live in Nice.'), on('2023-03-01', 'My aunt lives in Metz.')],
    keep: ['nice', 'metz'],
  },
  // What says nothing.
  'a question between': {
    say: ['I live in Prague.', 'Should I move to Vienna?', 'What is it like to live in Graz?'],
    keep: ['prague'],
    never: ['lives in vienna', 'lives in graz'],
  },
  'a hypothetical': {
    say: ['I work at Philips.', 'If I worked at Apple, I would be rich.', 'Imagine I lived in Cuba.'],
    keep: ['philips'],
    never: ['works at apple', 'lives in cuba'],
  },
  'a wish': {
    say: ['I live in Leipzig.', 'I wish I lived in Naples.', 'I might move to Bari one day.'],
    keep: ['leipzig'],
    never: ['lives in naples', 'lives in bari'],
  },
  'a plan to move': {
    say: ['I live in Hamburg.', "I'm planning to move to Zurich next year."],
    keep: ['lives in hamburg'],
  },
  'a quote of a friend': {
    say: ['I like opera.', 'My friend said: "I don\'t like opera any more."', 'He told me "I moved to Paris".'],
    keep: ['opera'],
    never: ['user lives in paris'],
  },
  'a text to translate': {
    say: ['I live in Seville.', 'Translate this into Spanish: "I live in Madrid and I work at Iberia."'],
    keep: ['seville'],
    never: ['madrid', 'iberia'],
  },
  'a character in a story': {
    say: [
      'I am a pilot.',
      'Write a story about a man who says he is a baker.',
      'In my novel the hero lives in Mars City.',
    ],
    keep: ['pilot'],
    never: ['baker', 'user lives in mars'],
  },
  'almost moved': {
    say: ['I live in Porto.', 'I almost moved to Braga.', "I didn't move to Faro."],
    keep: ['porto'],
    never: ['lives in braga', 'lives in faro'],
  },
  'a visit': {
    say: ['I live in Kyiv.', "I'm in Warsaw for the weekend.", 'I visited Krakow last summer.'],
    keep: ['lives in kyiv'],
    never: ['lives in warsaw', 'lives in krakow'],
  },
  'a denial of what was not said': {
    say: ['I work at Bayer.', "I don't live in Bonn.", "I don't work on Fridays."],
    keep: ['bayer'],
  },
  'tired of it today': {
    say: ['I like running.', "I don't feel like running today.", "I can't go running this week."],
    keep: ['likes running'],
  },
  'the same again': {
    say: ['I live in Basel.', 'As I said, I live in Basel.', 'I still live in Basel.'],
    keep: ['basel'],
  },
  'told more fully': {
    say: ['I have a dog.', 'I have a dog named Pixel.', 'I live in Ulm.', 'I live in Ulm with my wife.'],
    keep: ['dog', 'pixel', 'ulm'],
  },
  'work and side job': { say: ['I work at Zeiss.', 'I also work at a bakery on weekends.'], keep: ['zeiss'] },
  'office and home': {
    say: ['I live in Essen.', 'I work in Cologne.', 'My office is in Bonn.'],
    keep: ['essen', 'cologne'],
  },
  'favourites of two kinds': {
    say: ['My favourite colour is green.', 'My favourite food is ramen.', 'My favourite film is Alien.'],
    keep: ['green', 'ramen', 'alien'],
  },
  'a new favourite': {
    say: ['My favourite colour is green.', 'My favourite food is ramen.', 'My favourite colour is blue now.'],
    keep: ['ramen', 'blue'],
    gone: [{ text: 'green', by: 'blue' }],
  },
  // What sounds like a change of the same, and is none.
  'two phones': {
    say: ['My phone number is 555-0101.', 'My work phone number is 555-0202.'],
    keep: ['555-0101', '555-0202'],
  },
  'two addresses of mail': {
    say: ['My email is ana@home.example.', 'My work email is ana@work.example.'],
    keep: ['ana@home', 'ana@work'],
  },
  'a firm moves': {
    say: [
      'I live in Paris.',
      'My company moved to Berlin.',
      'We moved to TypeScript last year.',
      'I moved to the next chapter.',
      'I moved my desk to the window.',
    ],
    keep: ['lives in paris'],
  },
  'left for a day': {
    say: ['I work at Sony.', 'I left Sony early today.', 'I live in Rome.', 'I left Rome yesterday for a trip.'],
    keep: ['sony', 'lives in rome'],
  },
  'a friend moves away': {
    say: ['I live in Oslo.', 'My best friend moved away.', 'My friend Kim moved to Bergen.'],
    keep: ['lives in oslo'],
  },
  'tools of two kinds': {
    say: ['I use Vim.', 'I use Postgres.', 'I switched from Windows to Linux.'],
    keep: ['vim', 'postgres', 'linux'],
  },
  'a change of one tool': {
    say: ['I use Jest.', 'I use Postgres.', 'I switched from Jest to Vitest.'],
    keep: ['postgres', 'vitest'],
    gone: [{ text: 'uses jest', by: 'vitest' }],
  },
  meats: { say: ["I don't eat pork.", "I don't eat beef."], keep: ['pork', 'beef'] },
  'morning and evening': {
    say: ['I drink coffee every morning.', "I don't drink coffee in the evening."],
    keep: ['every morning'],
  },
  'tea with milk': {
    say: ['I like tea.', "I don't like tea with milk.", "I don't like my sister's tea."],
    keep: ['user likes tea'],
  },
  'a role and a trade': { say: ["I'm a developer.", "I'm a father.", "I'm a big fan of jazz."], keep: ['developer'] },
  'origin and home': {
    say: ["I'm from Chile.", 'I live in Spain.', 'I moved to Portugal.'],
    keep: ['chile', 'portugal'],
    gone: [{ text: 'spain', by: 'portugal' }],
  },
  'cats of a mother': {
    say: ['I have two cats.', 'My mum has three cats.', 'One of my cats is sick.', 'I had four cats when I was a kid.'],
    keep: ['user has two cats'],
  },
  'dogs of others': {
    say: ['My dog is called Rex.', "My sister's dog is called Toby.", "My neighbour's dog died."],
    keep: ['rex'],
  },
  'cars of two': {
    say: ['My car is a Volvo.', "My husband's car is a BMW.", 'My wife sold her car.'],
    keep: ['volvo'],
  },
  'favourites of a son': {
    say: ['My favourite band is Muse.', "My son's favourite band is Blur."],
    keep: ['muse', 'blur'],
  },
  'a divorce of a sister': {
    say: ["I'm married.", 'My sister got divorced.', 'My sister is single now.'],
    keep: ['user is married'],
  },
  'no longer on Mondays': {
    say: ['I work at Lego.', 'I no longer work on Mondays.', 'I work from home on Fridays.'],
    keep: ['lego'],
  },
  'another flight': { say: ["I'm flying to Rome on May 4.", "I'm flying to Rome on June 5."], keep: ['may', 'june'] },
  'gave up on French': {
    say: ["I'm learning German.", 'I gave up on learning French.', 'I stopped watching the news.'],
    keep: ['german'],
  },
  'not allergic to cats': {
    say: ["I'm allergic to nuts.", "I'm not allergic to cats.", "I'm no longer allergic to pollen."],
    keep: ['nuts'],
  },
  distances: {
    say: ['I run 5 km every day.', 'I ran 10 km yesterday.', 'I swim 2 km every Sunday.'],
    keep: ['5 km', '2 km'],
  },
  'a change of mind': {
    say: ['I like yoga.', 'I changed my mind about the curtains.', 'Never mind, forget what I said about dinner.'],
    keep: ['yoga'],
  },
  'the diet of a wife ends': {
    say: ["I'm vegetarian.", "My wife isn't vegetarian any more.", 'My kids are no longer vegetarian.'],
    keep: ['user is vegetarian'],
  },
  'a trip called off': {
    say: ["I'm going to Vienna in March.", "I'm going to Kyoto in May.", "I'm not going to Vienna any more."],
    keep: ['kyoto'],
  },
  'sold one of two': {
    say: ['I have a Volvo.', 'I have a piano.', 'I sold my piano.'],
    keep: ['volvo'],
    gone: [{ text: 'piano' }],
  },
  'pets with one letter': {
    say: ['I have a cat.', 'I have a dog.', 'My dog hates my cat.', 'I have a hamster named Cat.'],
    keep: ['has a cat', 'has a dog'],
  },
  'a job of the past of somebody': {
    say: ['I work at Ford.', 'My dad left Ford in 1999.', "My dad doesn't work at Ford any more."],
    keep: ['user works at ford'],
  },
  'two in one breath': {
    say: ['I live in Rome and work in Milan.', 'My sister lives in Turin and my brother lives in Pisa.'],
    keep: ['rome', 'turin', 'pisa'],
  },
  'homes of part of the year': {
    say: ['I live in Madrid.', 'In summer I live in Cadiz.', "I'm staying in Toledo for two weeks."],
    keep: ['madrid'],
  },
}

export const chinese: Record<string, Conversation> = {
  // 旁人的事
  'the home of a sister': { say: ['我姐姐住在成都。', '我上周搬到了杭州。'], keep: ['成都', '杭州'] },
  'homes of parents and mine': {
    say: ['我住在深圳。', '我父母住在长沙。', '我弟弟刚搬到武汉。'],
    keep: ['深圳', '长沙', '武汉'],
  },
  'the job of a wife': {
    say: ['我是一名护士。', '我老婆是老师。', '我儿子在华为上班。'],
    keep: ['护士', '老师', '华为'],
  },
  'two friends': {
    say: ['我朋友小李住在青岛。', '我朋友小王住在大连。', '我住在烟台。'],
    keep: ['青岛', '大连', '烟台'],
  },
  'the allergy of a daughter': {
    say: ['我对青霉素过敏。', '我女儿对花生过敏。', '我女儿对青霉素不过敏。'],
    keep: ['用户对青霉素过敏', '花生'],
  },
  'the diet of a husband': { say: ['我吃素。', '我老公不吃素。', '他喜欢吃牛排。'], keep: ['用户 & 素'] },
  'the name of a boss': { say: ['我叫林涛。', '我老板叫王强。', '我女儿叫朵朵。'], keep: ['林涛', '王强', '朵朵'] },
  'ages in a family': { say: ['我今年41岁。', '我儿子今年7岁。', '我女儿9岁了。'], keep: ['41', '7', '9'] },
  'birthdays in a family': {
    say: ['我的生日是3月3日。', '我妈妈的生日是6月9日。', '我爸的生日是8月21日。'],
    keep: ['3月3日', '6月9日', '8月21日'],
  },
  'two people in a group': {
    say: [by('小张', '我住在南京。'), by('小陈', '我住在苏州。')],
    keep: ['小张 & 南京', '小陈 & 苏州'],
  },
  'diets in a group': {
    say: [by('小张', '我吃素。'), by('小陈', '我不吃素了。'), by('小陈', '我在阿里巴巴工作。')],
    keep: ['小张 & 素', '阿里巴巴'],
  },
  'a move in a group': {
    say: [by('小张', '我住在南京。'), by('小陈', '我住在南京。'), by('小张', '我搬到合肥了。')],
    keep: ['小张 & 合肥', '小陈 & 南京'],
    gone: [{ text: '小张 & 住在南京', by: '小张 & 合肥' }],
  },
  'likes in a group': {
    say: [by('小张', '我喜欢恐怖片。'), by('小陈', '我讨厌恐怖片。'), by('小张', '我喜欢爵士乐。')],
    keep: ['小张 & 恐怖片', '小陈 & 恐怖片', '爵士乐'],
  },
  'one leaves a job in a group': {
    say: [by('小张', '我在腾讯工作。'), by('小陈', '我在腾讯工作。'), by('小陈', '我从腾讯离职了。')],
    keep: ['小张 & 腾讯'],
    gone: [{ text: '小陈在腾讯工作' }],
  },
  siblings: { say: ['我哥哥在北京工作。', '我妹妹在上海工作。', '我在广州工作。'], keep: ['北京', '上海', '广州'] },
  // 可以有很多的
  'tea and coffee': { say: ['我喜欢喝茶。', '我喜欢喝咖啡。'], keep: ['茶', '咖啡'] },
  'three sports': { say: ['我喜欢爬山。', '我爱游泳。', '我喜欢骑自行车。'], keep: ['爬山', '游泳', '自行车'] },
  'a second cat': { say: ['我养了一只猫，叫豆豆。', '我又养了一只猫，叫花花。'], keep: ['豆豆', '花花'] },
  'a dog beside a cat': {
    say: ['我有一只狗叫旺财。', '我还养了一只猫叫咪咪。', '旺财五岁了。'],
    keep: ['旺财', '咪咪'],
  },
  languages: { say: ['我会说英语。', '我在学日语。', '我会说一点法语。'], keep: ['英语', '日语', '法语'] },
  'two allergies': { say: ['我对海鲜过敏。', '我对花粉过敏。'], keep: ['海鲜', '花粉'] },
  'two children': { say: ['我大女儿叫小雨。', '我儿子叫小宝。', '我小女儿叫小雪。'], keep: ['小雨', '小宝', '小雪'] },
  'names of two sons': {
    say: ['我儿子叫小明。', '我儿子叫小刚。', '我妹妹叫小红。', '我妹妹叫小丽。'],
    keep: ['小明', '小刚', '小红', '小丽'],
  },
  'ages of two sons': { say: ['我大儿子8岁。', '我小儿子7岁。'], keep: ['8', '7'] },
  'two brothers at work': {
    say: ['我大哥在华为工作。', '我二哥在联想工作。', '我在京东工作。'],
    keep: ['华为', '联想', '京东'],
  },
  'an address and a town': {
    say: ['我住在北京。', '我住在朝阳区建国路88号。', '忘掉我的地址。'],
    keep: ['北京'],
    gone: [{ text: '建国路88号' }],
  },
  'counts of two kinds': { say: ['我有两只猫。', '我现在有三只狗了。'], keep: ['两只猫', '三只狗'] },
  'a car and a bike': {
    say: ['我有一辆特斯拉。', '我买了一台钢琴。', '我有一辆摩托车。'],
    keep: ['特斯拉', '钢琴', '摩托车'],
  },
  'kinds of one thing': {
    say: ['我喜欢红茶。', '我不喜欢绿茶。', '我喜欢白葡萄酒。'],
    keep: ['红茶', '绿茶', '白葡萄酒'],
  },
  'a dislike beside a like': { say: ['我喜欢狗。', '我不喜欢猫。', '我讨厌香菜。'], keep: ['狗', '猫', '香菜'] },
  'instructions for two things': {
    say: ['以后测试都用 Vitest。', '以后包管理都用 pnpm。', '以后都用中文回答我。'],
    keep: ['vitest', 'pnpm', '中文'],
  },
  'two goals': { say: ['我想学大提琴。', '我的目标是跑完马拉松。', '我打算每天读书。'], keep: ['大提琴', '马拉松'] },
  'two trips': { say: ['我三月要去西安。', '我五月要去京都。'], keep: ['西安', '京都'] },
  'studies in two places': {
    say: ['我本科毕业于浙江大学。', '我硕士毕业于清华大学。'],
    keep: ['浙江大学', '清华大学'],
  },
  'old and new illness': { say: ['我有哮喘。', '我有糖尿病。', '我去年得过流感。'], keep: ['哮喘', '糖尿病'] },
  'spicy and sweet': { say: ['我不吃辣。', '我不吃香菜。', '我爱吃甜的。'], keep: ['辣', '香菜'] },
  // 变化
  'a move': { say: ['我住在上海。', '我搬到杭州了。'], keep: ['杭州'], gone: [{ text: '上海', by: '杭州' }] },
  'two moves': {
    say: ['我住在南昌。', '我搬到了福州。', '我现在住在厦门。'],
    keep: ['厦门'],
    gone: [
      { text: '南昌', by: '厦门' },
      { text: '福州', by: '厦门' },
    ],
  },
  'there and back': {
    say: ['我住在昆明。', '我搬到贵阳了。', '我搬回昆明了。'],
    keep: ['昆明'],
    gone: [{ text: '贵阳', by: '搬回昆明' }],
  },
  'a new employer': {
    say: ['我在百度工作。', '我现在在字节跳动工作。'],
    keep: ['字节跳动'],
    gone: [{ text: '在百度工作', by: '在字节跳动' }],
  },
  'left a job for a job': {
    say: ['我在美团上班。', '我从美团辞职了。', '我入职了京东。'],
    keep: ['京东'],
    gone: [{ text: '在美团' }],
  },
  'an old job mentioned': { say: ['我在小米工作。', '我以前在联想工作。', '我2010年在中兴工作过。'], keep: ['小米'] },
  'a childhood home mentioned': {
    say: ['我住在天津。', '我在济南长大。', '我出生在洛阳。', '我以前住在太原。'],
    keep: ['住在天津', '济南', '洛阳'],
  },
  'not vegetarian any more': { say: ['我是素食主义者。', '我不再是素食主义者了。'], gone: [{ text: '用户是素食' }] },
  'no meat, then meat': {
    say: ['我吃素。', '我喜欢豆腐。', '我不吃素了。'],
    keep: ['豆腐'],
    gone: [{ text: '用户吃素' }],
  },
  'a changed taste': {
    say: ['我喜欢喝咖啡。', '我不喜欢喝咖啡了。', '我喜欢喝茶。'],
    keep: ['茶'],
    gone: [{ text: '用户喜欢喝咖啡' }, { text: '用户喜欢咖啡' }],
  },
  'stopped smoking': { say: ['我抽烟。', '我戒烟了。', '我喜欢下棋。'], keep: ['下棋'], gone: [{ text: '用户抽烟' }] },
  'a divorce': {
    say: ['我结婚了。', '我哥哥结婚了。', '我上个月离婚了。'],
    keep: ['哥哥'],
    gone: [
      { text: '用户已婚', by: '用户 & 离' },
      { text: '用户结婚', by: '用户 & 离' },
    ],
  },
  'an older age': { say: ['我29岁。', '我今年30岁了。'], keep: ['30'], gone: [{ text: '29', by: '30' }] },
  'a changed name': { say: ['我叫陈建国。', '你可以叫我老陈。'], keep: ['陈建国'] },
  'a new instruction for one thing': {
    say: ['以后都用英文回答我。', '以后都用中文回答我。'],
    keep: ['中文'],
    gone: [{ text: '英文', by: '中文' }],
  },
  'a dog that died': { say: ['我有一只狗叫大黄。', '我有一只猫叫雪球。', '大黄去世了。'], keep: ['雪球'] },
  // 更正与忘记
  'I meant another city': {
    soon: true,
    say: ['我住在苏州。', '不对，我是说宿州。'],
    keep: ['宿州'],
    gone: [{ text: '苏州', by: '宿州' }],
  },
  'a correction of a sister': {
    soon: true,
    say: ['我住在宁波。', '我姐姐住在温州。', '说错了，我姐姐住在台州。'],
    keep: ['宁波', '台州'],
    gone: [{ text: '温州', by: '台州' }],
  },
  'a correction of a sister, meant': {
    soon: true,
    say: ['我住在宁波。', '我姐姐住在温州。', '不对，我是说我姐姐住在台州。'],
    keep: ['宁波', '台州'],
    gone: [{ text: '温州', by: '台州' }],
    never: ['在我姐姐'],
  },
  'a correction of one of two': {
    soon: true,
    say: ['我有一只猫叫咪咪。', '我有一只狗叫旺财。', '不对，我是说来福。'],
    keep: ['咪咪', '狗 & 来福'],
    gone: [{ text: '旺财', by: '来福' }],
  },
  'a correction of a number': {
    say: ['我儿子7岁。', '我有两只猫。', '更正一下，我儿子8岁。'],
    keep: ['两只猫', '8'],
    gone: [{ text: '7', by: '8岁' }],
  },
  'forget an address': {
    say: ['我住在北京朝阳区建国路88号。', '我姐姐住在保定。', '忘掉我的地址。'],
    keep: ['保定'],
    gone: [{ text: '建国路88号' }],
  },
  'forget what is not there': { say: ['我住在兰州。', '我又忘带钥匙了。', '算了，当我没说。'], keep: ['兰州'] },
  'more cats': {
    say: ['我有两只猫。', '我现在有三只猫了。'],
    keep: ['三只猫'],
    gone: [{ text: '两只猫', by: '三只猫' }],
  },
  'numbers of different things': {
    say: ['我有两只猫。', '我有三个孩子。', '我有两个哥哥。'],
    keep: ['两只猫', '三个孩子', '两个哥哥'],
  },
  // 时间
  'late news of an older home': {
    say: [on('2026-03-01', '我住在重庆。'), on('2024-03-01', '我住在成都。')],
    keep: ['重庆'],
    gone: [{ text: '成都', by: '重庆' }],
  },
  'late news of an older job': {
    say: [on('2026-02-01', '我在比亚迪工作。'), on('2026-02-05', '我喜欢钓鱼。'), on('2021-02-01', '我在格力工作。')],
    keep: ['比亚迪', '钓鱼'],
    gone: [{ text: '格力', by: '比亚迪' }],
  },
  'late news beside someone else': {
    say: [on('2026-03-01', '我住在三亚。'), on('2023-03-01', '我姑姑住在海口。')],
    keep: ['三亚', '海口'],
  },
  // 什么也没说的
  'a question between': {
    say: ['我住在桂林。', '我该不该搬到南宁？', '住在柳州怎么样？'],
    keep: ['桂林'],
    never: ['南宁', '柳州'],
  },
  'a hypothetical': {
    say: ['我在网易工作。', '如果我在苹果工作，我就发财了。', '假如我住在拉萨就好了。'],
    keep: ['网易'],
    never: ['苹果工作', '拉萨'],
  },
  'a wish': {
    say: ['我住在郑州。', '我真希望我住在三亚。', '我可能会搬到大理。'],
    keep: ['郑州'],
    never: ['住在三亚', '住在大理'],
  },
  'a plan to move': { say: ['我住在徐州。', '我打算明年搬到无锡。'], keep: ['住在徐州'], never: ['用户住在无锡'] },
  'a quote of a friend': {
    say: ['我喜欢京剧。', '我朋友说：“我不喜欢京剧了。”', '他跟我说“我搬到巴黎了”。'],
    keep: ['京剧'],
    never: ['用户住在巴黎'],
  },
  'a text to translate': {
    say: ['我住在珠海。', '把这句话翻译成英文：“我住在东莞，我在富士康工作。”'],
    keep: ['珠海'],
    never: ['东莞', '富士康'],
  },
  'a character in a story': {
    say: ['我是飞行员。', '写一个故事，主角说他是面包师。', '我小说里的主角住在火星。'],
    keep: ['飞行员'],
    never: ['面包师', '用户住在火星'],
  },
  'almost moved': {
    say: ['我住在绍兴。', '我差点搬到嘉兴。', '我没有搬到湖州。'],
    keep: ['绍兴'],
    never: ['住在嘉兴', '住在湖州'],
  },
  'a visit': {
    say: ['我住在哈尔滨。', '我这周末在沈阳玩。', '我去年夏天去了长春。'],
    keep: ['住在哈尔滨'],
    never: ['住在沈阳', '住在长春'],
  },
  'tired of it today': { say: ['我喜欢跑步。', '我今天不想跑步。', '这周没时间跑步。'], keep: ['喜欢跑步'] },
  'the same again': { say: ['我住在石家庄。', '我说过我住在石家庄。', '我还住在石家庄。'], keep: ['石家庄'] },
  'told more fully': {
    say: ['我有一只狗。', '我有一只狗叫可乐。', '我住在唐山。', '我和老婆住在唐山。'],
    keep: ['狗', '可乐', '唐山'],
  },
  'office and home': { say: ['我住在昆山。', '我在上海上班。', '我们公司在浦东。'], keep: ['昆山', '上海'] },
  'favourites of two kinds': {
    say: ['我最喜欢的颜色是绿色。', '我最喜欢的食物是拉面。', '我最喜欢的电影是《活着》。'],
    keep: ['绿色', '拉面', '活着'],
  },
  'a new favourite': {
    say: ['我最喜欢的颜色是绿色。', '我最喜欢的食物是拉面。', '我现在最喜欢的颜色是蓝色。'],
    keep: ['拉面', '蓝色'],
    gone: [{ text: '绿色', by: '蓝色' }],
  },
  // 听起来像变化，其实不是
  'two phones': {
    say: ['我的电话是13800000001。', '我的工作电话是13900000002。'],
    keep: ['13800000001', '13900000002'],
  },
  'two addresses of mail': {
    say: ['我的邮箱是 ana@home.example。', '我的工作邮箱是 ana@work.example。'],
    keep: ['ana@home', 'ana@work'],
  },
  'a firm moves': {
    say: ['我住在广州。', '我们公司搬到深圳了。', '我把桌子搬到窗边了。', '我们项目换到 TypeScript 了。'],
    keep: ['用户住在广州'],
  },
  'left for a day': {
    say: ['我在索尼工作。', '我今天早早离开了公司。', '我住在西宁。', '我昨天离开西宁去旅游了。'],
    keep: ['索尼', '用户住在西宁'],
  },
  'a friend moves away': {
    say: ['我住在厦门。', '我最好的朋友搬走了。', '我朋友小林搬到泉州了。'],
    keep: ['用户住在厦门'],
  },
  'tools of two kinds': {
    say: ['我用 Vim。', '我用 Postgres。', '我从 Windows 换到了 Linux。'],
    keep: ['vim', 'postgres', 'linux'],
  },
  'a change of one tool': {
    say: ['我用 Jest。', '我用 Postgres。', '我从 Jest 换成了 Vitest。'],
    keep: ['postgres', 'vitest'],
    gone: [{ text: '用户用jest', by: 'vitest' }],
  },
  meats: { say: ['我不吃猪肉。', '我不吃牛肉。', '我不吃羊肉了。'], keep: ['猪肉', '牛肉'] },
  'morning and evening': { say: ['我每天早上喝咖啡。', '我晚上不喝咖啡。', '我今天不喝咖啡了。'], keep: ['早上'] },
  'tea with milk': { say: ['我喜欢喝茶。', '我不喜欢喝奶茶。', '我不喜欢喝绿茶了。'], keep: ['用户喜欢喝茶'] },
  'a role and a trade': { say: ['我是程序员。', '我是两个孩子的爸爸。', '我是爵士乐迷。'], keep: ['程序员'] },
  'origin and home': {
    say: ['我是湖南人。', '我住在佛山。', '我搬到中山了。'],
    keep: ['湖南', '中山'],
    gone: [{ text: '佛山', by: '中山' }],
  },
  'cats of a mother': {
    say: ['我有两只猫。', '我妈妈有三只猫。', '我有一只猫生病了。', '我小时候有四只猫。'],
    keep: ['用户有两只猫'],
  },
  'dogs of others': { say: ['我的狗叫旺财。', '我姐姐的狗叫来福。', '邻居的狗死了。'], keep: ['旺财'] },
  'cars of two': { say: ['我的车是沃尔沃。', '我老公的车是宝马。', '我老婆把车卖了。'], keep: ['沃尔沃'] },
  'favourites of a son': { say: ['我最喜欢的乐队是五月天。', '我儿子最喜欢的乐队是苏打绿。'], keep: ['五月天'] },
  'a divorce of a sister': { say: ['我结婚了。', '我姐姐离婚了。', '我姐姐现在单身。'], keep: ['用户结婚了'] },
  'no longer on Mondays': { say: ['我在顺丰工作。', '我周一不上班了。', '我周五在家办公。'], keep: ['顺丰'] },
  'another flight': { say: ['我5月4日飞罗马。', '我6月5日飞罗马。'], keep: ['5月4日', '6月5日'] },
  'gave up on French': { say: ['我在学德语。', '我不学法语了。', '我不看新闻了。'], keep: ['德语'] },
  'not allergic to cats': { say: ['我对坚果过敏。', '我对猫不过敏。', '我对花粉不过敏了。'], keep: ['坚果'] },
  distances: { say: ['我每天跑5公里。', '我昨天跑了10公里。', '我每周日游2公里。'], keep: ['5公里'] },
  'a change of mind': { say: ['我喜欢瑜伽。', '窗帘的事我改主意了。', '算了，晚饭的事忘了吧。'], keep: ['瑜伽'] },
  'the diet of a wife ends': { say: ['我吃素。', '我老婆不吃素了。', '我孩子也不吃素了。'], keep: ['用户吃素'] },
  'a trip called off': { say: ['我三月要去西安。', '我五月要去京都。', '我不去西安了。'], keep: ['京都'] },
  'sold one of two': {
    say: ['我有一辆特斯拉。', '我有一架钢琴。', '我把钢琴卖了。'],
    keep: ['特斯拉'],
    gone: [{ text: '钢琴' }],
  },
  'a job of the past of somebody': {
    say: ['我在格力上班。', '我爸1999年离开了格力。', '我爸不在格力上班了。'],
    keep: ['用户在格力上班'],
  },
  'two in one breath': {
    say: ['我住在苏州，在上海上班。', '我姐姐住在常州，我哥哥住在镇江。'],
    keep: ['苏州', '常州', '镇江'],
  },
  'homes of part of the year': { say: ['我住在北京。', '我夏天住在承德。', '我这两周住在保定。'], keep: ['北京'] },
  'traditional characters': {
    say: ['我住在臺北。', '我搬到高雄了。', '我姐姐住在臺中。'],
    keep: ['高雄', '臺中'],
    gone: [{ text: '臺北', by: '高雄' }],
  },
}

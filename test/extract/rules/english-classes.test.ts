import { describe, expect, test } from 'vitest'
import { day, extract, said, textsOf } from './support.js'

const SAID: Record<string, [string, string[]][]> = {
  'fragments without a subject': [
    ['41, welder from Gdynia', ['User is 41', 'User is a welder', 'User is from Gdynia']],
    ['been playing the oboe for 9 years', ['User has been playing the oboe for 9 years']],
    ['skipping practice, sprained my ankle', ['User sprained their ankle']],
    ['allergic to latex over here', ['User is allergic to latex']],
    ['Half Kenyan, half Danish', ['User is half Kenyan', 'User is half Danish']],
    ['seeing Bjork in Ghent on December 12th', ['User is seeing Bjork in Ghent on 12 December 2026']],
    ['new place is in Utrecht btw', ["User's new place is in Utrecht"]],
    ['just turned down an offer, training for a triathlon', ['User is training for a triathlon']],
    [
      'Hi, I am Nadia, 29, pastry chef in Turin',
      ["User's name is Nadia", 'User is 29', 'User is a pastry chef in Turin'],
    ],
  ],
  'names in passing': [
    ['my cat Pixel knocked the vase over', ["User's cat is named Pixel"]],
    ['had lunch with my boss Ingrid', ["User's boss is named Ingrid"]],
    ['my sister Mira lives in Split', ["User's sister is named Mira", "User's sister Mira lives in Split"]],
    ['My 2011 Corolla makes a weird noise', ['User has a 2011 Corolla']],
    ['my phone is at 4%', []],
  ],
  'tastes told from the side of the thing': [
    ['no pork for me please', ['User wants no pork']],
    ['horror films are a hard no for me', ['Horror films are a no for User']],
    ['halal only for me please', ['User wants halal only']],
    ['give me a period drama any day', ['User likes a period drama']],
    ['no rush please', []],
    ['no coffee for me today', []],
  ],
  'a state of health': [
    ['my sciatica is playing up', ['User has sciatica']],
    ['My hearing is going', ["User's hearing is going"]],
    ['my doctor wants me off salt', ["User's doctor wants them off salt"]],
    ["I've been on sertraline for two years", ['User has been on sertraline for two years']],
    ["haven't touched sugar in two years", ['User has not touched sugar in two years']],
    ['I use a cane since the accident', ['User uses a cane since the accident']],
    ["I still can't do this properly", []],
    ['I cannot do squats yet', []],
  ],
  'how somebody works': [
    ['I maintain the billing service', ['User maintains the billing service']],
    ["I don't work Fridays", ['User does not work Fridays']],
    ['I work four days a week', ['User works four days a week']],
    [
      'my brother in law Sven fixes violins',
      ["User's brother in law is named Sven", "User's brother in law Sven fixes violins"],
    ],
    ['I write crime novels', ['User writes crime novels']],
    ['I handle it', []],
  ],
  'people and pets by name': [
    [
      'My sons Ravi and Anil are in the scouts',
      ["Ravi is one of User's sons", "Anil is one of User's sons", "User's sons Ravi and Anil are in the scouts"],
    ],
    [
      "We've got two hamsters, a fat one called Pudding and a tiny one called Salt",
      [
        "Pudding is one of User's hamsters",
        "Salt is one of User's hamsters",
        'User has two hamsters, a fat one called Pudding and a tiny one called Salt',
      ],
    ],
    ['can you write to my landlady, Ms. Brandt, about the heating?', ["User's landlady is named Ms. Brandt"]],
    ['my sister Ana works at Google?', []],
  ],
  'several facts of one clause': [
    ['I own a Leica M6 and a Hasselblad', ['User owns a Leica M6', 'User owns a Hasselblad']],
    [
      "I'm from Malta, studied law in Bologna and now teach Latin",
      ['User is from Malta', 'User studied law in Bologna', 'User teaches Latin'],
    ],
    ['I always walk to work and take the stairs', ['User always walks to work', 'User always takes the stairs']],
    ["I don't drink coffee, only Assam tea", ['User does not drink coffee', 'User only drinks Assam tea']],
    ['My flat is on the fifth floor, no lift', ["User's flat is on the fifth floor", "User's flat has no lift"]],
    [
      'I live in Turin with my girlfriend',
      ['User lives in Turin with their girlfriend', 'User lives with their girlfriend'],
    ],
    ['I have a question and a suggestion', []],
    ['I just had a baby boy, born on 4 October', ['User had a baby boy']],
  ],
  'what relatives are and do': [
    ["My dad has gout, he can't walk far", ["User's dad has gout", "User's dad cannot walk far"]],
    ['my manager wants weekly status notes on Mondays', ["User's manager wants weekly status notes on Mondays"]],
    ['My father was a miner for thirty years', ["User's father was a miner for thirty years"]],
    ['my boss is annoying today', []],
    ["my wife can't find the remote", []],
    ['my dad is coming in a minute', []],
  ],
  "one's own things and what they do": [
    ['my visa runs out in November', ["User's visa runs out in November 2027"]],
    ['my kiln is a Nabertherm top loader', ["User's kiln is a Nabertherm top loader"]],
    ['My German is pretty rusty', ["User's German is pretty rusty"]],
    ['my code has no tests', []],
    ['my turn ends after the third move', []],
    ['my dice roll is 14', []],
  ],
  'what is always or never done': [
    ['I never watch trailers', ['User never watches trailers']],
    ['I carry an inhaler everywhere', ['User carries an inhaler everywhere']],
    ['I eat my main meal at noon', ['User eats their main meal at noon']],
    ['I never understand recursion', []],
    ['I always forget the syntax', []],
  ],
  'what was so for long': [
    [
      'I used to be a lorry driver for eight years, now I run a nursery',
      ['User used to be a lorry driver for eight years', 'User runs a nursery'],
    ],
    ['I used to hate olives', []],
  ],
  'what a doctor found': [
    ['The doctor says I have high blood pressure', ['User has high blood pressure']],
    ["the results came back, it's lupus", ['User has lupus']],
    ["it's lupus", []],
  ],
  'how to answer': [
    ['please stop suggesting dating apps', ['User wants the assistant to stop suggesting dating apps']],
    [
      'Be honest with me in all future reviews',
      ['User wants the assistant to be honest with User in all future reviews'],
    ],
    ['stop suggesting that', []],
  ],
  'families and homes': [
    [
      "we're a family of five in a small flat in Leeds",
      ['User is a family of five', 'User is living in a small flat in Leeds'],
    ],
    ['my kids are 4, 7 and 11', ["User's kids are 4, 7 and 11"]],
    ["we're trying for a second baby", ['User is trying for a second baby']],
    ['sister is getting married in June', ["User's sister is getting married in June 2027"]],
  ],
}

for (const [kind, cases] of Object.entries(SAID)) {
  describe(`English classes: ${kind}`, () => {
    test.each(cases)('%s', async (message, expected) => {
      expect(await textsOf(message)).toEqual(expected)
    })
  })
}

describe('English classes: what is none', () => {
  test.each([
    "it's August and it still rains",
    'This is April weather',
    'my schedule is chaos',
    'never told anyone at work',
    'he never shuts up about it',
    'never again',
    'Great call today',
    'user: I like dogs\nassistant: Noted!\nuser: and I hate cats',
    'training starts in May',
    'I moved here for the job last year',
  ])('%s', async (message) => {
    expect(await textsOf(message)).toEqual([])
  })
})

describe('English classes: two facts that are one', () => {
  test('what ended and what took its place are a change', async () => {
    expect(await extract("I no longer work at Hooli, I'm at a startup called Pied Piper now")).toMatchObject([
      { mode: 'change', slot: { attribute: 'employer', value: 'pied piper' }, previous: 'hooli' },
    ])
  })

  test('a reason is no part of an instruction', async () => {
    expect(await textsOf('call me Lou, I hate Louise')).toEqual(['User wants to be called Lou', 'User hates Louise'])
  })

  test('others are spoken of by their names where people have names', async () => {
    expect(await extract([said('Martha handles payroll', { name: 'Ben' })])).toMatchObject([
      { text: 'Martha handles payroll', slot: { subject: 'martha' } },
    ])
    expect(await textsOf('Martha handles payroll')).toEqual([])
  })
})

describe('English classes: days', () => {
  test.each([
    ['I got back from the dentist this morning and I joined a choir today', '2026-11-30'],
    ["it's my birthday tomorrow", undefined],
  ])('%s', async (message, expected) => {
    const facts = await extract(message)
    expect(day(facts.at(-1)?.validFrom)).toBe(expected)
  })

  test('a birthday is a day of the year', async () => {
    expect(await textsOf("it's my birthday tomorrow")).toEqual(["User's birthday is 1 December"])
    expect(await textsOf('I am doing Dry January')).not.toContain('User is doing Dry in January 2027')
  })
})

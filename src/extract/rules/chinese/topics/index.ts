import { doing } from './doing.js'
import { education } from './education.js'
import { family } from './family.js'
import { futures } from './futures.js'
import { goals } from './goals.js'
import { habits } from './habits.js'
import { health } from './health.js'
import { home } from './home.js'
import { identity } from './identity.js'
import { likes } from './likes.js'
import { pets } from './pets.js'
import { things } from './things.js'
import { work } from './work.js'
import type { Rule } from '../rule.js'

/** In the order in which they are tried: the more telling first. */
export const TOPICS: readonly Rule[] = [
  ...identity,
  ...health,
  ...family,
  ...pets,
  ...work,
  ...education,
  ...home,
  ...things,
  ...doing,
  ...likes,
  ...habits,
  ...goals,
  ...futures,
]

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kind } from './actor.js'
import { Life, type Files } from './life.js'
import { openProfile } from '../e2e/support/profile.js'
import { withSite } from '../e2e/support/site.js'
import type { Tab } from './tab.js'

export interface CrashOptions {
  kills: number
  seed: number
  /** Of how many stores one is encrypted: 1 for all of them; none when absent. */
  encryptOneIn?: number
  /** Told what happens. */
  log?: (line: string) => void
}

export interface Figures {
  kills: number
  acknowledged: number
  violations: Record<Kind, number>
}

/** Kills that one profile lives through, before another begins with an empty one. */
const KILLS_OF_A_LIFE = 20
/** Lives with violations after which there is no more to learn. */
const MOST_FAILURES = 5

const LABELS: Record<Kind, string> = {
  loss: 'losses',
  duplicate: 'duplicates',
  'half-written': 'half-written',
  index: 'wrong indexes',
  job: 'jobs not done once',
  number: 'numbers given twice',
  error: 'unexpected errors',
}

/** Kills browsers until it is enough, and tells what that did to what they stored. */
export async function crashRun({
  kills,
  seed,
  encryptOneIn = Infinity,
  log = () => {},
}: CrashOptions): Promise<Figures> {
  const figures: Figures = {
    kills: 0,
    acknowledged: 0,
    violations: { loss: 0, duplicate: 0, 'half-written': 0, index: 0, job: 0, number: 0, error: 0 },
  }
  await withSite('test/crash/page', async ({ address, folder }) => {
    let prepared: Promise<void> | undefined
    const prepare = (tab: Tab): Promise<void> => (prepared ??= writeFiles(folder, tab))
    let failures = 0
    for (let lived = 0; figures.kills < kills && failures < MOST_FAILURES; lived++) {
      const life = new Life(seed + lived, address, (lived + 1) % encryptOneIn === 0, FILES, prepare, log)
      const profile = await openProfile()
      const { killed, acknowledged, violations } = await life.live(
        profile,
        Math.min(KILLS_OF_A_LIFE, kills - figures.kills),
      )
      figures.kills += killed
      figures.acknowledged += acknowledged
      for (const { kind } of violations) figures.violations[kind]++
      if (violations.length === 0) await profile.remove()
      else {
        failures++
        await profile.context.close()
        log(
          `kept ${profile.folder}; again: npm run test:crash -- --kills ${killed} --seed ${seed + lived} --encrypt-one-in ${(lived + 1) % encryptOneIn === 0 ? 1 : 0}`,
        )
      }
    }
  })
  return figures
}

export const isClean = ({ violations }: Figures): boolean => Object.values(violations).every((count) => count === 0)

export function summary({ kills, acknowledged, violations }: Figures): string {
  const counts = (Object.keys(LABELS) as Kind[]).map((kind) => `${LABELS[kind]} ${violations[kind]}`)
  return [`kills ${kills}`, `acknowledged ${acknowledged.toLocaleString('en')}`, ...counts].join(', ')
}

/** What `export` writes, and a plain list, whose vectors are yet to be made. */
const texts = (what: string, n: number): string[] =>
  Array.from({ length: n }, (_, i) => `Ada Okafor ${what} a lantern from Quito, number ${i}`)
const FILES: Files = [
  { name: 'exported.locket', texts: texts('exported', 160), messages: 160 },
  { name: 'list.json', texts: texts('listed', 60), messages: 0 },
]

async function writeFiles(folder: string, tab: Tab): Promise<void> {
  const [exported, list] = FILES
  await writeFile(join(folder, exported.name), Buffer.from(await tab.exported([...exported.texts]), 'base64'))
  await writeFile(
    join(folder, list.name),
    JSON.stringify(list.texts.map((memory, i) => ({ id: `listed-${i}`, memory }))),
  )
}

import { execFileSync } from 'node:child_process'
import { withProfile, type Profile } from '../e2e/support/profile.js'
import { withSite } from '../e2e/support/site.js'
import type { Report, tab as PageTab } from './page/page.js'

declare const tab: typeof PageTab

type Page = Profile['page']

export interface SoakOptions {
  memories: number
  minutes: number
  seed: number
  log: (line: string) => void
}

const TABS = ['A', 'B', 'C'] as const
/** What opening is compared with. */
const SMALL = 10_000
/** Memory is read so often. */
const SAMPLES = 10

/** Fills a store, reads and writes it from three tabs for long, and reports. Resolves to what is wrong: nothing, it is to be hoped. */
export function soakRun({ memories, minutes, seed, log }: SoakOptions): Promise<string[]> {
  return withSite('test/soak/page', (site) =>
    withProfile(async (profile) => {
      const wrong: string[] = []
      const open = async (page: Page) => {
        await page.goto(site.address)
        await page.waitForFunction(() => 'tab' in globalThis, undefined, { polling: 50 })
        return page.evaluate(() => tab.open())
      }
      const fill = async (page: Page, n: number): Promise<void> => {
        const ms = await page.evaluate(([n, seed]) => tab.fill(n, seed), [n, seed + n] as const)
        log(`filled ${n.toLocaleString('en')} in ${(ms / 1_000).toFixed(1)} s`)
      }
      const reopen = async (): Promise<{ openMs: number; readyMs: number }> => {
        const opened = await open(await profile.reopen())
        return opened
      }

      await open(profile.page)
      const small = Math.min(SMALL, memories)
      await fill(profile.page, small)
      const first = await reopen()
      log(
        `opening with ${small.toLocaleString('en')}: ${first.openMs.toFixed(0)} ms, all indexes ${first.readyMs.toFixed(0)} ms`,
      )
      if (memories > small) {
        await fill(profile.page, memories - small)
        const second = await reopen()
        log(
          `opening with ${memories.toLocaleString('en')}: ${second.openMs.toFixed(0)} ms (× ${(second.openMs / first.openMs).toFixed(1)}), all indexes ${second.readyMs.toFixed(0)} ms (× ${(second.readyMs / first.readyMs).toFixed(1)})`,
        )
      }

      const pages = [profile.page]
      while (pages.length < TABS.length) {
        const page = await profile.context.newPage()
        pages.push(page)
        await open(page)
      }
      await Promise.all(pages.map((page) => page.evaluate(() => tab.idle())))
      const before = await pages[0]?.evaluate(() => tab.counts())
      const ms = minutes * 60_000
      const watch = watchMemory(profile, pages, ms / SAMPLES)
      const reports = await Promise.all(
        pages.map((page, i) =>
          page.evaluate(([name, seed, ms]) => tab.live(name, seed, ms), [TABS[i] as string, seed + i, ms] as const),
        ),
      )
      const memory = await watch()
      const after = await pages[0]?.evaluate(() => tab.counts())

      tellDone(reports, log)
      for (const [i, { errors }] of reports.entries()) wrong.push(...errors.map((error) => `tab ${TABS[i]}: ${error}`))
      for (const what of ['search', 'add', 'update', 'delete', 'purge', 'list', 'context', 'say'])
        tellDrift(what, reports, ms, log)
      for (const [name, values] of Object.entries(memory))
        log(
          `${name}: ${values.map((value) => value.toFixed(0)).join(', ')} MB; last over first × ${((values.at(-1) ?? 0) / (values[0] ?? 1)).toFixed(2)}`,
        )
      log(`store: ${JSON.stringify(before)} before, ${JSON.stringify(after)} after`)
      for (const [i, page] of pages.entries()) {
        const findings = await page.evaluate(() => tab.verify())
        log(`verify() by tab ${TABS[i]}: ${findings.length === 0 ? 'ok' : `${findings.length} findings`}`)
        wrong.push(...findings.slice(0, 10).map((finding) => `tab ${TABS[i]}: ${finding}`))
      }
      return wrong
    }),
  )
}

function tellDone(reports: readonly Report[], log: (line: string) => void): void {
  const sum = (of: (report: Report) => number): string =>
    reports.reduce((total, report) => total + of(report), 0).toLocaleString('en')
  log(
    `done ${sum(({ samples }) => samples.length)}, refused since another tab was faster ${sum(({ refused }) => refused)}, errors ${sum(({ errors }) => errors.length)}`,
  )
}

/** The last fifth of the time against the first. */
function tellDrift(what: string, reports: readonly Report[], ms: number, log: (line: string) => void): void {
  const samples = reports.flatMap((report) => report.samples).filter((sample) => sample.what === what)
  const fifth = (from: number): number[] =>
    samples
      .filter(({ at }) => at >= from && at < from + ms / 5)
      .map((sample) => sample.ms)
      .sort((a, b) => a - b)
  const [first, last] = [fifth(0), fifth(ms * 0.8)]
  const at = (sorted: readonly number[], share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  const told = (share: number): string =>
    `${at(first, share).toFixed(1)} to ${at(last, share).toFixed(1)} ms (× ${(at(last, share) / at(first, share)).toFixed(2)})`
  log(`${what}: median ${told(0.5)}, 95 % ${told(0.95)}; ${samples.length.toLocaleString('en')} in all`)
}

/** JS heaps after a collection, and what the processes behind pages hold, in MB, from now and then. The function returned ends it and tells. */
function watchMemory(
  profile: Profile,
  pages: readonly Page[],
  everyMs: number,
): () => Promise<Record<string, number[]>> {
  const taken: Record<string, number[]> = {}
  const note = (name: string, megabytes: number): void => void (taken[name] ??= []).push(megabytes)
  const take = async (): Promise<void> => {
    for (const [i, page] of pages.entries()) {
      const session = await profile.context.newCDPSession(page)
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      await session.detach()
      note(`JS heap of ${TABS[i]}, without its worker`, usedSize / 1e6)
    }
    for (const [name, type] of [
      ['processes behind the pages, all together', 'renderer'],
      ['process of the storage', 'storage.mojom.StorageService'],
    ] as const)
      note(name, profile.processes(type).reduce((sum, pid) => sum + residentOf(pid), 0) / 1e3)
  }
  let taking: Promise<void> = take()
  const timer = setInterval(() => void (taking = taking.then(take)), everyMs)
  return async () => {
    clearInterval(timer)
    await taking
    await take()
    return taken
  }
}

/** In kilobytes; nothing of a process that is gone. */
function residentOf(pid: number): number {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
  } catch {
    return 0
  }
}

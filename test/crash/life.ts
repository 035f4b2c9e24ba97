import { setTimeout as pause } from 'node:timers/promises'
import type { Profile } from '../e2e/support/profile.js'
import type { Actor, Violation } from './actor.js'
import { FactsScope } from './facts-scope.js'
import { ImportScope, type ImportFile } from './import-scope.js'
import { OwnScope } from './own-scope.js'
import type { Contents, Dump, ExtractorKind, Found, ScopeIds, Task } from './protocol.js'
import { Random } from './random.js'
import { SharedScope } from './shared-scope.js'
import { Structure } from './structure.js'
import { Tab } from './tab.js'

/** An export and a list. */
export type Files = [ImportFile, ImportFile]

export interface Lived {
  killed: number
  acknowledged: number
  violations: Violation[]
}

/** `browser`: every process at once. `renderer`: those behind one page. `storage`: the one that IndexedDB lives in. */
type Victim = 'browser' | 'renderer' | 'storage'

/** When so many things were begun, and then one of a kind, and then so many milliseconds went by. */
interface KillPlan {
  victim: Victim
  begun: number
  of: Task['do'] | 'any'
  delayMs: number
}

const NAMES = ['A', 'B'] as const
const QUERIES = ['Marta Novak keeps a ferret in Lisbon', 'User loves tea', 'who lends us a ladder']
/** How long things take that are worth killing at: the longest with something to spare, since work goes on behind them. */
const MOMENTS: readonly [Task['do'] | 'any', longestMs: number][] = [
  ['any', 500],
  ['any', 1_500],
  ['add', 30],
  ['add', 150],
  ['update', 15],
  ['delete', 15],
  ['undo', 20],
  ['purge', 40],
  ['deleteAll', 150],
  ['import', 150],
  ['import', 400],
  ['approve', 60],
  ['count', 15],
  ['idle', 300],
  ['deleteMessage', 30],
]
/** The kind that was planned may not come up. */
const LATEST_MS = 3_000
const JOURNAL_LINES = 40

/** One profile with all that is done to it: a long life with many kills. */
export class Life {
  private readonly random: Random
  private readonly structure = new Structure()
  private readonly shared = new SharedScope()
  private readonly owned: OwnScope[][]
  private readonly facts: FactsScope[]
  private readonly imports: ImportScope[][]
  private readonly scopes: ScopeIds[]
  private readonly violations: Violation[] = []
  private tabs: Tab[] = []
  /** What draws facts just now. */
  private drawing: ExtractorKind = 'off'
  private acknowledged = 0
  private killed = 0
  private journal: string[] = []
  private began = 0
  private isStopping = false
  private onStart: ((task: Task) => void) | undefined

  constructor(
    private readonly seed: number,
    private readonly address: string,
    private readonly isEncrypted: boolean,
    files: Files,
    /** Makes the files, by a tab. */
    private readonly prepare: (tab: Tab) => Promise<void>,
    private readonly log: (line: string) => void,
  ) {
    this.random = new Random(Math.imul(seed, 0x9e3779b1))
    const isDrawn = (): boolean => this.drawing !== 'off'
    const lastOperation = (i: number) => async (id: string) => this.tabs[i]?.lastOperation(id)
    this.owned = NAMES.map((name, i) =>
      ['r1', 'r2'].map((runId) => new OwnScope({ userId: `own ${name}`, runId }, `${name}${runId}x`, lastOperation(i))),
    )
    this.facts = [...NAMES, 'AB'].map((name) => new FactsScope({ userId: `facts ${name}` }, name, isDrawn))
    this.imports = NAMES.map((name) =>
      files.map((file) => new ImportScope({ userId: `import ${file.name} ${name}` }, file)),
    )
    this.scopes = [
      { userId: 'own A', runId: 'r1' },
      { userId: 'own B' },
      { userId: 'facts AB' },
      { userId: 'both' },
      { userId: `import ${files[0].name} A` },
    ]
  }

  private get actors(): Actor[] {
    return [...this.owned.flat(), ...this.facts, this.shared, ...this.imports.flat()]
  }

  /** Lives through so many kills, or up to the first that leaves something wrong. */
  async live(profile: Profile, kills: number): Promise<Lived> {
    const { random } = this
    try {
      this.restart()
      await this.open([await profile.launch(), await profile.context.newPage()])
      await this.prepare(this.tabs[0] as Tab)
      for (const { task, settle } of this.shared.setUp()) await settle(await (this.tabs[0] as Tab).perform(task))
      while (this.killed < kills && this.violations.length === 0) {
        this.restart()
        await this.runAndKill(profile, random.fork())
        if (this.violations.length === 0) await this.checkAll(random.fork())
        this.log(`life ${this.seed}, kill ${this.killed}: ${this.journal.at(-1) ?? ''}`)
      }
    } catch (cause) {
      this.violations.push({
        kind: 'error',
        message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
      })
    }
    if (this.violations.length > 0) this.tell()
    return { killed: this.killed, acknowledged: this.acknowledged, violations: this.violations }
  }

  private async open(pages: [Profile['page'], Profile['page']]): Promise<void> {
    // The script says what the rules say, faster; what one has left to do, or nobody could do, another may take over.
    this.drawing = this.random.weighted({ scripted: 60, rules: 25, off: 15 })
    this.note(`opening, ${this.isEncrypted ? 'encrypted, ' : ''}extractor ${this.drawing}`)
    this.tabs = await Promise.all(
      pages.map((page, i) => Tab.open(NAMES[i] as string, page, this.address, this.drawing, this.isEncrypted)),
    )
  }

  // ── doing and killing ─────────────────────────────────────────────────────────────────────────────────────────────

  private async runAndKill(profile: Profile, random: Random): Promise<void> {
    const plan = planKill(random)
    this.note(`to be killed: ${plan.victim}, after ${plan.begun} things and one of ${plan.of} and ${plan.delayMs} ms`)
    const pids =
      plan.victim === 'browser'
        ? []
        : random.shuffled(profile.processes(plan.victim === 'renderer' ? 'renderer' : 'storage.mojom.StorageService'))
    const isTime = this.timeOf(plan)
    this.isStopping = false
    const working = Promise.all(this.tabs.flatMap((tab, i) => this.workers(tab, i, random)))
    await Promise.race([isTime, working])
    this.note(`killing: ${plan.victim}`)
    this.isStopping = plan.victim !== 'storage'
    switch (plan.victim) {
      case 'browser':
        await profile.kill()
        break
      case 'renderer':
        await this.killPage(pids)
        break
      case 'storage':
        for (const tab of this.tabs) tab.isStoreKilled = true
        for (const pid of pids) process.kill(pid, 'SIGKILL')
        await pause(300)
    }
    this.isStopping = true
    this.onStart = undefined
    this.killed++
    await working
    await this.comeBack(profile, plan.victim, random)
  }

  private timeOf({ begun, of, delayMs }: KillPlan): Promise<void> {
    return new Promise<void>((resolve) => {
      const latest = setTimeout(resolve, LATEST_MS)
      let left = begun
      this.onStart = (task) => {
        if (left-- > 0 || (of !== 'any' && task.do !== of)) return
        this.onStart = undefined
        clearTimeout(latest)
        if (delayMs === 0) resolve()
        else setTimeout(resolve, delayMs)
      }
    })
  }

  /** Kills processes behind pages until a page dies of it: some are behind none. */
  private async killPage(pids: readonly number[]): Promise<void> {
    for (const pid of pids) {
      process.kill(pid, 'SIGKILL')
      for (let i = 0; i < 20; i++) {
        await pause(10)
        if (this.tabs.some(({ isDead }) => isDead)) return
      }
    }
    throw new Error('No process was behind a page.')
  }

  private async comeBack(profile: Profile, victim: Victim, random: Random): Promise<void> {
    if (victim === 'browser') {
      // Whoever comes back may be killed as well, while work is taken over and indexes are loaded.
      while (random.chance(0.12)) {
        const pages = [await profile.reopen(), await profile.context.newPage()]
        const opening = Promise.allSettled(
          pages.map((page, i) => Tab.open(NAMES[i] as string, page, this.address, 'scripted', this.isEncrypted)),
        )
        await Promise.all(
          pages.map((page) => page.waitForFunction(() => 'tab' in globalThis, undefined, { polling: 20 })),
        )
        await pause(random.whole(0, 400))
        this.note('killing: browser, while it comes back')
        await profile.kill()
        this.killed++
        await opening
      }
      await this.open([await profile.reopen(), await profile.context.newPage()])
      return
    }
    for (const [i, tab] of this.tabs.entries()) {
      tab.isStoreKilled = false
      if (!tab.isDead) continue
      // The new one first, so that the browser is never without a page.
      const page = await profile.context.newPage()
      await tab.close()
      this.tabs[i] = await Tab.open(tab.name, page, this.address, this.drawing, this.isEncrypted)
    }
  }

  private workers(tab: Tab, i: number, random: Random): Promise<void>[] {
    const idle: Actor = {
      next: () => ({
        task: { do: 'idle' },
        settle: (outcome) =>
          void (outcome.state === 'refused' && fail(`idle() failed: ${outcome.code}: ${outcome.message}`)),
      }),
      check: () => [],
    }
    const [own, facts] = [this.facts[i], this.facts[2]] as [FactsScope, FactsScope]
    return [
      ...(this.owned[i] as OwnScope[]).map((scope) => this.work(tab, [scope], random.fork(), 0)),
      this.work(tab, [own, facts, this.shared, this.shared], random.fork(), 0),
      // Heavier, and now and then.
      this.work(tab, [idle, ...(this.imports[i] as ImportScope[])], random.fork(), 400),
    ]
  }

  /** Does one thing after another until the tab is dead. */
  private async work(tab: Tab, actors: readonly Actor[], random: Random, pauseMs: number): Promise<void> {
    while (!this.isStopping && !tab.isDead) {
      if (pauseMs > 0) await pause(random.whole(0, pauseMs))
      if (this.isStopping || tab.isDead) return
      const step = random.pick(actors)?.next(random)
      if (!step) {
        await pause(5)
        continue
      }
      const what = `${tab.name} ${told(step.task)}`
      this.note(`begun: ${what}`)
      const outcome = tab.perform(step.task)
      this.onStart?.(step.task)
      try {
        const { state, ...rest } = await outcome
        this.note(`${state}: ${what}${'code' in rest ? ` ${rest.code}` : ''}`)
        await step.settle(await outcome)
        if (state === 'acknowledged') this.acknowledged++
        if (state === 'unknown') return
      } catch (cause) {
        this.violations.push({
          kind: 'error',
          message: `${what}: ${cause instanceof Error ? cause.message : String(cause)}`,
        })
        return
      }
    }
  }

  // ── checking ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private async checkAll(random: Random): Promise<void> {
    const [first, second] = random.shuffled(this.tabs) as [Tab, Tab]
    this.checkDump(await first.dump(), 'opened')
    await this.checkVerify(first, 'opened')
    const dump = await this.rest(first, second)
    this.checkDump(dump, 'idle')
    await this.checkVerify(first, 'idle')
    await this.checkVerify(second, 'idle')
    // Half the time is enough: it takes as long as everything else.
    if (random.chance(0.5)) await this.compareWithRebuilt(first, second)
    for (const tab of this.tabs)
      for (const warning of await tab.warnings()) this.note(`warning of ${tab.name}: ${warning}`)
    this.note(
      `${this.acknowledged} acknowledged, ${dump.messages.length} messages, ${dump.memories.length} memories, ${dump.history.length} of history`,
    )
  }

  /** What the indexes of both tabs find, which followed all that was done, against those that are built from the rows alone. */
  private async compareWithRebuilt(first: Tab, second: Tab): Promise<void> {
    const seen = [await first.contents(this.scopes, QUERIES), await second.contents(this.scopes, QUERIES)]
    await first.rebuild()
    const rebuilt = await first.contents(this.scopes, QUERIES)
    for (const [i, contents] of seen.entries())
      for (const message of contrasts(contents, rebuilt))
        this.violations.push({
          kind: 'index',
          message: `tab ${[first, second][i]?.name} against one that was built anew: ${message}`,
        })
  }

  /** Waits until nothing is left to do. */
  private async rest(first: Tab, second: Tab): Promise<Dump> {
    for (let round = 1; ; round++) {
      for (const tab of [first, second]) {
        const outcome = await tab.perform({ do: 'idle' })
        if (outcome.state !== 'acknowledged') throw new Error(`idle() ended ${JSON.stringify(outcome)}`)
      }
      const dump = await first.dump()
      if (round === 20 || this.left(dump).length === 0) return dump
      await pause(100)
    }
  }

  /** Without those that nobody here can do. */
  private left({ jobs }: Dump): Dump['jobs'] {
    return this.drawing === 'off' ? jobs.filter(({ kind }) => kind === 'embed') : jobs
  }

  private checkDump(dump: Dump, when: 'opened' | 'idle'): void {
    for (const actor of this.actors) this.report(when, actor.check(dump, when))
    this.report(
      when,
      this.structure.check(when === 'idle' ? { ...dump, jobs: this.left(dump) } : dump, when === 'idle'),
    )
  }

  private async checkVerify(tab: Tab, when: string): Promise<void> {
    const { ok, findings } = await tab.verify()
    if (!ok)
      this.report(
        when,
        findings.map((message) => ({ kind: 'index', message: `verify(): ${message}` })),
      )
  }

  private report(when: string, violations: readonly Violation[]): void {
    this.violations.push(
      ...violations.map(({ kind, message }): Violation => ({ kind, message: `${when}: ${message}` })),
    )
  }

  // ── telling ───────────────────────────────────────────────────────────────────────────────────────────────────────

  private restart(): void {
    this.began = performance.now()
    this.journal = this.journal.slice(-JOURNAL_LINES)
  }

  private note(line: string): void {
    this.journal.push(`${(performance.now() - this.began).toFixed(0).padStart(6)} ms  ${line}`)
  }

  private tell(): void {
    const { violations, journal } = this
    this.log(`\nVIOLATED in life ${this.seed}, after ${this.killed} kills:`)
    for (const { kind, message } of violations.slice(0, 20)) this.log(`  ${kind}: ${message}`)
    if (violations.length > 20) this.log(`  and ${violations.length - 20} more`)
    this.log(
      `What was done last:\n${journal
        .slice(-2 * JOURNAL_LINES)
        .map((line) => `  ${line}`)
        .join('\n')}`,
    )
  }
}

function planKill(random: Random): KillPlan {
  const [of, longestMs] = random.pick(MOMENTS) as (typeof MOMENTS)[number]
  return {
    victim: random.weighted<Victim>({ browser: 78, renderer: 14, storage: 8 }),
    begun: random.whole(0, 60),
    of,
    // Squared: the beginning is where most things are done.
    delayMs: Math.floor(longestMs * random.next() ** 2),
  }
}

const told = (task: Task): string =>
  task.do === 'add'
    ? `add ${task.messages.length} to ${JSON.stringify(task.scope)} (${task.messages[0]?.id} …)${task.infer ? ', infer' : ''}${task.review ? ', review' : ''}`
    : JSON.stringify(task)

function fail(message: string): never {
  throw new Error(message)
}

/** Where what a tab shows differs from what one shows whose indexes were built anew. */
function contrasts(seen: Contents, rebuilt: Contents): string[] {
  const differences: string[] = []
  const [listed, again] = [new Set(seen.listed), new Set(rebuilt.listed)]
  for (const line of listed) if (!again.has(line)) differences.push(`listed only here: ${line}`)
  for (const line of again) if (!listed.has(line)) differences.push(`listed only there: ${line}`)
  for (const [i, found] of seen.found.entries()) differences.push(...contrast(found, rebuilt.found[i] as Found))
  return differences
}

function contrast(seen: Found, rebuilt: Found): string[] {
  const where = `"${seen.query}" in ${JSON.stringify(seen.scope)}`
  if (seen.searched !== rebuilt.searched || seen.lanes !== rebuilt.lanes)
    return [`${where}: ${seen.searched} rows by ${seen.lanes} against ${rebuilt.searched} by ${rebuilt.lanes}`]
  const scores = new Map(rebuilt.scores)
  if (seen.scores.length !== scores.size) return [`${where}: ${seen.scores.length} results against ${scores.size}`]
  // Sums of the same terms in another order differ in their last digits.
  const wrong = seen.scores.find(([id, score]) => Math.abs((scores.get(id) ?? Infinity) - score) > 1e-9)
  return wrong ? [`${where}: ${wrong[0]} has ${wrong[1]} against ${scores.get(wrong[0])}`] : []
}

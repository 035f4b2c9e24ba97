import type { Profile } from '../e2e/support/profile.js'
import { outcomeOf, type Outcome } from './actor.js'
import type { tab as PageTab } from './page/page.js'
import type { Contents, Dump, ExtractorKind, ScopeIds, Task, Verified } from './protocol.js'

declare const tab: typeof PageTab

type Page = Profile['page']

/** Nothing here takes as long, on however busy a machine: it hangs. */
const HANGS_MS = 120_000

/** One page of the browser that is killed, seen from outside. */
export class Tab {
  /** The browser, or the process behind the page, is dead. */
  isDead = false
  /** The process behind the storage was killed: what was under way may fail. */
  isStoreKilled = false

  private constructor(
    readonly name: string,
    private readonly page: Page,
  ) {
    page.once('crash', () => (this.isDead = true))
    page.once('close', () => (this.isDead = true))
  }

  static async open(
    name: string,
    page: Page,
    address: string,
    kind: ExtractorKind,
    isEncrypted: boolean,
  ): Promise<Tab> {
    const opened = new Tab(name, page)
    await page.goto(address)
    // Not with every frame, which is the default: a tab in the background draws none.
    await page.waitForFunction(() => 'tab' in globalThis, undefined, { polling: 20 })
    await opened.within(
      'open',
      page.evaluate(([kind, isEncrypted]) => tab.open(kind, isEncrypted), [kind, isEncrypted] as const),
    )
    return opened
  }

  async perform(task: Task): Promise<Outcome> {
    try {
      return outcomeOf(
        await this.within(
          task.do,
          this.page.evaluate((task) => tab.perform(task), task),
        ),
        this.isStoreKilled,
      )
    } catch (cause) {
      if (cause instanceof Hung || !(await this.hasDied())) throw cause
      return { state: 'unknown' }
    }
  }

  async lastOperation(id: string): Promise<string | undefined> {
    return this.page.evaluate((id) => tab.lastOperation(id), id).catch(() => undefined)
  }

  dump = (): Promise<Dump> =>
    this.within(
      'dump',
      this.page.evaluate(() => tab.dump()),
    )
  verify = (): Promise<Verified> =>
    this.within(
      'verify',
      this.page.evaluate(() => tab.verify()),
    )
  rebuild = (): Promise<void> =>
    this.within(
      'rebuild',
      this.page.evaluate(() => tab.rebuild()),
    )
  warnings = (): Promise<string[]> =>
    this.within(
      'warnings',
      this.page.evaluate(() => tab.warnings()),
    )
  exported = (texts: string[]): Promise<string> => this.page.evaluate((texts) => tab.exported(texts), texts)

  contents(scopes: ScopeIds[], queries: string[]): Promise<Contents> {
    return this.within(
      'contents',
      this.page.evaluate(([scopes, queries]) => tab.contents(scopes, queries), [scopes, queries] as const),
    )
  }

  close(): Promise<void> {
    return this.page.close()
  }

  /** The death of a page is heard of a moment later than what it took along. */
  private async hasDied(): Promise<boolean> {
    for (let i = 0; i < 50 && !this.isDead; i++) await new Promise((resolve) => setTimeout(resolve, 20))
    return this.isDead
  }

  private async within<T>(what: string, promise: Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hung = new Promise<never>(
      (_, reject) =>
        (timer = setTimeout(
          () => reject(new Hung(`tab ${this.name}: ${what} has not ended after ${HANGS_MS / 1_000} s`)),
          HANGS_MS,
        )),
    )
    try {
      return await Promise.race([promise, hung])
    } finally {
      clearTimeout(timer)
    }
  }
}

class Hung extends Error {}

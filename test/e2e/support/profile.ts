import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { launchOptions } from '../../../scripts/browser.mjs'

export type LaunchOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>

/** A folder that a browser keeps its data in: only on such a profile does IndexedDB lie on the disk and outlive the browser. */
export interface Profile {
  /** Of the browser that was started last. */
  readonly page: Page
  readonly context: BrowserContext
  /** Starts the browser, having closed the one that runs. `options` hold until other ones are given; `args` come on top of the usual. */
  launch(options?: LaunchOptions): Promise<Page>
  /** Ends every process of the browser at once, with SIGKILL: a crash, the out-of-memory killer, a power cut of the application. */
  kill(): Promise<void>
  /** Starts the browser again on the same data. */
  reopen(): Promise<Page>
  /** Closes the browser and deletes the data. */
  remove(): Promise<void>
}

export async function openProfile(): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'locket-profile-'))
  let chosen: LaunchOptions = {}
  let context: BrowserContext | undefined
  let page: Page | undefined

  async function launch(options = chosen): Promise<Page> {
    await context?.close()
    chosen = options
    const usual = await launchOptions()
    context = await chromium.launchPersistentContext(folder, { ...usual, ...options, args: [...usual.args, ...(options.args ?? [])] })
    page = context.pages()[0] ?? (await context.newPage())
    return page
  }

  return {
    get page() {
      return launched(page)
    },
    get context() {
      return launched(context)
    },
    launch,
    reopen: () => launch(),
    async kill() {
      const closed = new Promise((resolve) => launched(context).once('close', resolve))
      for (const id of processesOf(folder)) process.kill(id, 'SIGKILL')
      await closed
    },
    async remove() {
      await context?.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Runs `body` in a browser on a profile of its own, and removes both. */
export async function withProfile<T>(body: (profile: Profile) => Promise<T>, options?: LaunchOptions): Promise<T> {
  const profile = await openProfile()
  try {
    await profile.launch(options)
    return await body(profile)
  } finally {
    await profile.remove()
  }
}

function launched<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The browser was not launched.')
  return value
}

/** The browser and all below it. Only its own process surely carries the profile in its command line; the others are followed from it. */
function processesOf(folder: string): number[] {
  const rows = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .flatMap((line) => {
      const [, id, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      return command === undefined ? [] : [{ id: Number(id), parent: Number(parent), command }]
    })
  const found = rows.filter(({ command }) => command.includes(`--user-data-dir=${folder}`)).map(({ id }) => id)
  if (found.length === 0) throw new Error(`No browser runs on ${folder}.`)
  // Grows while it is walked: a child's children follow.
  for (const id of found) for (const row of rows) if (row.parent === id && !found.includes(row.id)) found.push(row.id)
  return found
}

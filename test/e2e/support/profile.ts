import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { launchOptions } from '../../../scripts/browser.mjs'

export type LaunchOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>

/** A folder that a browser keeps its data in: only on such a profile does IndexedDB lie on the disk and outlive the browser. */
export interface Profile {
  readonly folder: string
  /** Of the browser that was started last. */
  readonly page: Page
  readonly context: BrowserContext
  /** Starts the browser, having closed the one that runs. `options` hold until other ones are given; `args` come on top of the usual. */
  launch(options?: LaunchOptions): Promise<Page>
  /** Ends every process of the browser at once, with SIGKILL: a crash, the out-of-memory killer, a power cut of the application. */
  kill(): Promise<void>
  /** Processes of the browser that do one kind of work, `renderer` or `storage.mojom.StorageService`. */
  processes(type: string): number[]
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
  let group = 0

  async function launch(options = chosen): Promise<Page> {
    await context?.close()
    chosen = options
    const usual = await launchOptions()
    context = await chromium.launchPersistentContext(folder, {
      ...usual,
      ...options,
      args: [...usual.args, ...(options.args ?? [])],
    })
    // A busy machine must not fail a test.
    context.setDefaultTimeout(120_000)
    group = browserOn(folder).pid
    page = context.pages()[0] ?? (await context.newPage())
    return page
  }

  return {
    folder,
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
      // Found at the launch: looking for it takes longer than a commit. Playwright starts each browser in a group of its own.
      process.kill(-group, 'SIGKILL')
      await closed
    },
    processes: (type) =>
      running().flatMap(({ pid, group: own, command }) =>
        own === group && new RegExp(`--(?:type|utility-sub-type)=${type} `).test(command) ? [pid] : [],
      ),
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

interface Running {
  pid: number
  group: number
  command: string
}

function running(): Running[] {
  return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,pgid=,args='], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .flatMap((line) => {
      const [, pid, group, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      return command === undefined ? [] : [{ pid: Number(pid), group: Number(group), command }]
    })
}

/** Only the browser's own process surely carries the profile in its command line, and leads the group of all others. */
function browserOn(folder: string): Running {
  const found = running().find(
    ({ pid, group, command }) => pid === group && command.includes(`--user-data-dir=${folder}`),
  )
  if (!found) throw new Error(`No browser leads a process group on ${folder}.`)
  return found
}

import { existsSync } from 'node:fs'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ROOT } from '../../scripts/setup.mjs'
import { SHARED } from '../../scripts/vite-plugin.mjs'
import type { Memory } from '../../src/index.js'
import { installPacked, run, type Application } from '../packaging/support/package.js'
import { serveStatic, type StaticServer } from '../packaging/support/static-server.js'
import { withProfile } from './support/profile.js'

// The platform's walls, met with the package as an application gets it, and with the real model.

vi.setConfig({ testTimeout: 240_000 })

const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types locket-memory"
/** The browser itself tells the server of every violation, whichever thread it happens in. */
const REPORTED = 'report-uri /violations'
/** A busy machine must not fail a test. */
const PATIENT = { timeout: 60_000 }
const GGUF = join(SHARED, 'models', 'SmolLM2-135M-Instruct.Q4_1.gguf')

let app: Application
/** By their address: what is served without a bundler. */
let plain: Record<string, string>

beforeAll(async () => {
  app = await installPacked()
  await mkdir(join(app.folder, 'public'))
  run(app.folder, 'npm', 'exec', '--offline', '--', 'locket-memory', 'init', 'public', '--no-webgpu')
  await cp(join(ROOT, 'examples'), join(app.folder, 'examples'), {
    recursive: true,
    filter: (path) => !path.endsWith('build'),
  })
  plain = { '/locket/': join(app.packageFolder, 'dist'), '/models/': join(app.folder, 'public', 'models') }
}, 300_000)
afterAll(() => app?.remove())

interface Served {
  page: Page
  server: StaticServer
  complaints: string[]
}

async function serve<T>(
  folders: Record<string, string>,
  policies: readonly string[],
  body: (served: Served) => Promise<T>,
  headers?: Record<string, string>,
): Promise<T> {
  const server = await serveStatic(folders, [...policies, REPORTED].join('; '), headers)
  try {
    return await withProfile(async ({ page, context }) => {
      const complaints: string[] = []
      context.on('weberror', (error) => complaints.push(error.error().message))
      context.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      await page.goto(server.address)
      return await body({ page, server, complaints })
    })
  } finally {
    await server.stop()
  }
}

/** Playwright's own way of waiting evaluates text in the page. */
const thereIs = (page: Page, name: string) =>
  expect.poll(() => page.evaluate((name) => name in globalThis, name), PATIENT).toBe(true)

declare const memory: Memory

/** Everything that an application does with a memory, across a reload. */
async function expectAllWorks({ page, server, complaints }: Served): Promise<void> {
  const opened = () => thereIs(page, 'memory')
  await opened()
  const told = await page.evaluate(async () => {
    const { results } = await memory.add('My name is Ana and I moved to Lisbon last week.')
    await memory.add(['The spare key is under the fern.', 'Ana bakes bread on Sundays.', '护照放在书房第二个抽屉里。'])
    await memory.idle()
    const { embedder, keywords } = await memory.health()
    return {
      facts: results.map((result) => result.memory),
      found: await memory.search('What does Ana do at the weekend?'),
      entities: (await memory.entities.list()).results.map(({ name }) => name),
      context: (await memory.context('Where does she live?')).text,
      exported: (await new Response(await memory.export()).blob()).size,
      sound: (await memory.verify()).ok,
      health: [embedder.state, embedder.runtime?.device, keywords.index],
    }
  })
  expect(told).toMatchObject({
    found: {
      results: expect.arrayContaining([expect.objectContaining({ memory: 'Ana bakes bread on Sundays.' })]),
      report: { dense: 'used', keywords: 'used', problems: [] },
    },
    sound: true,
    health: ['ready', 'wasm', 'minisearch-worker'],
  })
  expect(told.facts.join()).toMatch(/Lisbon/)
  expect(told.entities).toEqual(expect.arrayContaining(['Ana', 'Lisbon']))
  expect(told.context).toContain('Lisbon')
  expect(told.exported).toBeGreaterThan(500)

  const unlocked = await page.evaluate(async () => {
    const { open } = memory.constructor as unknown as { open: typeof Memory.open }
    const options = {
      name: 'sealed',
      scope: { userId: 'ana' },
      embedder: false as const,
      encryption: { passphrase: 'correct horse battery staple' },
    }
    const sealed = await open.call(memory.constructor, options)
    await sealed.add('The code is forty-two.', { infer: false })
    await sealed.close()
    const again = await open.call(memory.constructor, options)
    const { results } = await again.search('code')
    await again.close()
    return results.map((result) => result.memory)
  })
  expect(unlocked).toEqual(['The code is forty-two.'])

  await page.reload()
  await opened()
  expect(
    await page.evaluate(async () => (await memory.search('护照在哪里？')).results.map((result) => result.memory)),
  ).toContain('护照放在书房第二个抽屉里。')
  expect({ violations: server.reports, complaints, missing: server.missing }).toEqual({
    violations: [],
    complaints: [],
    missing: [],
  })
}

/** That the policy is in force, and a violation would have been seen. */
async function expectViolation({ page, server }: Served): Promise<void> {
  await expect(page.evaluate(`new Worker('/app.js')`)).rejects.toThrow('TrustedScriptURL')
  await expect.poll(() => server.reports.join(), PATIENT).toContain('trusted-types')
}

describe('under the strictest policy, which requires Trusted Types', () => {
  test('everything works without a bundler, and nothing violates it', async () => {
    await serve(
      { ...plain, '/': join(app.folder, 'examples', 'strict-page') },
      [STRICT, TRUSTED_TYPES],
      async (served) => {
        await expectAllWorks(served)
        await expectViolation(served)
      },
    )
  })

  test('everything works bundled by Vite, and nothing violates it; a model in GGUF speaks (the latter only where ../shared has one)', async () => {
    const root = join(app.folder, 'bundled')
    await cp(join(app.folder, 'examples', 'strict-page'), root, { recursive: true })
    await writeFile(join(root, 'locket.js'), "export { Memory } from 'locket-memory'\n")
    await symlink(join(ROOT, 'node_modules', '@wllama'), join(app.folder, 'node_modules', '@wllama'))
    await cp(join(ROOT, 'test', 'e2e', 'pages', 'platform', 'wllama.js'), join(root, 'wllama.js'))
    await writeFile(
      join(root, 'wllama.html'),
      '<!doctype html><meta charset="utf-8"><title>A language model</title><script type="module" src="wllama.js"></script>',
    )
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      build: {
        chunkSizeWarningLimit: 2_000,
        rollupOptions: { input: [join(root, 'index.html'), join(root, 'wllama.html')] },
      },
    })
    await serve(
      { '/': join(root, 'dist'), '/models/': plain['/models/'] as string, '/gguf/': join(SHARED, 'models') },
      [STRICT, TRUSTED_TYPES],
      async (served) => {
        await expectAllWorks(served)
        if (existsSync(GGUF)) {
          await served.page.goto(`${served.server.address}wllama.html`)
          await thereIs(served.page, 'complete')
          expect(await served.page.evaluate('complete()')).toBe(1)
          expect({ violations: served.server.reports, complaints: served.complaints }).toEqual({
            violations: [],
            complaints: [],
          })
        }
        await expectViolation(served)
      },
    )
  })
})

interface Tried {
  found?: string
  messages?: number
  dense?: string
  keywords?: string
  runtime?: { device: string; threads: number }
  error?: string
  hint?: string
  warnings: string[]
}
declare const platform: {
  tryMemory(options: object): Promise<Tried>
  inFrame(options: object, address?: string, sandbox?: string): Promise<Tried>
  inWorker(options: object): Promise<Tried>
  inSharedWorker(options: object): Promise<Tried>
  embed(text: string, options?: object): Promise<{ vector: number[]; runtime: { threads: number } }>
}

const PAGES = join(ROOT, 'test', 'e2e', 'pages', 'platform')
const BREAD = 'Ana bakes bread on Sundays.'

describe('threads', () => {
  const TEXT = 'Ana bakes bread on Sundays, and her neighbours know.'
  const ISOLATED = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
  const embedIn = (headers?: Record<string, string>, trusted = [TRUSTED_TYPES]) =>
    serve(
      { ...plain, '/': PAGES },
      [STRICT, ...trusted],
      async ({ page, server, complaints }) => {
        await thereIs(page, 'platform')
        const answer = await page.evaluate(
          async (text) => ({ ...(await platform.embed(text)), isolated: crossOriginIsolated }),
          TEXT,
        )
        expect({ violations: server.reports, complaints }).toEqual({ violations: [], complaints: [] })
        return answer
      },
      headers,
    )

  test('are used where the page is cross-origin isolated, also with Trusted Types; elsewhere one does it; the vectors are the same', async () => {
    const one = await embedIn()
    const several = await embedIn(ISOLATED)
    expect(one).toMatchObject({ isolated: false, runtime: { threads: 1 } })
    expect(several.isolated).toBe(true)
    expect(several.runtime.threads).toBeGreaterThan(1)
    for (const [i, value] of several.vector.entries()) expect(value).toBeCloseTo(one.vector[i] as number, 4)
  })
})

describe('realms', () => {
  test('a window, a frame, a dedicated and a shared worker each open a memory; a sandboxed frame, and one of another site where the browser gives it no storage, say that they have none', async () => {
    const policies = [STRICT, "frame-src 'self' http://localhost:* http://127.0.0.1:*"]
    await serve(
      { ...plain, '/': PAGES },
      policies,
      async ({ page, server }) => {
        const ready = () => thereIs(page, 'platform')
        await ready()
        const works = { found: BREAD, dense: 'used', runtime: { device: 'wasm', threads: 1 }, warnings: [] }
        // With one message more than all others have.
        expect(
          await page.evaluate(() => platform.tryMemory({ name: 'realm', more: 'Only the window says this.' })),
        ).toMatchObject({ ...works, messages: 3, keywords: 'minisearch-worker' })
        expect(await page.evaluate(() => platform.inFrame({ name: 'realm' }))).toMatchObject({
          ...works,
          messages: 3,
          keywords: 'minisearch-worker',
        })
        expect(await page.evaluate(() => platform.inWorker({ name: 'realm' }))).toMatchObject({
          ...works,
          messages: 3,
          keywords: 'minisearch-worker',
        })
        // Chromium's shared workers have no workers: model and keywords are in their own thread.
        expect(await page.evaluate(() => platform.inSharedWorker({ name: 'realm' }))).toMatchObject({
          ...works,
          messages: 3,
        })

        expect(
          await page.evaluate(() => platform.inFrame({ name: 'realm' }, 'frame.html', 'allow-scripts')),
        ).toMatchObject({
          error: 'StoreError STORE_UNAVAILABLE',
          hint: expect.stringMatching(/sandboxed frames.*inMemoryStore/),
        })
        expect(
          await page.evaluate(() =>
            platform.inFrame(
              { name: 'realm', inMemory: true, embedder: false, query: 'bread' },
              'frame.html',
              'allow-scripts',
            ),
          ),
        ).toEqual({ found: BREAD, messages: 2, dense: 'off', keywords: 'minisearch', warnings: [] })

        const frame = `${server.address}frame.html`
        await page.goto(server.address.replace('127.0.0.1', 'localhost'))
        await ready()
        // Partitioned or forbidden, as the browser's settings are; never the memory of the site itself.
        const { error, messages } = await page.evaluate(
          (frame) => platform.inFrame({ name: 'realm', embedder: false }, frame),
          frame,
        )
        expect(error ?? messages).toEqual(error === undefined ? 2 : 'StoreError STORE_UNAVAILABLE')
      },
      { 'Access-Control-Allow-Origin': '*' },
    )
  })

  test('the browser reports what a worker violates (the control of the tests above)', async () => {
    await serve({ '/': PAGES }, [STRICT], async ({ page, server }) => {
      expect(
        await page.evaluate(
          () => new Promise((resolve) => (new Worker('control.js').onmessage = ({ data }) => resolve(data))),
        ),
      ).toBe('refused')
      await expect.poll(() => server.reports.join(), PATIENT).toContain('eval')
    })
  })
})

test('on a server opening ends with an error that names inMemoryStore, with which it works', async () => {
  const [refused, ...found] = run(
    app.folder,
    process.execPath,
    join(app.folder, 'examples', 'server-side', 'render.mjs'),
  )
    .trim()
    .split('\n')
  expect(refused).toMatch(/^STORE_UNAVAILABLE: .*inMemoryStore/)
  expect(found.join()).toContain('Lisbon')
})

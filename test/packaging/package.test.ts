import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from 'vite'
import { ENTRIES, fileName } from '../../scripts/entries.mjs'
import { MODELS, modelFolders } from '../../scripts/models.mjs'
import { ROOT, command } from '../../scripts/setup.mjs'
import { withProfile } from '../e2e/support/profile.js'
import { installPacked, run, type Application } from './support/package.js'
import { serveStatic } from './support/static-server.js'

let app: Application
beforeAll(async () => {
  app = await installPacked()
  await cp(join(import.meta.dirname, 'support', 'application.js'), join(app.folder, 'application.js'))
  await mkdir(join(app.folder, 'public'))
  run(app.folder, 'npm', 'exec', '--offline', '--', 'locket-memory', 'init', 'public', '--no-webgpu')
})
afterAll(() => app?.remove())

/** As strict as a page can be: no inline code, no eval, no blobs, and no address of a script that a named policy did not see. */
const policy = (scripts = '') =>
  `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'${scripts}; worker-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types locket-memory`

/** Serves the application, and opens its page. */
async function open<T>(
  folders: Record<string, string>,
  scripts: string | undefined,
  body: (page: Page, seen: Seen) => Promise<T>,
): Promise<T> {
  const server = await serveStatic(folders, policy(scripts))
  try {
    return await withProfile(async ({ page }) => {
      const seen: Seen = { complaints: [], missing: server.missing, workers: [], origins: new Set() }
      page.on('pageerror', (error) => seen.complaints.push(error.message))
      page.on(
        'console',
        (message) =>
          message.type() === 'error' &&
          !message.location().url.endsWith('/favicon.ico') &&
          seen.complaints.push(message.text()),
      )
      page.on('worker', (worker) => seen.workers.push(new URL(worker.url()).pathname))
      page.context().on('request', (request) => seen.origins.add(new URL(request.url()).origin))
      await page.goto(server.address)
      await page.waitForFunction('window.ready').catch((cause: unknown) => {
        throw new Error(
          `The page did not start. ${seen.complaints.join(' ')} Missing: ${server.missing.join(', ') || 'nothing'}.`,
          { cause },
        )
      })
      return await body(page, seen)
    })
  } finally {
    await server.stop()
  }
}

interface Seen {
  complaints: string[]
  /** Paths that the server does not have. */
  missing: string[]
  workers: string[]
  origins: Set<string>
}

/** Uses the application, as its page would. */
async function expectWorks(folders: Record<string, string>, scripts?: string): Promise<void> {
  await open(folders, scripts, async (page, { complaints, missing, workers, origins }) => {
    expect(await page.evaluate(`window.embed('Where is the key?')`)).toBe(384)
    expect(workers).toEqual([expect.stringMatching(/\/transformers\.worker[-.\w]*\.js$/)])
    const texts = ['The spare key is under the fern.', 'Ana bakes bread on Sundays.', '护照放在书房第二个抽屉里。']
    expect(await page.evaluate(`window.remember(${JSON.stringify(texts)}, 'What does Ana do at the weekend?')`)).toBe(
      texts[1],
    )
    expect(workers.some((path) => /\/keyword\.worker[-.\w]*\.js$/.test(path))).toBe(true)
    expect([...origins]).toEqual([new URL(page.url()).origin])
    expect({ complaints, missing }).toEqual({ complaints: [], missing: [] })
    // The policy was in force, and Locket left the page's own Worker as it was.
    await expect(page.evaluate(`new Worker('/application.js')`)).rejects.toThrow('TrustedScriptURL')
  })
}

/** A page that needs no bundler: it names the package's files in an import map. */
async function plainPage(): Promise<{ folders: Record<string, string>; scripts: string }> {
  const imports = Object.fromEntries(
    Object.keys(ENTRIES).map((entry) => [`locket-memory${entry.slice(1)}`, `/package/dist/${fileName(entry)}.js`]),
  )
  const map = JSON.stringify({ imports })
  const page = `<!doctype html><meta charset="utf-8"><title>App</title><script type="importmap">${map}</script><script type="module" src="/application.js"></script>`
  const folder = join(app.folder, 'plain')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.html'), page)
  await cp(join(app.folder, 'application.js'), join(folder, 'application.js'))
  const hash = createHash('sha256').update(map).digest('base64')
  return {
    folders: { '/': folder, '/package/': app.packageFolder, '/models/': join(app.folder, 'public', 'models') },
    scripts: ` 'sha256-${hash}'`,
  }
}

describe('the packed package', () => {
  test('runs from plain files with an import map, with the real model, under a strict policy that requires Trusted Types', async () => {
    const { folders, scripts } = await plainPage()
    await expectWorks(folders, scripts)
  })

  test('says that the served model or runtime is of another version, and finds by words', async () => {
    const { folders, scripts } = await plainPage()
    const stale = async (name: string, content: string) => {
      await writeFile(join(app.folder, name), content)
      return join(app.folder, name)
    }
    const model = {
      '/models/e5-small-memory-en-zh/locket-model.json': await stale(
        'model.json',
        '{"fingerprint":"e5-small-memory-en-zh@q4:mean:0","files":[]}',
      ),
    }
    const runtime = {
      '/models/ort/ort-wasm-simd-threaded.wasm': await stale('old.wasm', 'old'),
      '/models/ort/locket-ort.json': await stale('ort.json', '{"version":"1.20.0"}'),
    }
    const problem = (changed: Record<string, string>) =>
      open({ ...folders, ...changed }, scripts, (page) => page.evaluate(`window.problem('stale')`))
    const said = (versions: RegExp) => ({
      found: 1,
      reported: ['MODEL_STALE'],
      health: { code: 'MODEL_STALE', message: expect.stringMatching(versions) },
    })
    expect(await problem(model)).toMatchObject(
      said(/mean:0; .* needs e5-small-memory-en-zh@q4:mean:1.*npx locket-memory init/),
    )
    expect(await problem(runtime)).toMatchObject(said(/is 1\.20\.0; .* needs \d/))
  })

  test("runs through an application's bundler, with the real model", async () => {
    await writeFile(
      join(app.folder, 'index.html'),
      `<!doctype html><meta charset="utf-8"><title>App</title><script type="module" src="/application.js"></script>`,
    )
    await build({
      root: app.folder,
      configFile: false,
      logLevel: 'error',
      build: { modulePreload: { polyfill: false }, chunkSizeWarningLimit: 2000 },
    })
    await expectWorks({ '/': join(app.folder, 'dist') })
  })

  test('imports on a server, where there is neither window nor IndexedDB', () => {
    for (const entry of Object.keys(ENTRIES)) {
      const code = `const before = Object.keys(globalThis).length
        const names = Object.keys(await import('locket-memory${entry.slice(1)}'))
        if (Object.keys(globalThis).length !== before) throw new Error('left something in the global scope')
        console.log(names.length)`
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
        cwd: app.folder,
        encoding: 'utf8',
        timeout: 20_000,
      })
      expect(Number(output)).toBeGreaterThan(0)
    }
  })

  test("type-checks in an application that has none of Locket's libraries", async () => {
    const lines = Object.keys(ENTRIES).map(
      (entry, i) =>
        `import * as entry${i} from 'locket-memory${entry.slice(1)}'\nexport const names${i} = Object.keys(entry${i})`,
    )
    await writeFile(join(app.folder, 'check.ts'), lines.join('\n'))
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2023', 'DOM'],
      module: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
    }
    await writeFile(join(app.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['check.ts'] }))
    expect(run(app.folder, process.execPath, command('tsc', 'typescript'), '-p', '.')).toBe('')
  })

  test('imports nothing but its own files, evaluates no text and refers to each worker as a file beside it', async () => {
    const { files, names } = await packed()
    const workers = names.filter((name) => name.endsWith('.worker.js'))
    const asked = new Set<string>()
    // The optional peer, which only its own worker asks for.
    const peers: Record<string, string> = {
      'hnsw.worker.js': 'hnswlib-wasm',
      'web-llm.js': '@mlc-ai/web-llm',
      'webllm.worker.js': '@mlc-ai/web-llm',
      'wllama.worker.js': '@wllama/wllama',
    }
    const known = (name: string) => [...names, ...(peers[name] ? [peers[name]] : [])]
    for (const [name, code] of files) {
      for (const [, specifier = ''] of code.matchAll(
        /(?:^|[;}\s])(?:import|export)[\s\w{},*$]*?(?:from)?\s*["']([^"']+)["']/g,
      ))
        expect(names).toContain(specifier.replace(/^\.\//, ''))
      for (const [, specifier = ''] of code.matchAll(/\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/g))
        expect(known(name)).toContain(specifier.replace(/^\.\//, ''))
      expect(code, name).not.toMatch(/\bnew Function\(|[^.\w$](?:eval|Function)\(/)
      // llama.cpp's glue is a classic script: its worker loads it as the file that the application serves.
      if (name !== 'llama.worker.js') expect(code, name).not.toMatch(/\bimportScripts\(/)
      for (const [, worker = ''] of code.matchAll(/new Worker\(new URL\('\.\/([\w.-]+)',\s*import\.meta\.url\)/g))
        asked.add(worker)
    }
    expect([...asked].sort()).toEqual(workers.sort())
    expect(workers.length).toBeGreaterThan(0)
  })

  test('holds no script in a blob or a data address, and no address of another host but those its messages point people to', async () => {
    const { files } = await packed()
    const hosts = new Set<string>()
    for (const [name, code] of files) {
      expect(code, name).not.toMatch(/["'`]data:(?!["'`])|(?:text|application)\/javascript["'`]\s*\}\s*\)/)
      // In the middle of a sentence: text for people. At the start of a string it could be asked for.
      for (const [, host = ''] of code.matchAll(/["'`](?:https?|wss?):\/\/([^/"'`\s]+)/g)) hosts.add(host)
    }
    // Transformers.js names its bug tracker in a constant that only its messages use.
    expect([...hosts]).toEqual(['github.com'])
  })

  test('carries its licence and those of what is bundled, and nothing of the repository', async () => {
    const paths = (await readdir(app.packageFolder)).sort()
    expect(paths.filter((path) => !/^(README|CHANGELOG)/.test(path))).toEqual([
      'LICENSE',
      'bin',
      'dist',
      'package.json',
    ])
    const notice = await readFile(join(app.packageFolder, 'dist', 'NOTICE'), 'utf8')
    const bundled = notice.split(`\n\n${'-'.repeat(80)}\n`).slice(1)
    for (const name of [
      '@huggingface/transformers',
      'onnxruntime-web',
      'idb',
      'minisearch',
      'comlink',
      'stemmer',
      'leven',
    ])
      expect(bundled.filter((part) => part.startsWith(`${name} `))).toHaveLength(1)
    for (const part of bundled) expect(part).toMatch(/\n[^]*(?:permission|licen[cs]e)/i)
    expect(notice).not.toContain(ROOT)
  })
})

test('the models package, its large files cut, packs every file that the stamps name, with the licences', async () => {
  const folder = join(app.folder, 'models-package')
  const expected = ['LICENSE', 'README.md', 'package.json']
  const stamped: [string, string][] = [
    ...modelFolders().map(({ name }): [string, string] => [join(MODELS, name), name]),
    [join(app.folder, 'node_modules', 'locket-memory-models', 'ort'), 'ort'],
  ]
  for (const [from, name] of stamped)
    for (const file of await readdir(from, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      const path = join(name, join(file.parentPath, file.name).slice(from.length))
      await mkdir(join(folder, path, '..'), { recursive: true })
      await writeFile(
        join(folder, path),
        file.name.endsWith('.json') && !file.name.startsWith('tokenizer')
          ? await readFile(join(file.parentPath, file.name))
          : 'cut',
      )
      expected.push(path)
    }
  for (const name of ['LICENSE', 'README.md', 'package.json', '.gitignore'])
    await cp(join(MODELS, name), join(folder, name))
  const [{ name, files, version }] = JSON.parse(run(folder, 'npm', 'pack', '--json', '--ignore-scripts')) as [
    { name: string; version: string; files: { path: string }[] },
  ]
  expect(files.map(({ path }) => path).sort()).toEqual(expected.sort())
  expect(expected).toEqual(
    expect.arrayContaining([
      'ort/LICENSE',
      'ort/NOTICE',
      'ort/locket-ort.json',
      'ort/ort-wasm-simd-threaded.wasm',
      'e5-small-memory-en-zh/onnx/model_q4.onnx',
    ]),
  )
  const own = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    name: string
    version: string
    peerDependencies: Record<string, string>
  }
  expect(own.peerDependencies[name]).toBe(version)
  expect(version).toBe(own.version)
})

async function packed(): Promise<{ names: string[]; files: [name: string, code: string][] }> {
  const dist = join(app.packageFolder, 'dist')
  const names = (await readdir(dist)).filter((name) => name.endsWith('.js'))
  return {
    names,
    files: await Promise.all(
      names.map(async (name): Promise<[string, string]> => [name, await readFile(join(dist, name), 'utf8')]),
    ),
  }
}

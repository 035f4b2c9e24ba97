import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './scripts/browser.mjs'
import { enginesAskedFor } from './scripts/engines/index.mjs'
import { engineProvider } from './scripts/engines/provider.mjs'
import { shared } from './scripts/vite-plugin.mjs'

// Tests that drive a browser from outside: they build, serve, kill and start again.
const OUTSIDE = ['test/e2e/**/*.test.ts', 'test/packaging/**/*.test.ts']
const OUTSIDE_ENGINES = ['test/engines/**/*.test.ts']

// Tests of pure code: they run in Node, several at once (`npm run test:unit`). In Chromium they would run on the same V8.
const UNIT = [
  'test/{language,reconcile,values}/**/*.test.ts',
  'test/extract/rules/*.test.ts',
  // The prompts are measured with the tokens of an embedder, which loads in browsers only.
  'test/extract/llm/!(prompts).test.ts',
  'test/read/{lanes/contrast,rank/entities,show/record-reader}.test.ts',
  'test/llm/{grammar,scripted-model}.test.ts',
  'test/index/{followers,links,select,vector/vector-sample,keyword/minisearch-index}.test.ts',
  'test/store/memory-store.test.ts',
]

// Tests that run in every engine: what rests on the browser, each way to write and read once, and what engines read differently
// (regular expressions, dates, Unicode). `LOCKET_ENGINE_TESTS='test/**/*.test.ts'` runs others there.
const IN_ENGINES = process.env.LOCKET_ENGINE_TESTS?.split(',') ?? [
  'test/store/*.test.ts',
  'test/memory/{add,embedding,lifecycle,manage,recall,search}.test.ts',
  'test/write/extract/{jobs,pipeline}.test.ts',
  'test/backup/{import,round-trip,worker}.test.ts',
  'test/work/removed-frame.test.ts',
  'test/worker/*.test.ts',
  'test/embed/{fallback,model-files,models}.test.ts',
  'test/index/keyword/*.test.ts',
  'test/index/vector/exact.test.ts',
  'test/encryption/{keys,seal,store}.test.ts',
  'test/faults/transactions.test.ts',
  'test/values/{filter,metadata,moment}.test.ts',
  'test/extract/rules/{chinese,english}.test.ts',
  'test/extract/llm/{parse,support}.test.ts',
  'test/hostile/{bounds,secrets,trust}.test.ts',
  'test/index/*.test.ts',
  'test/language/{no-segmenter,spans}.test.ts',
  'test/llm/{openai,web-llm,web-llm-files}.test.ts',
  'test/write/llm/broken.test.ts',
  'test/read/{lanes,rank,show}/*.test.ts',
  'test/reconcile/reconcile.test.ts',
]

/** Tests free what they held: a worker finds no room for its WebAssembly where a page holds a hundred that are not collected yet. */
async function withGc(options: ReturnType<typeof launchOptions>) {
  const { args, ...rest } = await options
  return { ...rest, args: [...args, '--js-flags=--expose-gc'] }
}

// The unit tests run without a Chromium; without one, the provider says what the other tests lack.
const chromium = await withGc(launchOptions()).catch(() => ({}))

export default defineConfig({
  test: {
    // A busy machine must not fail a test; a hang must still end.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    retry: 0,
    // Properties are tried with the same cases each time; `LOCKET_SEED=2 npm test` tries others.
    setupFiles: ['test/property-seed.ts', 'test/collect.ts'],
    env: { LOCKET_SEED: process.env.LOCKET_SEED ?? '1' },
    // Files share one browser, or have one each and measure it. scripts/test.mjs runs the projects side by side.
    fileParallelism: false,
    projects: [
      {
        extends: true,
        ...shared(),
        test: {
          name: 'unit',
          include: UNIT,
          environment: 'node',
          pool: 'threads',
          fileParallelism: true,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        ...shared(),
        test: {
          name: 'browser',
          include: ['test/**/*.test.ts'],
          exclude: [...OUTSIDE, ...OUTSIDE_ENGINES, ...UNIT],
          // A real server for the adapters that speak HTTP.
          globalSetup: ['test/llm/support/reply-server.ts'],
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { extends: true, test: { name: 'node', include: OUTSIDE, environment: 'node', sequence: { groupOrder: 2 } } },
      // `LOCKET_ENGINES=firefox,webkit npx vitest run --project 'firefox*'`
      ...(enginesAskedFor() ?? []).flatMap((engine, i) => [
        {
          extends: true as const,
          ...shared(),
          test: {
            name: `in ${engine}`,
            include: IN_ENGINES,
            exclude: [...OUTSIDE, ...OUTSIDE_ENGINES],
            globalSetup: ['test/llm/support/reply-server.ts'],
            sequence: { groupOrder: 3 + 2 * i },
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              provider: engineProvider(engine),
              instances: [{ browser: engine, name: engine }],
            },
          },
        },
        {
          extends: true as const,
          test: {
            name: `${engine}-outside`,
            include: OUTSIDE_ENGINES,
            environment: 'node',
            env: { LOCKET_ENGINE: engine },
            sequence: { groupOrder: 4 + 2 * i },
          },
        },
      ]),
    ],
  },
})

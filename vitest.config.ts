import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './scripts/browser.mjs'
import { shared } from './scripts/vite-plugin.mjs'

// Tests that drive a browser from outside: they build, serve, kill and start again.
const OUTSIDE = ['test/e2e/**/*.test.ts', 'test/packaging/**/*.test.ts']

export default defineConfig({
  test: {
    // A busy machine must not fail a test; a hang must still end.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: 0,
    // Properties are tried with the same cases each time; `LOCKET_SEED=2 npm test` tries others.
    setupFiles: ['test/property-seed.ts'],
    env: { LOCKET_SEED: process.env.LOCKET_SEED ?? '1' },
    // Every file has a browser or shares the one there is: more at once are no faster on two cores.
    fileParallelism: false,
    projects: [
      {
        extends: true,
        ...shared(),
        test: {
          name: 'browser',
          include: ['test/**/*.test.ts'],
          exclude: OUTSIDE,
          // A real server for the adapters that speak HTTP.
          globalSetup: ['test/llm/support/reply-server.ts'],
          sequence: { groupOrder: 0 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await launchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { extends: true, test: { name: 'node', include: OUTSIDE, environment: 'node', sequence: { groupOrder: 1 } } },
    ],
  },
})

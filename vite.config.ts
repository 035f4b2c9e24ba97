import { join } from 'node:path'
import { defineConfig } from 'vite'
import { ROOT } from './scripts/setup.mjs'
import { shared } from './scripts/vite-plugin.mjs'

// The demo. The package itself is built by scripts/build.mjs.
export default defineConfig({
  ...shared(),
  root: join(ROOT, 'demo'),
  // Relative, so that the build works in whatever folder of a site it is put.
  base: './',
  // One page: a missing file is 404, not the page again.
  appType: 'mpa',
  server: { fs: { allow: [ROOT] } },
  build: {
    outDir: join(ROOT, 'dist-demo'),
    emptyOutDir: true,
    target: 'es2022',
    // The page, and the frame that language models live in.
    rollupOptions: { input: ['index.html', 'models.html'].map((name) => join(ROOT, 'demo', name)) },
    // A data: address would need a hole in the page's content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 7000,
  },
})

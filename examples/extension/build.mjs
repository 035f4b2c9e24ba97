// Puts the extension together in build/: its own files, Locket's as they are, and the model. An extension may load nothing from elsewhere,
// and needs no bundler: `import` finds Locket by a relative address.
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const here = import.meta.dirname
const build = join(here, 'build')
const { resolve } = createRequire(import.meta.url)
const locket = dirname(resolve('locket-memory/package.json'))

rmSync(build, { recursive: true, force: true })
for (const name of [
  'manifest.json',
  'service-worker.js',
  'offscreen.html',
  'offscreen.js',
  'popup.html',
  'popup.css',
  'popup.js',
  'content.js',
])
  cpSync(join(here, name), join(build, name))
cpSync(join(locket, 'dist'), join(build, 'locket'), { recursive: true, filter: (path) => !path.endsWith('types') })
await copyModels()
console.log(`Load ${build} as an unpacked extension.`)

async function copyModels() {
  if (isInstalled('locket-memory-models'))
    return execFileSync(process.execPath, [join(locket, 'bin', 'locket-memory.js'), 'init', build], {
      stdio: 'inherit',
    })
  // In a clone of Locket's repository they lie about, not yet a package.
  const { modelFolders, ortFiles } = await import('../../scripts/models.mjs')
  for (const { name, path } of modelFolders()) cpSync(path, join(build, 'models', name), { recursive: true })
  for (const { name, path } of ortFiles()) cpSync(path, join(build, 'models', 'ort', name))
}

function isInstalled(name) {
  try {
    return Boolean(resolve(`${name}/package.json`))
  } catch {
    return false
  }
}

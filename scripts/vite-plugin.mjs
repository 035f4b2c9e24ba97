// What every Vite server and build of this repository shares.
import { cpSync, createReadStream, existsSync, mkdirSync, statSync } from 'node:fs'
import { extname, join, normalize, sep } from 'node:path'
import { defaultClientConditions } from 'vite'
import { alias } from './entries.mjs'
import { conditions, libraries } from './libraries.mjs'
import { MODELS, modelFolders, ortFiles } from './models.mjs'
import { ROOT } from './setup.mjs'

/** The data of development, beside the repository; a checkout without it works. */
export const SHARED = join(ROOT, '..', 'shared')

const TYPES = {
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.onnx': 'application/octet-stream',
}

/**
 * Serves the models at `<base>models/` and the ONNX runtime at `<base>models/ort/`, as an application would; a build copies them.
 * Servers alone also have `../shared` at `/shared/`.
 */
export function modelServer() {
  const ort = new Map(ortFiles().map(({ name, path }) => [name, path]))
  let outDir
  let building = false

  function fileOf(path) {
    if (path.startsWith('/models/ort/')) return ort.get(path.slice('/models/ort/'.length))
    if (path.startsWith('/models/')) return within(MODELS, path.slice('/models/'.length))
    if (path.startsWith('/shared/')) return within(SHARED, path.slice('/shared/'.length))
    return undefined
  }

  function serve(request, response, next) {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname)
    if (!/^\/(models|shared)\//.test(path)) return next()
    const file = fileOf(path)
    // A missing file is 404, not the page that a dev server answers with.
    if (!file) return response.writeHead(404).end()
    const { size } = statSync(file)
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'text/plain',
      'Content-Length': size,
      'Cache-Control': 'no-cache',
    })
    if (request.method === 'HEAD') return response.end()
    createReadStream(file).pipe(response)
  }

  return {
    name: 'locket-models',
    configResolved(config) {
      building = config.command === 'build'
      outDir = config.build.outDir.startsWith(sep) ? config.build.outDir : join(config.root, config.build.outDir)
    },
    configureServer: ({ middlewares }) => void middlewares.use(serve),
    closeBundle() {
      // Closing a server ends a bundle too, but there is nothing to copy for.
      if (!building) return
      const target = join(outDir, 'models')
      mkdirSync(join(target, 'ort'), { recursive: true })
      for (const { name, path } of modelFolders()) cpSync(path, join(target, name), { recursive: true })
      for (const [name, path] of ort) cpSync(path, join(target, 'ort', name))
    },
  }
}

function within(folder, path) {
  const file = normalize(join(folder, path))
  return file.startsWith(folder + sep) && existsSync(file) && statSync(file).isFile() ? file : undefined
}

/** The part of a Vite configuration that makes the package importable by its name, from its sources. */
export const shared = () => ({
  plugins: [modelServer()],
  resolve: { alias, conditions: [...conditions, ...defaultClientConditions] },
  optimizeDeps: { include: libraries, noDiscovery: true },
  worker: { format: /** @type {const} */ ('es') },
})

// Serves the page, the package and the models under the policy: node serve.mjs, after `npx locket-memory init public` beside it.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, extname, join, normalize } from 'node:path'

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types locket-memory"
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}
const here = import.meta.dirname
const FOLDERS = {
  '/locket/': join(dirname(createRequire(import.meta.url).resolve('locket-memory/package.json')), 'dist'),
  '/models/': join(here, 'public', 'models'),
  '/': here,
}

createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  const [prefix, folder] = Object.entries(FOLDERS).find(([start]) => pathname.startsWith(start))
  const file = normalize(join(folder, pathname.slice(prefix.length) || 'index.html'))
  if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end()
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Security-Policy': POLICY,
  })
  createReadStream(file).pipe(response)
}).listen(8080, '127.0.0.1', () => console.log('http://127.0.0.1:8080/'))

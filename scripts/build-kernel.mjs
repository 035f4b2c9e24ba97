// Compiles the vector index's kernel and writes its bytes as a TypeScript file, so that it needs no request and no file beside the bundle.
// With --check it writes nothing and fails when the file is not what the source compiles to.
import asc from 'assemblyscript/asc'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

const folder = new URL('../src/index/vector/exact/', import.meta.url)
const target = new URL('kernel-bytes.ts', folder)
const source = await readFile(new URL('assembly/kernel.ts', folder), 'utf8')

let bytes
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd']
const { error, stderr } = await asc.main(['kernel.ts', '--outFile', 'kernel.wasm', ...options], {
  readFile: (name) => (name === 'kernel.ts' ? source : null),
  writeFile: (_, contents) => void (bytes = contents),
  listFiles: () => [],
})
if (error) throw new Error(`asc failed: ${error.message}\n${stderr.toString()}`)

const lines = Buffer.from(bytes)
  .toString('base64')
  .match(/.{1,140}/g)
const code = `// Generated from assembly/kernel.ts by scripts/build-kernel.mjs; do not edit.
// SHA-256 of the source: ${createHash('sha256').update(source).digest('hex')}
export const KERNEL_BASE64 =
  ${lines.map((line) => `'${line}'`).join(' +\n  ')}
`
if (!process.argv.includes('--check')) await writeFile(target, code)
else if ((await readFile(target, 'utf8')) !== code)
  throw new Error('kernel-bytes.ts is not what assembly/kernel.ts compiles to. Run node scripts/build-kernel.mjs.')
console.log(`kernel-bytes.ts: ${bytes.length} bytes of WebAssembly`)

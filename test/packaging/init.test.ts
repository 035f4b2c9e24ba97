import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/setup.mjs'

let folder: string
let source: string
let target: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locket-init-'))
  source = join(folder, 'source')
  target = join(folder, 'public')
  await mkdir(target)
  await fill(
    'e5-small-memory-en-zh',
    'locket-model.json',
    { fingerprint: 'e5@q4:mean:1' },
    { 'config.json': '{}', 'onnx/model_q4.onnx': 'weights' },
  )
  await fill(
    'ort',
    'locket-ort.json',
    { name: 'onnxruntime-web', version: '1' },
    { 'ort.mjs': 'loader', 'ort.asyncify.wasm': 'with WebGPU' },
  )
  await write(join(source, 'ort', 'LICENSE'), 'MIT')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function fill(
  name: string,
  stampName: string,
  facts: object,
  files: Record<string, string>,
  bytes?: number,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) await write(join(source, name, path), text)
  const list = Object.entries(files).map(([path, text]) => ({
    path,
    bytes: bytes ?? text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  }))
  await write(join(source, name, stampName), JSON.stringify({ ...facts, files: list }))
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

function locket(...args: string[]): { status: number | null; out: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'bin', 'locket-memory.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, out: stdout + stderr }
}
const init = (...args: string[]) => locket('init', 'public', '--from', source, ...args)
const served = async () =>
  (await readdir(target, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
    .sort()
const text = (path: string) => readFile(join(target, 'models', path), 'utf8')

const EVERYTHING = [
  'models/e5-small-memory-en-zh/config.json',
  'models/e5-small-memory-en-zh/locket-model.json',
  'models/e5-small-memory-en-zh/onnx/model_q4.onnx',
  'models/ort/LICENSE',
  'models/ort/locket-ort.json',
  'models/ort/ort.asyncify.wasm',
  'models/ort/ort.mjs',
]

describe('init, from a small stand-in for the models package', () => {
  test('copies model, runtime, licence and stamps, and says what to write', async () => {
    const { status, out } = init()
    expect(out).toMatch(/2 files copied[^]*2 files copied[^]*Memory\.open\(/)
    expect(status).toBe(0)
    expect(await served()).toEqual(EVERYTHING)
    expect(await text('e5-small-memory-en-zh/onnx/model_q4.onnx')).toBe('weights')
  })

  test('leaves what is unchanged, mends what is damaged and replaces what is of another version', async () => {
    init()
    expect(init().out).toMatch(/0 files copied .*2 unchanged[^]*0 files copied .*2 unchanged/)
    await writeFile(join(target, 'models/ort/ort.mjs'), 'lOader')
    expect(init().out).toMatch(/1 files copied .*1 unchanged/)
    expect(await text('ort/ort.mjs')).toBe('loader')
    await fill(
      'e5-small-memory-en-zh',
      'locket-model.json',
      { fingerprint: 'e5@q4:mean:2' },
      { 'config.json': '{}', 'onnx/model_q4.onnx': 'better' },
    )
    expect(init().out).toMatch(/e5@q4:mean:1 → e5@q4:mean:2; 1 files copied .*1 unchanged/)
    expect(await text('e5-small-memory-en-zh/onnx/model_q4.onnx')).toBe('better')
    expect(await text('e5-small-memory-en-zh/locket-model.json')).toContain('mean:2')
  })

  test('does not replace files that it did not put there, unless forced', async () => {
    await write(join(target, 'models/ort/ort.mjs'), 'mine')
    expect(init()).toMatchObject({ status: 5, out: expect.stringContaining('--force') })
    expect(await served()).toEqual(['models/ort/ort.mjs'])
    expect(init('--force').status).toBe(0)
    expect(await text('ort/ort.mjs')).toBe('loader')
  })

  test('leaves out the runtime with WebGPU, and writes nothing in a dry run', async () => {
    expect(init('--dry-run', '--no-webgpu').out).toMatch(/ort\.mjs[^]*Nothing was written/)
    expect(await served()).toEqual([])
    expect(init('--no-webgpu').out).toContain("device: 'wasm'")
    expect(await served()).toEqual(EVERYTHING.filter((path) => !path.includes('asyncify')))
  })

  test('copies another model by name, and names those there are', async () => {
    await fill('other', 'locket-model.json', { fingerprint: 'other' }, { 'config.json': '{"other":1}' })
    expect(init('--model', 'another')).toMatchObject({
      status: 3,
      out: expect.stringContaining('e5-small-memory-en-zh, other'),
    })
    expect(init('--model', 'other').out).toContain("model: 'other'")
    expect(await text('other/config.json')).toBe('{"other":1}')
  })

  test.each([
    [
      'a Git LFS pointer in place of the weights',
      () =>
        writeFile(
          join(source, 'e5-small-memory-en-zh/onnx/model_q4.onnx'),
          'version https://git-lfs.github.com/spec/v1',
        ),
    ],
    ['a file that is missing', () => rm(join(source, 'e5-small-memory-en-zh/onnx/model_q4.onnx'))],
    ['a stamp that is none', () => writeFile(join(source, 'ort/locket-ort.json'), '{}')],
    [
      'a stamp that leads out of its folder',
      () => fill('ort', 'locket-ort.json', { name: 'x', version: '1' }, { 'a/../../../x.js': 'x' }),
    ],
  ])('ends with 6 at %s, and leaves no stamp that promises it', async (_, damage) => {
    await damage()
    expect(init().status).toBe(6)
    expect(await served()).not.toContain('models/e5-small-memory-en-zh/locket-model.json')
    expect((await served()).filter((path) => path.endsWith('.part'))).toEqual([])
  })

  test('ends with 4 before it copies anything when the disk is too full', async () => {
    await fill('e5-small-memory-en-zh', 'locket-model.json', { fingerprint: 'e5' }, { 'config.json': '{}' }, 1e17)
    expect(init()).toMatchObject({ status: 4, out: expect.stringMatching(/room for .* are needed/) })
    expect(await served()).toEqual([])
  })

  test.each([
    [['init'], /Name the folder/],
    [['init', 'nowhere'], /There is no folder nowhere/],
    [['init', 'source/ort/LICENSE'], /is not a folder/],
    [['init', 'public', 'more'], /One folder at a time/],
    [['init', 'public', '--modle', 'x'], /--modle.*--help/],
    [['copy', 'public'], /no command "copy"/],
  ])('refuses %j', (args, message) => {
    expect(locket(...args, '--from', source)).toMatchObject({ status: 2, out: expect.stringMatching(message) })
  })

  test('explains itself', () => {
    expect(locket('--help')).toMatchObject({ status: 0, out: expect.stringContaining('npx locket-memory init DIR') })
  })

  test('says what to install when the models are not there', async () => {
    await cp(join(ROOT, 'bin'), join(folder, 'elsewhere', 'bin'), { recursive: true })
    await writeFile(join(folder, 'elsewhere', 'package.json'), '{ "type": "module" }')
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'elsewhere', 'bin', 'locket-memory.js'), 'init', target],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(stderr).toContain('npm i -D locket-memory-models')
    expect(status).toBe(3)
    expect(existsSync(join(target, 'models'))).toBe(false)
  })
})

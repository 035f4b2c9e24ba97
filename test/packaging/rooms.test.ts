import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
interface Rule {
  name: string
  from: { path?: string | string[] }
  to: { path?: string | string[]; pathNot?: string[] }
}
const { forbidden } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as { forbidden: Rule[] }

/** Room → what its rule lets it import, read from the rule's comment-free patterns. */
const ruled = new Map(
  forbidden
    .filter(({ name }) => name.endsWith('-imports'))
    .map(({ name, to }) => [name.slice(0, -'-imports'.length), (to.pathNot ?? []).map(nameOf).slice(1)]),
)

/** `^src/(name)(/|\.ts$)` or `^src/index/` → name. */
function nameOf(pattern: string): string {
  return /^\^src\/([\w/-]+?)\/?(?:\(|$)/.exec(pattern)?.[1] ?? pattern
}

/** The table of docs/architecture.md: room → what it may import. */
function documented(): Map<string, string[]> {
  const rows = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').matchAll(
    /^\| `src\/([\w-]+)(?:\/|\.ts)` \|.*\| (.+?) \|$/gm,
  )
  return new Map(
    [...rows].map(([, room = '', list = '']) => [room, [...list.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? '')]),
  )
}

describe('the rooms of docs/architecture.md', () => {
  it('are the folders of src, and each has a rule', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect([...ruled.keys()].sort()).toEqual(folders.map(({ name }) => name).sort())
  })

  it('may import what the rules say', () => {
    const shared = ['values', 'platform']
    const table = documented()
    expect([...table.keys()].sort()).toEqual([...ruled.keys()].sort())
    for (const [room, allowed] of ruled) {
      const own = shared.includes(room) ? allowed : allowed.filter((name) => !shared.includes(name))
      expect(table.get(room), room).toEqual(own)
    }
  })

  it('have rules that fail when they are broken', () => {
    // A tree in which every room imports one that it may not, and every other rule is broken once.
    const tree = mkdtempSync(join(tmpdir(), 'locket-rooms-'))
    const write = (path: string, text = ''): void => {
      mkdirSync(dirname(join(tree, path)), { recursive: true })
      writeFileSync(join(tree, path), text)
    }
    try {
      writeFileSync(join(tree, 'package.json'), '{"type":"module"}')
      writeFileSync(join(tree, 'tsconfig.json'), '{"compilerOptions":{"module":"ESNext","moduleResolution":"Bundler"}}')
      symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
      const rooms = [...ruled.keys()]
      for (const room of rooms) {
        const other = rooms.find(
          (name) => name !== room && name !== 'memory' && !ruled.get(room)?.includes(name),
        ) as string
        const [file, up] = room === 'memory' ? ['src/memory.ts', './'] : [`src/${room}/breaks.ts`, '../']
        write(file, `export * from '${up}${other}/target.js'\n`)
        write(`src/${other}/target.ts`, 'export const target = 1\n')
      }
      write('src/extract/rules/target.ts', 'export const target = 1\n')
      write('src/extract/llm/breaks.ts', "export * from '../rules/target.js'\n")
      write('src/extract/text/breaks.ts', "export * from '../rules/target.js'\n")
      write('src/index/vector/exact/target.ts', 'export const target = 1\n')
      write('src/read/adapter.ts', "export * from '../index/vector/exact/target.js'\n")
      write(
        'src/read/library.ts',
        "import 'idb'\nimport 'minisearch'\nimport '@huggingface/transformers'\nimport 'not-there'\nimport 'node:fs'\n",
      )
      write('src/testing/target.ts', 'export const target = 1\n')
      write('test/target.ts', 'export const target = 1\n')
      write('src/read/tests.ts', "import '../testing/target.js'\nimport '../../test/target.js'\n")
      write('src/read/circle-a.ts', "import './circle-b.js'\n")
      write('src/read/circle-b.ts', "import './circle-a.js'\n")
      const cli = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
      const { stdout } = spawnSync(
        process.execPath,
        [cli, 'src', '--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json'],
        { cwd: tree, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
      )
      const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } }
      const broken = new Set(summary.violations.map(({ rule }) => rule.name))
      expect(forbidden.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([])
    } finally {
      rmSync(tree, { recursive: true, force: true })
    }
  })
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { transformWithOxc } from 'vite'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const markdownIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const EXAMPLES = readdirSync(join(ROOT, 'examples')).map((name) => join('examples', name))
const FILES = ['.', 'docs', 'models', ...EXAMPLES].flatMap(markdownIn).sort()
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const withoutCode = (text: string): string => text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '')

/** The anchors of a document, as GitHub makes them from its headings. */
const anchorsOf = (file: string): string[] =>
  Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Whether a path exists, where braces and stars may stand for several: all of them, or any. */
function exists(path: string): boolean {
  const braces = /\{([^}]*)\}/.exec(path)
  if (braces) return (braces[1] ?? '').split(',').every((part) => exists(path.replace(braces[0], part)))
  if (!path.includes('*')) return existsSync(join(ROOT, path))
  const pattern = new RegExp(`^${basename(path).replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
  return readdirSync(join(ROOT, dirname(path))).some((name) => pattern.test(name))
}

describe.each(FILES)('%s', (file) => {
  it('links to files and headings that exist', () => {
    const links = Array.from(withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? file : join(dirname(file), path)
      return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })
    expect(broken).toEqual([])
  })

  it('names sources, tests and scripts that exist', () => {
    const spans = Array.from(
      read(file).matchAll(/`((?:src|test|demo|bench|scripts|examples)\/[\w./*{},-]+)`/g),
      ([, span = '']) => span,
    )
    // Placeholders, and what a build makes.
    const missing = spans.filter((span) => !/\/foo\/|\/build$/.test(span) && !exists(span))
    expect(missing).toEqual([])
  })

  it('has examples that parse', async () => {
    const blocks = Array.from(read(file).matchAll(/```(?:js|ts)\n([\s\S]*?)```/g), ([, code = '']) => code)
    const problems: string[] = []
    for (const block of blocks)
      // The fields of a rule, as in CONTRIBUTING.md, are part of a list.
      if (!block.startsWith('{'))
        await transformWithOxc(block, 'example.ts').catch((cause: unknown) =>
          problems.push(`${block}\n${String(cause)}`),
        )
    expect(problems).toEqual([])
  })
})

it('a service worker has no top-level await (docs/worker.md)', () => {
  const [, code = ''] = /\/\/ service-worker\.js\n([\s\S]*?)```/.exec(read('docs/worker.md')) ?? []
  expect(code).toContain('chrome.offscreen')
  expect(code).not.toMatch(/^(?:const .* = )?await /m)
})

// The licences of the packages whose code is bundled into dist.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

/** Packages whose code another package's published file already contains, so that no module names them. */
const CONTAINED = { '@huggingface/transformers': ['@huggingface/jinja', '@huggingface/tokenizers'] }

export const ORT_LICENCE = join(ROOT, 'scripts', 'licences', 'onnxruntime.txt')

/** The licence texts of packages that are published without theirs. */
const TEXTS = { 'onnxruntime-web': ORT_LICENCE, 'onnxruntime-common': ORT_LICENCE }

/** Writes the notice of every package that one of the bundled modules belongs to; throws when one has no licence or no text of it. */
export function writeNotice(moduleIds, target) {
  const folders = new Set(
    moduleIds.flatMap((id) => /^(?:.*)\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/')) ?? []),
  )
  for (const [name, contained] of Object.entries(CONTAINED))
    if (folders.has(join(ROOT, 'node_modules', name).replaceAll('\\', '/')))
      contained.forEach((inner) => folders.add(join(ROOT, 'node_modules', inner)))
  const notices = [...folders].map(notice).sort()
  const head = 'Locket contains code of the packages below, under their licences.'
  writeFileSync(target, [head, ...notices].join(`\n\n${'-'.repeat(80)}\n`) + '\n')
}

function notice(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string') throw new Error(`${name} is bundled but names no licence.`)
  const by = typeof author === 'string' ? author : author?.name
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry))
  const text = file ? join(folder, file) : TEXTS[name]
  if (!text) throw new Error(`${name} is bundled but brings no text of its licence: add it to scripts/licences.`)
  const parts = [`${name} ${version} (${license}${by ? `; ${by}` : ''})`, readFileSync(text, 'utf8').trim()]
  if (existsSync(join(folder, 'NOTICE'))) parts.push(readFileSync(join(folder, 'NOTICE'), 'utf8').trim())
  return parts.join('\n\n')
}

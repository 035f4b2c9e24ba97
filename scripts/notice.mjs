// The licences of the packages whose code is bundled into dist.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

/** Packages whose code another package's published file already contains, so that no module names them. */
const CONTAINED = { '@huggingface/transformers': ['@huggingface/jinja', '@huggingface/tokenizers'] }

/** Writes the notice of every package that one of the bundled modules belongs to; throws when one has no licence. */
export function writeNotice(moduleIds, target) {
  const folders = new Set(moduleIds.flatMap((id) => /^(?:.*)\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/')) ?? []))
  for (const [name, contained] of Object.entries(CONTAINED))
    if (folders.has(join(ROOT, 'node_modules', name).replaceAll('\\', '/'))) contained.forEach((inner) => folders.add(join(ROOT, 'node_modules', inner)))
  const notices = [...folders].map(notice).sort()
  const head = 'Locket contains code of the packages below, under their licences.'
  writeFileSync(target, [head, ...notices].join(`\n\n${'-'.repeat(80)}\n`) + '\n')
}

function notice(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string') throw new Error(`${name} is bundled but names no licence.`)
  const by = typeof author === 'string' ? author : author?.name
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry))
  const parts = [`${name} ${version} (${license}${by ? `; ${by}` : ''})`]
  if (file) parts.push(readFileSync(join(folder, file), 'utf8').trim())
  if (existsSync(join(folder, 'NOTICE'))) parts.push(readFileSync(join(folder, 'NOTICE'), 'utf8').trim())
  return parts.join('\n\n')
}

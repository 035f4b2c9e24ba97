import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXIT, failure } from './failure.js'

const PACKAGE = 'locket-memory-models'
const STAMPS = { model: 'locket-model.json', ort: 'locket-ort.json' }

/** The folder of the models package: the one named, the one the application installed, or, in Locket's repository, the one beside this. */
export function findModels(from) {
  if (from !== undefined) {
    if (existsSync(from)) return resolve(from)
    throw failure(EXIT.noModels, `There is no folder ${from}.`)
  }
  for (const origin of [join(process.cwd(), 'package.json'), fileURLToPath(import.meta.url)]) {
    try {
      return dirname(createRequire(origin).resolve(`${PACKAGE}/package.json`))
    } catch {
      // Not installed there.
    }
  }
  const beside = fileURLToPath(new URL('../models', import.meta.url))
  if (existsSync(join(beside, 'package.json'))) return beside
  throw failure(EXIT.noModels, `The package ${PACKAGE} is not installed. Run: npm i -D ${PACKAGE}`)
}

/** `{ folder, stampName, text, version, files }` of a model, or of the runtime, which is called `ort`. */
export function readStamp(source, folder) {
  const stampName = folder === 'ort' ? STAMPS.ort : STAMPS.model
  const path = join(source, folder, stampName)
  if (!existsSync(path)) throw failure(EXIT.noModels, missing(source, folder))
  const text = readFileSync(path, 'utf8')
  try {
    const { files, fingerprint, name, version } = JSON.parse(text)
    if (
      files.every(
        (file) => /^\w[\w./-]*$/.test(file.path) && !file.path.includes('..') && file.bytes >= 0 && file.sha256,
      )
    ) {
      return {
        folder,
        stampName,
        text,
        version: fingerprint ?? `${name} ${version}`,
        files,
        extra: ['LICENSE', 'NOTICE'].filter((file) => existsSync(join(source, folder, file))),
      }
    }
  } catch {
    // Reported below.
  }
  throw failure(EXIT.damaged, `${path} is not a stamp. Install ${PACKAGE} again.`)
}

function missing(source, folder) {
  const models = readdirSync(source).filter((name) => existsSync(join(source, name, STAMPS.model)))
  if (models.length === 0) return `${source} is not a copy of ${PACKAGE}.`
  if (folder === 'ort')
    return `${join(source, 'ort')} is not there. In Locket's repository, node scripts/pack-models.mjs makes it; elsewhere install ${PACKAGE} again.`
  return `There is no model "${folder}" in ${source}; there is: ${models.join(', ')}.`
}

import { Engine } from '../engine/engine.js'
import type { OpenOptions } from '../engine/open-options.js'
import { assemble } from '../engine/parts.js'
import { InputError } from '../values/errors.js'
import { checkOptions } from '../values/options.js'
import { resolveScope, SCOPE_INPUT_FIELDS } from '../values/scope.js'

const OPEN_OPTIONS = [
  'name',
  'scope',
  'models',
  'embedder',
  'vectorIndex',
  'keywordIndex',
  'extractor',
  'llm',
  'extraction',
  'categories',
  'reranker',
  'secrets',
  'store',
  'persist',
  'vectorStorage',
  'historyRetention',
  'encryption',
  'onProgress',
  'onReport',
  'onWarning',
  'now',
  'newId',
] as const

/** Checks the options of `Memory.open()`, and opens the memory. */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  checkOptions('Memory.open()', options ?? {}, OPEN_OPTIONS)
  const name: unknown = options?.name
  if (typeof name !== 'string' || name.trim() === '')
    throw new InputError('INVALID_INPUT', 'Memory.open() needs a name.', {
      value: name,
      hint: "For example Memory.open({ name: 'my-app' }).",
    })
  checkOptions('scope', options.scope, SCOPE_INPUT_FIELDS)
  const scope = resolveScope(options.scope)
  let engine: Engine | undefined
  const parts = await assemble(options, (progress) => engine?.loading(progress))
  // The engine keeps the options: without the passphrase.
  const { encryption: _, ...otherOptions } = options
  engine = new Engine(name, scope, parts, otherOptions)
  try {
    await engine.start()
  } catch (cause) {
    await engine.close()
    throw cause
  }
  return engine
}

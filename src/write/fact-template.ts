import { InputError } from '../values/errors.js'
import { checkMetadata } from '../values/metadata.js'
import { parseMoment } from '../values/moment.js'
import { checkOptions, oneOf } from '../values/options.js'
import type { Evidence } from '../store/records.js'
import type { AddOptions } from './types.js'
import { isId, MAX_CATEGORIES, MAX_ID_LENGTH } from '../values/limits.js'
import type { FactTemplate } from './journal.js'

/** The options of `add` that apply to the memories it makes, checked. */
export function readFactTemplate(options: AddOptions): FactTemplate {
  const metadata = checkMetadata(options.metadata)
  const categories = readCategories(options.categories)
  const evidence = readEvidence(options.evidence)
  return {
    kind: oneOf('kind', options.kind, ['semantic', 'episodic', 'procedural'] as const, 'semantic'),
    ...(metadata ? { metadata } : {}),
    ...(categories ? { categories } : {}),
    ...(evidence ? { evidence } : {}),
    ...(options.expiresAt === undefined ? {} : { expiresAt: parseMoment('expiresAt', options.expiresAt) }),
  }
}

/** Categories without duplicates; undefined when none are given. @throws InputError `INVALID_INPUT` */
export function readCategories(input: unknown): string[] | undefined {
  if (input === undefined || input === null) return undefined
  if (!Array.isArray(input) || !input.every((item): item is string => typeof item === 'string' && item.trim() !== ''))
    throw new InputError('INVALID_INPUT', 'categories must be a list of non-empty texts.', { value: input })
  if (input.length > MAX_CATEGORIES || input.some((item) => item.length > MAX_ID_LENGTH))
    throw new InputError(
      'INVALID_INPUT',
      `There are more than ${MAX_CATEGORIES} categories, or one is longer than ${MAX_ID_LENGTH} characters.`,
    )
  return [...new Set(input)]
}

function readEvidence(input: unknown): Evidence[] | undefined {
  if (input === undefined) return undefined
  if (!Array.isArray(input) || input.length === 0)
    throw new InputError('INVALID_INPUT', 'evidence must be a non-empty list of { messageId, quote }.', {
      value: input,
    })
  return input.map((item: unknown): Evidence => {
    if (typeof item !== 'object' || item === null)
      throw new InputError('INVALID_INPUT', 'evidence must be a list of { messageId, quote }.', { value: item })
    checkOptions('evidence', item as Evidence, ['messageId', 'quote', 'runId'])
    const { messageId, quote, runId } = item as Partial<Evidence>
    if (!isId(messageId) || typeof quote !== 'string')
      throw new InputError(
        'INVALID_INPUT',
        `Evidence needs a messageId, of ${MAX_ID_LENGTH} characters at most, and a quote.`,
        { value: item },
      )
    if (runId !== undefined && !isId(runId))
      throw new InputError(
        'INVALID_INPUT',
        `The runId of evidence must be a non-empty text of ${MAX_ID_LENGTH} characters at most.`,
        { value: item },
      )
    return { messageId, quote, ...(runId === undefined ? {} : { runId }) }
  })
}

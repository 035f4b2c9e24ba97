import { ConflictError, InputError } from '../values/errors.js'
import { factHash } from '../platform/identity.js'
import { checkMetadata } from '../values/metadata.js'
import { parseMoment } from '../values/moment.js'
import { checkOptions } from '../values/options.js'
import type { Scope } from '../values/scope.js'
import type { SecretFinder } from '../secrets/span.js'
import type { MemoryRecord } from '../store/records.js'
import type { UpdateInput, UpdateOptions } from './types.js'
import { readCategories } from '../write/fact-template.js'
import type { Operation } from '../store/operation.js'
import { requireMemory } from './rows.js'

export { memoryItem } from '../read/list/items.js'

/** Changes a memory as the application says. Returns the changed row. */
export async function updateMemory(
  operation: Operation,
  id: string,
  scope: Scope,
  patch: Patch,
  options: UpdateOptions,
): Promise<MemoryRecord> {
  const before = await requireMemory(operation.tx, id, scope, options.ifRevision)
  if (before.status !== 'active' && before.status !== 'pending')
    throw new ConflictError('CONFLICT', `Memory "${id}" is ${before.status}.`, {
      value: id,
      hint: 'Undo the operation that closed it first.',
    })
  const after = patch(before)
  after.revision = before.revision + 1
  after.updatedAt = operation.now
  await operation.putMemory({
    event: 'UPDATE',
    before,
    after,
    ...(options.reason === undefined ? {} : { reason: options.reason }),
  })
  return after
}

export type Patch = (row: MemoryRecord) => MemoryRecord

const KEYS = ['text', 'metadata', 'categories', 'expiresAt'] as const

/** Checks the whole input before anything is read, so that a bad field changes nothing. */
export async function readPatch(input: UpdateInput, findSecrets: SecretFinder | undefined): Promise<Patch> {
  if (typeof input !== 'object' || input === null)
    throw new InputError('INVALID_INPUT', 'update() takes { text, metadata, categories, expiresAt }.', { value: input })
  checkOptions('update()', input, KEYS)
  const { text } = input
  if (text !== undefined && (typeof text !== 'string' || text.trim() === ''))
    throw new InputError('INVALID_INPUT', 'The text of a memory cannot be blank.', {
      value: text,
      hint: 'Use delete() to forget it.',
    })
  const hash = text === undefined ? '' : await factHash(text)
  const secrets = text === undefined ? [] : (findSecrets?.(text) ?? [])
  const metadata = checkMetadata(input.metadata)
  const categories = readCategories(input.categories)
  const expiresAt =
    input.expiresAt === undefined || input.expiresAt === null ? undefined : parseMoment('expiresAt', input.expiresAt)
  return (row) => {
    const after = { ...row }
    if (text !== undefined && text !== row.text) {
      after.text = text
      after.textHash = hash
      // It no longer repeats its message word for word.
      delete after.verbatimNo
      delete after.secrets
      if (secrets.length > 0) after.secrets = secrets
      delete after.entities
      delete after.relations
    }
    assign(after, 'metadata', input.metadata, metadata)
    assign(after, 'categories', input.categories, categories)
    assign(after, 'expiresAt', input.expiresAt, expiresAt)
    return after
  }
}

/** Undefined leaves the field, null removes it, anything else sets it. */
function assign<K extends 'metadata' | 'categories' | 'expiresAt'>(
  row: MemoryRecord,
  key: K,
  given: unknown,
  value: MemoryRecord[K] | undefined,
): void {
  if (given === undefined) return
  if (value === undefined) delete row[key]
  else row[key] = value
}

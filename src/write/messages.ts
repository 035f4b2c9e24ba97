import { InputError } from '../values/errors.js'
import { factHash, textHash } from '../platform/identity.js'
import { checkMetadata } from '../values/metadata.js'
import { parseMoment, type Moment } from '../values/moment.js'
import { checkOptions, flag, oneOf } from '../values/options.js'
import { scopeKey, type Scope } from '../values/scope.js'
import type { SecretSpan } from '../secrets/span.js'
import type { Metadata } from '../values/metadata.js'
import { trustOfRole, type Trust } from '../values/trust.js'
import type { MessageInput } from './types.js'
import { MAX_ID_LENGTH } from '../values/limits.js'

/** A checked message that is not stored yet. */
export interface Draft {
  id: string
  role: string
  name?: string
  text: string
  secrets?: readonly SecretSpan[]
  /** Set where it differs from the trust of the role. */
  trust?: Trust
  textHash: string
  /** The hash that a memory with this text has (`factHash`). */
  factHash: string
  at: number
  metadata?: Metadata
  /** `blank`: nothing to store. `off`: the caller asked not to. */
  skip?: 'blank' | 'off'
}

export const TRUST: readonly Trust[] = ['trusted', 'untrusted']
const KEYS = ['role', 'content', 'name', 'at', 'id', 'metadata', 'trust', 'store'] as const

/** Reads and checks the input of `add`. @throws InputError `INVALID_INPUT`, before anything is stored */
export function readMessages(
  input: unknown,
  scope: Scope,
  defaults: { at?: Moment | undefined; metadata?: Metadata | undefined; trust?: Trust | undefined; now: number },
): Promise<Draft[]> {
  const list = Array.isArray(input) ? input : [input]
  const fallbackAt = defaults.at === undefined ? defaults.now : parseMoment('at', defaults.at)
  return Promise.all(
    list.map((item: unknown, position) => readMessage(item, position, scope, { ...defaults, at: fallbackAt })),
  )
}

interface Fallback {
  at: number
  metadata?: Metadata | undefined
  trust?: Trust | undefined
}

function readMessage(item: unknown, position: number, scope: Scope, fallback: Fallback): Promise<Draft> {
  const where = `Message ${position}`
  if (typeof item === 'string') return draft({ content: item }, position, scope, fallback)
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new InputError('INVALID_INPUT', `${where} is neither a text nor a message.`, {
      value: item,
      hint: 'Pass a string, { role, content } or a list of them.',
    })
  checkOptions(where, item as MessageInput, KEYS)
  return draft(item as MessageInput, position, scope, fallback)
}

async function draft(message: MessageInput, position: number, scope: Scope, fallback: Fallback): Promise<Draft> {
  const where = `Message ${position}`
  const text = readContent(message.content, where)
  const hash = await textHash(text)
  const metadata = checkMetadata(message.metadata, `${where}: metadata`) ?? fallback.metadata
  const name = optionalText(message.name, `${where}: name`)
  const role = optionalText(message.role, `${where}: role`) ?? 'user'
  const trust = message.trust === undefined ? fallback.trust : oneOf(`${where}: trust`, message.trust, TRUST, 'trusted')
  const at = message.at === undefined ? fallback.at : parseMoment(`${where}: at`, message.at)
  const given = optionalText(message.id, `${where}: id`)
  const skip = !flag(`${where}: store`, message.store, true) ? 'off' : text.trim() === '' ? 'blank' : undefined
  return {
    // A message without an id is identified by scope, position in the list, text, speaker and, where given, time: a
    // whole conversation can be sent again without duplicates, and two people may say the same.
    id:
      given ??
      (await textHash(
        JSON.stringify([scopeKey(scope), position, hash, role, name ?? null, message.at === undefined ? null : at]),
      )),
    role,
    text,
    textHash: hash,
    factHash: await factHash(text),
    at,
    ...(name === undefined ? {} : { name }),
    ...(trust === undefined || (trust === 'trusted' && trustOfRole(role) === 'trusted') ? {} : { trust }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(skip === undefined ? {} : { skip }),
  }
}

function readContent(content: unknown, where: string): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content))
    throw new InputError('INVALID_INPUT', `${where} has no content.`, {
      value: content,
      hint: 'content must be a string or a list of { type: "text", text }.',
    })
  return content
    .map((part: unknown) => {
      const { type, text } = (part ?? {}) as { type?: unknown; text?: unknown }
      if (type !== 'text' || typeof text !== 'string')
        throw new InputError('INVALID_INPUT', `${where} has a part that is not text.`, {
          value: part,
          hint: 'Only text parts can be stored; describe other parts in words.',
        })
      return text
    })
    .join('\n')
}

function optionalText(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.trim() === '')
    throw new InputError('INVALID_INPUT', `${name} must be a non-empty text.`, { value })
  if (value.length > MAX_ID_LENGTH)
    throw new InputError('INVALID_INPUT', `${name} is longer than ${MAX_ID_LENGTH} characters.`)
  return value
}

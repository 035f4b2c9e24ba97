import type { Endpoint } from 'comlink'
import { LocketError } from '../values/errors.js'
import { errorToWire, readWireError } from '../platform/worker-errors.js'
import { isPlainData, isRecord, own } from './plain-data.js'

// Comlink does whatever the other end writes in a message: it reads, sets, constructs and calls along any path of
// properties, and turns ports into callable proxies. That is fine between a page and its own worker; on a port that
// somebody else may hold it means running their code. So nothing reaches Comlink here before it has been checked and
// copied field by field. What is left of Comlink is what it does well: numbering calls, matching replies, moving
// transferable objects and errors.

/** UTF-16 units. Comlink's own ids have about 56. */
const LONGEST_ID = 100
/** `hello`, `attach` and `abort` take fewer. */
const MOST_ARGUMENTS = 4

/**
 * The serving side of a port, for `expose`: lets through calls of these methods with plain arguments, and the client's
 * goodbye. Everything else is answered with `NOT_ALLOWED`, or not at all where there is no id to answer to.
 */
export function guardRequests(port: MessagePort, methods: readonly string[]): Endpoint {
  return guarded(port, (data) => {
    const id = messageId(data)
    if (id === undefined) return undefined
    const type = own(data, 'type')
    if (type === 'RELEASE') return { id, type }
    const path = own(data, 'path')
    const given = own(data, 'argumentList')
    const isCall = type === 'APPLY' && Array.isArray(path) && path.length === 1 && methods.includes(path[0] as string)
    if (isCall && Array.isArray(given) && given.length <= MOST_ARGUMENTS && given.every(isRawValue))
      return { id, type, path: [path[0] as string], argumentList: given.map(copyOfRaw) }
    port.postMessage(thrown(id, refused()))
    return undefined
  })
}

/**
 * The client's side of a port, for `wrap`: lets through plain results, files and streams, and errors, which are rebuilt
 * from known fields. A result of any other kind, such as a proxy into the other realm, becomes an error.
 */
export function guardReplies(port: MessagePort): Endpoint {
  return guarded(port, (data) => {
    const id = messageId(data)
    if (id === undefined) return undefined
    const value = own(data, 'value')
    if (isRawValue(data) && isResult(value)) return { id, type: 'RAW', value }
    const error = own(data, 'type') === 'HANDLER' && own(data, 'name') === 'throw' ? readThrown(value) : undefined
    return error ? { id, type: 'HANDLER', name: 'throw', value: error } : thrown(id, malformed())
  })
}

/** Passes on each message as `check` returns it, and none for which it returns undefined. */
function guarded(port: MessagePort, check: (data: unknown) => object | undefined): Endpoint {
  const listeners = new Map<EventListenerOrEventListenerObject, (event: MessageEvent) => void>()
  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer ?? []),
    start: () => port.start(),
    addEventListener(type, listener) {
      const checked = ({ data }: MessageEvent): void => {
        const passed = check(data)
        if (!passed) return
        const event = new MessageEvent('message', { data: passed })
        if (typeof listener === 'function') listener(event)
        else listener.handleEvent(event)
      }
      listeners.set(listener, checked)
      port.addEventListener(type as 'message', checked)
    },
    removeEventListener(type, listener) {
      const checked = listeners.get(listener)
      if (checked) port.removeEventListener(type as 'message', checked)
      listeners.delete(listener)
    },
  }
}

function messageId(data: unknown): string | undefined {
  const id = own(data, 'id')
  return typeof id === 'string' && id !== '' && id.length <= LONGEST_ID ? id : undefined
}

const isRawValue = (value: unknown): boolean => own(value, 'type') === 'RAW'

const copyOfRaw = (argument: unknown): object => ({ type: 'RAW', value: own(argument, 'value') })

function isResult(value: unknown): boolean {
  return value instanceof ReadableStream || isPlainData(value)
}

/** An error as Comlink or `worker-errors.ts` sends it, with nothing but texts in it; undefined for anything else. */
function readThrown(value: unknown): object | undefined {
  const wire = readWireError(value)
  if (wire) return wire
  if (!isRecord(value) || typeof value['isError'] !== 'boolean') return undefined
  const inner = value['value']
  if (!value['isError']) return isPlainData(inner) ? { isError: false, value: inner } : undefined
  const text = (name: string): string => {
    const found = own(inner, name)
    return typeof found === 'string' ? found : ''
  }
  return { isError: true, value: { message: text('message'), name: text('name'), stack: text('stack') } }
}

function thrown(id: string, error: LocketError): object {
  return { id, type: 'HANDLER', name: 'throw', value: errorToWire(error) }
}

function refused(): LocketError {
  return new LocketError('NOT_ALLOWED', 'Only calls of the documented methods with plain arguments are answered.', {
    hint: 'Use connect() or connectModel() of the same version.',
  })
}

function malformed(): LocketError {
  return new LocketError('VERSION_MISMATCH', 'The other realm sent a reply that is not of this protocol.', {
    hint: 'Both ends must run the same version of Locket.',
  })
}

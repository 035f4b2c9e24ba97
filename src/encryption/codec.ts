import { InputError } from '../values/errors.js'
import { ARRAYS, NAMES, PLACES, SPELT, Type } from './codec-format.js'

/*
 * The binary format of a row before it is encrypted. It covers the values of IndexedDB's structured clone that rows
 * use. JSON would lose typed arrays, and a MessagePack library is larger than this file.
 */

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Encodes a value as bytes.
 * @throws InputError `INVALID_INPUT` for values that cannot be stored, such as functions
 */
export function encode(value: unknown): Uint8Array<ArrayBuffer> {
  const out = new Output()
  out.value(value)
  return out.end()
}

/**
 * The value that `encode` was given.
 * @throws RangeError for bytes that `encode` did not produce
 */
export function decode(bytes: Uint8Array): unknown {
  return new Input(bytes).value()
}

class Output {
  private bytes = new Uint8Array(512)
  private at = 0
  private readonly encoder = new TextEncoder()

  end(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.at)
  }

  value(value: unknown): void {
    switch (typeof value) {
      case 'undefined':
        return this.byte(Type.Undefined)
      case 'boolean':
        return this.byte(value ? Type.True : Type.False)
      case 'number':
        return this.number(value)
      case 'string':
        return this.text(value)
      case 'bigint':
        this.byte(Type.BigInt)
        return this.text(value.toString())
      case 'object':
        return value === null ? this.byte(Type.Null) : this.object(value)
      case 'function':
      case 'symbol':
        throw unstorable(value)
    }
  }

  private number(value: number): void {
    if (Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)) {
      this.byte(Type.Integer)
      return this.length(value)
    }
    this.byte(Type.Float)
    this.room(8)
    new DataView(this.bytes.buffer).setFloat64(this.at, value, true)
    this.at += 8
  }

  private text(text: string): void {
    if (LONE_SURROGATE.test(text)) {
      this.byte(Type.Units)
      return this.raw(new Uint8Array(Uint16Array.from(text, (unit) => unit.charCodeAt(0)).buffer))
    }
    this.byte(Type.Text)
    // The length is stored before the text but known only after encoding. A text of up to 42 code units takes at most
    // 127 bytes, so one byte is reserved for its length.
    const short = text.length * 3 < 128
    const bytes = short ? undefined : this.encoder.encode(text)
    if (bytes) return this.raw(bytes)
    this.room(1 + text.length * 3)
    const { written } = this.encoder.encodeInto(text, this.bytes.subarray(this.at + 1))
    this.bytes[this.at] = written
    this.at += 1 + written
  }

  private object(value: object): void {
    if (Array.isArray(value)) {
      this.byte(Type.List)
      this.length(value.length)
      for (const item of value) this.value(item)
    } else if (ArrayBuffer.isView(value)) {
      const kind = ARRAYS.findIndex((Kind) => value instanceof Kind)
      if (kind < 0) throw unstorable(value)
      this.byte(Type.Array)
      this.byte(kind)
      this.raw(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    } else if (value instanceof ArrayBuffer) {
      this.byte(Type.Buffer)
      this.raw(new Uint8Array(value))
    } else if (value instanceof Date) {
      this.byte(Type.Date)
      this.number(value.getTime())
    } else if (value instanceof Map) {
      this.byte(Type.Map)
      this.value([...value].flat(1))
    } else if (value instanceof Set) {
      this.byte(Type.Set)
      this.value([...value])
    } else this.record(value)
  }

  private record(value: object): void {
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== null && prototype !== Object.prototype) throw unstorable(value)
    const entries = Object.entries(value)
    this.byte(Type.Record)
    this.length(entries.length)
    for (const [name, item] of entries) {
      const place = PLACES.get(name)
      if (place === undefined) {
        this.byte(SPELT)
        this.text(name)
      } else this.byte(place)
      this.value(item)
    }
  }

  private raw(bytes: Uint8Array): void {
    this.length(bytes.length)
    this.room(bytes.length)
    this.bytes.set(bytes, this.at)
    this.at += bytes.length
  }

  /** A variable-length integer (LEB128): seven bits a byte, the lowest first. */
  private length(value: number): void {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128)
    this.byte(rest)
  }

  private byte(value: number): void {
    this.room(1)
    this.bytes[this.at++] = value
  }

  private room(more: number): void {
    if (this.at + more <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.at + more))
    larger.set(this.bytes)
    this.bytes = larger
  }
}

class Input {
  private at = 0
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  constructor(private readonly bytes: Uint8Array) {}

  value(): unknown {
    switch (this.byte()) {
      case Type.Undefined:
        return undefined
      case Type.Null:
        return null
      case Type.False:
        return false
      case Type.True:
        return true
      case Type.Integer:
        return this.length()
      case Type.Float: {
        const bytes = this.raw(8)
        return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true)
      }
      case Type.Text:
        return this.text()
      case Type.Units:
        return Array.from(new Uint16Array(this.raw(this.length()).slice().buffer), (unit) =>
          String.fromCharCode(unit),
        ).join('')
      case Type.List:
        return Array.from({ length: this.length() }, () => this.value())
      case Type.Record:
        return this.record()
      case Type.Array: {
        const Kind = ARRAYS[this.byte()]
        if (!Kind) throw new RangeError('No such array.')
        return new Kind(this.raw(this.length()).slice().buffer)
      }
      case Type.Buffer:
        return this.raw(this.length()).slice().buffer
      case Type.Date:
        return new Date(this.value() as number)
      case Type.Map: {
        const flat = this.value() as unknown[]
        return new Map(Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]))
      }
      case Type.Set:
        return new Set(this.value() as unknown[])
      case Type.BigInt:
        return BigInt(this.value() as string)
      default:
        throw new RangeError('No such type.')
    }
  }

  private text(): string {
    const bytes = this.raw(this.length())
    // For a short ASCII text this is faster than TextDecoder.
    if (bytes.length < 24 && bytes.every((byte) => byte < 128)) return String.fromCharCode(...bytes)
    return this.decoder.decode(bytes)
  }

  private record(): object {
    const record: Record<string, unknown> = {}
    for (let left = this.length(); left > 0; left--) {
      const place = this.byte()
      const name = place === SPELT ? (this.value() as string) : NAMES[place]
      if (name === undefined) throw new RangeError('No such name.')
      // Assignment would set the prototype instead of a field.
      if (name === '__proto__')
        Object.defineProperty(record, name, {
          value: this.value(),
          enumerable: true,
          configurable: true,
          writable: true,
        })
      else record[name] = this.value()
    }
    return record
  }

  private raw(length: number): Uint8Array {
    const bytes = this.bytes.subarray(this.at, this.at + length)
    if (bytes.length !== length) throw new RangeError('It ends too early.')
    this.at += length
    return bytes
  }

  private length(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  private byte(): number {
    const byte = this.bytes[this.at++]
    if (byte === undefined) throw new RangeError('It ends too early.')
    return byte
  }
}

function unstorable(value: unknown): InputError {
  return new InputError('INVALID_INPUT', 'The row holds something that cannot be stored.', {
    hint: 'Functions, DOM nodes and class instances cannot; pass plain data.',
    value,
  })
}

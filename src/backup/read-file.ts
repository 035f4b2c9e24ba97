import { scopeMatches } from '../values/scope.js'
import { Contents } from './contents.js'
import {
  FORMAT,
  LINE_KINDS,
  VERSION,
  type Footer,
  type Header,
  type Line,
  type LineKind,
} from '../store/rows/format.js'
import { Checksum } from '../store/rows/hash.js'
import { linesOf, type RawLine } from './lines.js'
import { refuse } from './refuse.js'
import { scopeRow } from '../store/rows/fields.js'
import {
  historyRow,
  jobRow,
  memoryRow,
  messageRow,
  removeRow,
  summaryRow,
  vectorsRow,
} from '../store/rows/row-checks.js'
import { uint32, Malformed, oneOf, objectOf, text, boolean, integerUpTo, type Check } from '../store/rows/shape.js'

/** Every change of a row raises its revision, which must stay a safe integer: an imported one leaves room for that. */
const MAX_REVISION = 0xffffffff

const CHECKS: { [K in LineKind]: Check<Extract<Line, { kind: K }>['row']> } = {
  messages: withRevisionLimit(messageRow),
  memories: withRevisionLimit(memoryRow),
  history: historyRow,
  vectors: vectorsRow,
  summaries: summaryRow,
  jobs: jobRow,
  remove: removeRow,
}
const lineCounts = objectOf<Footer['counts']>({
  messages: uint32,
  memories: uint32,
  history: uint32,
  vectors: uint32,
  summaries: uint32,
  jobs: uint32,
  remove: uint32,
})
const footerRow = objectOf<Footer>({
  lines: integerUpTo(Number.MAX_SAFE_INTEGER),
  counts: lineCounts,
  damaged: uint32,
  change: integerUpTo(Number.MAX_SAFE_INTEGER),
  sha256: text,
})
const embedderRow: Check<Header['embedder']> = (value, path) =>
  value === null
    ? null
    : objectOf<NonNullable<Header['embedder']>>({ fingerprint: text, dimensions: uint32 })(value, path)
const headerRow = objectOf<Header>({
  format: oneOf(FORMAT),
  version: uint32,
  created: text,
  scope: scopeRow,
  history: boolean,
  vectors: boolean,
  embedder: embedderRow,
  counts: objectOf<Header['counts']>({ messages: uint32, memories: uint32 }),
})

/** An export that was read once and found valid. */
export interface ImportFile {
  header: Header
  contents: Contents
  /** Size in bytes, uncompressed. */
  size: number
  /** Reads the file again: all lines, in order, that no later one overrides, with their line numbers. */
  lines(): AsyncGenerator<[Line, number], void, undefined>
}

/** Whether the file is an export of Locket, by its header. */
export async function isExport(blob: Blob): Promise<boolean> {
  for await (const { text: first } of linesOf(blob))
    return first.startsWith('{') && new RegExp(`"format"\\s*:\\s*"${FORMAT}"`).test(first)
  return false
}

/**
 * Reads and checks the whole file without keeping its rows in memory, so that every fault is found before anything is
 * written.
 * @param onBytes called with the number of uncompressed bytes of each chunk
 * @throws InputError `IMPORT_REFUSED` with the line and the reason
 */
export async function readFile(blob: Blob, onBytes: (bytes: number) => void): Promise<ImportFile> {
  const checksum = new Checksum()
  const contents = new Contents()
  const counts = Object.fromEntries(LINE_KINDS.map((kind) => [kind, 0])) as Record<LineKind, number>
  let header: Header | undefined
  let footer: Footer | undefined
  let size = 0
  let last = 0
  for await (const raw of linesOf(blob, onBytes)) {
    size += raw.bytes.length
    if (footer) throw refuse(raw.number, 'stands behind the end of the file')
    last = raw.number
    if (!header) header = readHeader(raw)
    else if (raw.text.startsWith('{"end":')) {
      footer = readFooter(raw)
      checkFooter(footer, raw.number, counts, checksum.end())
      continue
    } else {
      const line = readLine(raw)
      counts[line.kind]++
      checkScope(line, raw.number, header)
      contents.add(line, raw.number)
    }
    checksum.add(raw.bytes)
  }
  if (!header) throw refuse(1, 'is not the header of an export')
  if (!footer) throw refuse(last, 'is the last one, and no end of an export: the file was cut off')
  const stray = contents.findStray()
  if (stray !== undefined) throw refuse(stray, 'belongs to a message or memory that is not in the file')
  return { header, contents, size, lines: () => effectiveLines(blob, contents) }
}

async function* effectiveLines(blob: Blob, contents: Contents): AsyncGenerator<[Line, number], void, undefined> {
  for await (const raw of linesOf(blob)) {
    if (raw.number === 1 || raw.text.startsWith('{"end":')) continue
    const line = contents.effective(readLine(raw), raw.number)
    if (line) yield [line, raw.number]
  }
}

function readHeader(raw: RawLine): Header {
  const value = parse(raw) as Partial<Header> | null
  if (value?.format !== FORMAT) throw refuse(raw.number, 'is not the header of an export')
  if (typeof value.version === 'number' && value.version > VERSION)
    throw refuse(
      raw.number,
      `says that the file is of version ${value.version}, which is newer than the version that this Locket reads ` +
        `(${VERSION})`,
      { hint: 'Update Locket, then import it again.' },
    )
  return checked(headerRow, value, 'header', raw.number)
}

function readFooter(raw: RawLine): Footer {
  return checked(objectOf<{ end: Footer }>({ end: footerRow }), parse(raw), 'footer', raw.number).end
}

function checkFooter(
  { lines, counts, sha256 }: Footer,
  number: number,
  found: Record<LineKind, number>,
  hex: string,
): void {
  if (lines !== number - 1)
    throw refuse(
      number,
      `says that ${lines} lines come before it, but there are ${number - 1}: lines are missing or were added`,
    )
  for (const kind of LINE_KINDS)
    if (counts[kind] !== found[kind])
      throw refuse(number, `says that the file has ${counts[kind]} ${kind}, but there are ${found[kind]}`)
  if (sha256 !== hex)
    throw refuse(number, 'has another checksum than the lines before it: the file was changed or damaged')
}

function readLine(raw: RawLine): Line {
  const value = parse(raw)
  const [kind, ...others] = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const known = LINE_KINDS.find((one) => one === kind)
  if (known === undefined || others.length > 0) throw refuse(raw.number, 'is no row of a known table')
  return {
    kind: known,
    row: checked(CHECKS[known] as Check<unknown>, (value as Record<string, unknown>)[known], known, raw.number),
  } as Line
}

function checkScope({ kind, row }: Line, number: number, { scope }: Header): void {
  const rows = kind === 'history' ? [row.before, row.after] : 'scope' in row ? [row] : []
  if (!rows.every((one) => !one?.scope || scopeMatches(one.scope, scope)))
    throw refuse(number, 'belongs to another scope than the file')
}

function parse({ text: json, number }: RawLine): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Without the cause: its message quotes the text.
    throw refuse(number, 'is not JSON: it is damaged or cut off')
  }
}

function checked<T>(check: Check<T>, value: unknown, name: string, line: number): T {
  try {
    return check(value, name)
  } catch (cause) {
    if (cause instanceof Malformed) throw refuse(line, `is not valid: ${cause.message}`)
    throw cause
  }
}

function withRevisionLimit<R extends { revision: number }>(check: Check<R>): Check<R> {
  return (value, path) => {
    const row = check(value, path)
    if (row.revision > MAX_REVISION)
      throw new Malformed(`${path}.revision`, `is not a whole number from 0 to ${MAX_REVISION}`)
    return row
  }
}

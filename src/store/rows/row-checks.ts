import type { HistoryRecord, JobRecord, MemoryRecord, MessageRecord, SummaryRecord } from '../records.js'
import { decodeFloats, encodeFloats } from './base64.js'
import {
  categories,
  endTime,
  entities,
  evidence,
  id,
  kind,
  label,
  metadata,
  mode,
  name,
  phrase,
  relations,
  nonBlankText,
  scopeRow,
  slot,
  time,
} from './fields.js'
import type { HistoryRow, JobRow, MemoryRow, MessageRow, RemoveRow, SummaryRow, VectorsRow } from './format.js'
import {
  uint32,
  listOf,
  Malformed,
  oneOf,
  optional,
  objectOf,
  text,
  boolean,
  integerUpTo,
  type Check,
} from './shape.js'

// Checks of whole rows. Those in a file and those in the store are the same but for the derived fields of the latter.

const revision = integerUpTo(Number.MAX_SAFE_INTEGER, 1)
const change = integerUpTo(Number.MAX_SAFE_INTEGER)
const session = integerUpTo(0xffffffff, 0)
const error = objectOf<NonNullable<JobRecord['error']>>({ code: label, message: phrase })

export const messageRow: Check<MessageRow> = objectOf<MessageRow>({
  no: uint32,
  id,
  scope: scopeRow,
  role: name,
  name: optional(name),
  text: nonBlankText,
  trust: optional(oneOf('trusted', 'untrusted')),
  metadata: optional(metadata),
  at: time,
  previousNo: optional(uint32),
  session,
  status: oneOf('active', 'hidden', 'deleted'),
  revision,
  createdAt: time,
  updatedAt: time,
})

export const memoryRow: Check<MemoryRow> = objectOf<MemoryRow>({
  id,
  no: uint32,
  revision,
  kind,
  text: nonBlankText,
  trust: optional(oneOf('untrusted')),
  scope: scopeRow,
  attributedTo: optional(label),
  categories: optional(categories),
  metadata: optional(metadata),
  evidence: listOf(evidence),
  verbatimNo: optional(uint32),
  linkedIds: optional(listOf(id)),
  slot: optional(slot),
  entities: optional(entities),
  relations: optional(relations),
  language: optional(label),
  proposal: optional(objectOf<NonNullable<MemoryRow['proposal']>>({ mode, previous: optional(phrase) })),
  createdAt: time,
  updatedAt: time,
  observedAt: time,
  validFrom: time,
  validTo: optional(endTime),
  expiresAt: optional(endTime),
  status: oneOf('pending', 'active', 'superseded', 'merged', 'deleted'),
  supersedes: optional(id),
  supersededBy: optional(id),
})

const anyHistoryRow = objectOf<Omit<HistoryRow, 'before' | 'after'> & { before?: unknown; after?: unknown }>({
  n: change,
  operationId: id,
  table: oneOf('messages', 'memories'),
  id,
  no: uint32,
  event: oneOf('ADD', 'UPDATE', 'SUPERSEDE', 'MERGE', 'DELETE', 'RESTORE'),
  before: optional((value) => value),
  after: optional((value) => value),
  at: time,
  reason: optional(text),
  imported: optional(id),
  unread: optional(
    objectOf<NonNullable<HistoryRow['unread']>>({
      kind: oneOf('extract', 'digest'),
      review: optional(boolean),
      categories: optional(categories),
      expiresAt: optional(endTime),
    }),
  ),
})

export const historyRow: Check<HistoryRow> = (value, path) => {
  const { before, after, ...row } = anyHistoryRow(value, path)
  const check = row.table === 'messages' ? messageRow : memoryRow
  const state = (given: unknown, where: string): MessageRow | MemoryRow => {
    const checked = check(given, where)
    if (checked.no !== row.no || checked.id !== row.id) throw new Malformed(where, 'is not the row of the event')
    return checked
  }
  return {
    ...row,
    ...(before === undefined ? {} : { before: state(before, `${path}.before`) }),
    ...(after === undefined ? {} : { after: state(after, `${path}.after`) }),
  }
}

export const summaryRow: Check<SummaryRow> = objectOf<SummaryRow>({
  scope: scopeRow,
  text,
  upTo: uint32,
  updatedAt: time,
})

export const jobRow: Check<JobRow> = objectOf<JobRow>({
  id,
  kind: oneOf('extract', 'digest'),
  nos: listOf(uint32),
  scope: optional(scopeRow),
  review: optional(boolean),
  categories: optional(categories),
  expiresAt: optional(endTime),
  state: oneOf('waiting', 'failed'),
  error: optional(error),
})

const packedVectors = objectOf<Omit<VectorsRow, 'rows'> & { rows: string }>({
  fingerprint: id,
  dimensions: uint32,
  nos: listOf(uint32),
  rows: text,
})

export const vectorsRow: Check<VectorsRow> = (value, path) => {
  const { rows: packed, ...row } = packedVectors(value, path)
  const rows = decodeFloats(packed)
  if (rows?.length !== row.nos.length * row.dimensions)
    throw new Malformed(`${path}.rows`, `is not ${row.nos.length} rows of ${row.dimensions} numbers in base64`)
  for (let i = 0; i < row.nos.length; i++)
    if (!hasDirection(rows.subarray(i * row.dimensions, (i + 1) * row.dimensions)))
      throw new Malformed(`${path}.rows`, 'contains a vector that is all zeros or has a value that is not finite')
  return { ...row, rows }
}

/** The same requirement as `embed/check.ts` has for vectors of an embedder. */
function hasDirection(vector: Float32Array): boolean {
  let norm = 0
  for (const value of vector) norm += value * value
  return Number.isFinite(norm) && norm > 0
}

export const packVectors = ({ rows, ...row }: VectorsRow): object => ({ ...row, rows: encodeFloats(rows) })

export const removeRow: Check<RemoveRow> = (value, path) => {
  const { document, vectors } = objectOf<{ document?: number; vectors?: number }>({
    document: optional(uint32),
    vectors: optional(uint32),
  })(value, path)
  if ((document === undefined) === (vectors === undefined))
    throw new Malformed(path, 'names neither a document nor vectors')
  return document === undefined ? { vectors: vectors as number } : { document }
}

// From records of the store to rows of a file. Throw `Malformed` where a record is damaged.

export const fromMessage = ({
  scopeKey: _key,
  textHash: _hash,
  secrets: _secrets,
  ...row
}: MessageRecord): MessageRow => messageRow(row, 'message')

export const fromMemory = ({
  scopeKey: _key,
  textHash: _hash,
  activeKey: _active,
  secrets: _secrets,
  ...row
}: MemoryRecord): MemoryRow => memoryRow(row, 'memory')

export function fromHistory({ before, after, ...row }: HistoryRecord): HistoryRow {
  const from = (record: MessageRecord | MemoryRecord): MessageRow | MemoryRow =>
    row.table === 'messages' ? fromMessage(record as MessageRecord) : fromMemory(record as MemoryRecord)
  return {
    ...anyHistoryRow(row, 'history'),
    ...(before ? { before: from(before) } : {}),
    ...(after ? { after: from(after) } : {}),
  } as HistoryRow
}

export const fromSummary = ({ scopeKey: _key, ...row }: SummaryRecord): SummaryRow => summaryRow(row, 'summary')

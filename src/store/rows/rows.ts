import { LocketError } from '../../values/errors.js'
import { checkMetadata } from '../../values/metadata.js'
import { LONGEST_ID, type Scope } from '../../values/scope.js'
import type {
  EntityType,
  Evidence,
  FactSlot,
  HistoryRecord,
  JobRecord,
  MemoryRecord,
  MessageRecord,
  Metadata,
  NamedEntity,
  Relation,
  SummaryRecord,
} from '../records.js'
import { readFloats, writeFloats } from './base64.js'
import type { HistoryRow, JobRow, MemoryRow, MessageRow, Removal, SummaryRow, VectorsRow } from './format.js'
import { count, filled, listOf, Malformed, number, oneOf, optional, shape, text, truth, type Check } from './shape.js'

// What each row must be, in the file and, less what follows from other fields, in the store.

const id: Check<string> = (value, path) => {
  if (filled(value, path).length > LONGEST_ID) throw new Malformed(path, `is longer than ${LONGEST_ID} characters`)
  return value as string
}

export const scopeRow: Check<Scope> = shape<Scope>({
  userId: optional(id),
  agentId: optional(id),
  appId: optional(id),
  runId: optional(id),
})

const metadata: Check<Metadata> = (value, path) => {
  try {
    const checked = checkMetadata(value, path)
    if (checked !== undefined) return checked
  } catch (cause) {
    if (!(cause instanceof LocketError)) throw cause
    throw new Malformed(path, cause.message.slice(path.length).trim())
  }
  throw new Malformed(path, 'is not an object')
}

const TYPES: readonly EntityType[] = [
  'person',
  'place',
  'organisation',
  'work',
  'product',
  'topic',
  'identifier',
  'quoted',
  'other',
]
export const entityType: Check<EntityType> = oneOf(...TYPES)
const mode = oneOf('assert', 'change', 'retract', 'correct')
const evidence = shape<Evidence>({ messageId: filled, quote: text, runId: optional(filled) })
const slot = shape<FactSlot>({ subject: text, attribute: text, value: text, cardinality: oneOf('one', 'many') })
const error = shape<NonNullable<JobRecord['error']>>({ code: text, message: text })

export const messageRow: Check<MessageRow> = shape<MessageRow>({
  no: count,
  id,
  scope: scopeRow,
  role: text,
  name: optional(text),
  text,
  trust: optional(oneOf('trusted', 'untrusted')),
  metadata: optional(metadata),
  at: number,
  previousNo: optional(count),
  session: count,
  status: oneOf('active', 'hidden', 'deleted'),
  revision: count,
  createdAt: number,
  updatedAt: number,
})

export const memoryRow: Check<MemoryRow> = shape<MemoryRow>({
  id,
  no: count,
  revision: count,
  kind: oneOf('semantic', 'episodic', 'procedural'),
  text,
  trust: optional(oneOf('untrusted')),
  scope: scopeRow,
  attributedTo: optional(text),
  categories: optional(listOf(text)),
  metadata: optional(metadata),
  evidence: listOf(evidence),
  verbatimNo: optional(count),
  linkedIds: optional(listOf(filled)),
  slot: optional(slot),
  entities: optional(listOf(shape<NamedEntity>({ name: text, type: entityType }))),
  relations: optional(listOf(shape<Relation>({ subject: text, predicate: text, object: text }))),
  language: optional(text),
  proposal: optional(shape<NonNullable<MemoryRow['proposal']>>({ mode, previous: optional(text) })),
  createdAt: number,
  updatedAt: number,
  observedAt: number,
  validFrom: number,
  validTo: optional(number),
  expiresAt: optional(number),
  status: oneOf('pending', 'active', 'superseded', 'merged', 'deleted'),
  supersedes: optional(filled),
  supersededBy: optional(filled),
})

const anyHistoryRow = shape<Omit<HistoryRow, 'before' | 'after'> & { before?: unknown; after?: unknown }>({
  n: number,
  operationId: filled,
  table: oneOf('messages', 'memories'),
  id: filled,
  no: count,
  event: oneOf('ADD', 'UPDATE', 'SUPERSEDE', 'MERGE', 'DELETE', 'RESTORE'),
  before: optional((value) => value),
  after: optional((value) => value),
  at: number,
  reason: optional(text),
  imported: optional(filled),
  unread: optional(
    shape<NonNullable<HistoryRow['unread']>>({ kind: oneOf('extract', 'digest'), review: optional(truth) }),
  ),
})

export const historyRow: Check<HistoryRow> = (value, path) => {
  const { before, after, ...row } = anyHistoryRow(value, path)
  const check = row.table === 'messages' ? messageRow : memoryRow
  return {
    ...row,
    ...(before === undefined ? {} : { before: check(before, `${path}.before`) }),
    ...(after === undefined ? {} : { after: check(after, `${path}.after`) }),
  }
}

export const summaryRow: Check<SummaryRow> = shape<SummaryRow>({
  scope: scopeRow,
  text,
  upTo: count,
  updatedAt: number,
})

export const jobRow: Check<JobRow> = shape<JobRow>({
  id: filled,
  kind: oneOf('extract', 'digest'),
  nos: listOf(count),
  scope: optional(scopeRow),
  review: optional(truth),
  state: oneOf('waiting', 'failed'),
  error: optional(error),
})

const packedVectors = shape<Omit<VectorsRow, 'rows'> & { rows: string }>({
  fingerprint: filled,
  dimensions: count,
  nos: listOf(count),
  rows: text,
})

export const vectorsRow: Check<VectorsRow> = (value, path) => {
  const { rows: packed, ...row } = packedVectors(value, path)
  const rows = readFloats(packed)
  if (rows?.length !== row.nos.length * row.dimensions)
    throw new Malformed(`${path}.rows`, `is not ${row.nos.length} rows of ${row.dimensions} numbers in base64`)
  if (!rows.every(Number.isFinite)) throw new Malformed(`${path}.rows`, 'holds what is no number')
  return { ...row, rows }
}

export const packVectors = ({ rows, ...row }: VectorsRow): object => ({ ...row, rows: writeFloats(rows) })

export const removal: Check<Removal> = (value, path) => {
  const { document, vectors } = shape<{ document?: number; vectors?: number }>({
    document: optional(count),
    vectors: optional(count),
  })(value, path)
  if ((document === undefined) === (vectors === undefined))
    throw new Malformed(path, 'names neither a document nor vectors')
  return document === undefined ? { vectors: vectors as number } : { document }
}

// From the store's records: `Malformed` where a record is damaged.

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

import type { Violation } from './actor.js'
import type { Dump, HistoryRow, MemoryRow, MessageRow, Version } from './protocol.js'

/** What holds of a store whatever was done to it, and of its numbers over all its life. */
export class Structure {
  private counters = { document: 0, change: 0, segment: 0, session: 0 }
  /** What each number was given to. */
  private readonly documents = new Map<number, string>()
  private readonly changes = new Map<number, string>()
  private segments = new Set<number>()

  /** Call it with every dump of one life, in order. @param isIdle all work is done */
  check(dump: Dump, isIdle: boolean): Violation[] {
    return [
      ...unique(dump),
      ...chains(dump),
      ...this.numbers(dump),
      ...vectors(dump, isIdle),
      ...(isIdle ? jobs(dump) : []),
    ]
  }

  private numbers({ messages, memories, entities, history, segments, counters, changes }: Dump): Violation[] {
    const violations: Violation[] = []
    const twice = (message: string): void => void violations.push({ kind: 'number', message })
    const given = (
      kind: string,
      seen: Map<number, string>,
      number: number,
      to: string,
      before: number,
      now: number,
    ): void => {
      const earlier = seen.get(number)
      if (earlier === undefined && number <= before)
        twice(`${kind} ${number} went to ${to} when the counter had stood at ${before} already`)
      else if (earlier !== undefined && earlier !== to) twice(`${kind} ${number} was given to ${earlier} and to ${to}`)
      if (number > now) twice(`${kind} ${number} is there and the counter stands at ${now}`)
      seen.set(number, to)
    }
    for (const name of ['document', 'change', 'segment', 'session'] as const)
      if (counters[name] < this.counters[name])
        twice(`the counter of ${name}s went back from ${this.counters[name]} to ${counters[name]}`)
    for (const { no, id, scopeKey } of messages)
      given('document', this.documents, no, `message ${scopeKey} ${id}`, this.counters.document, counters.document)
    for (const { no, id } of memories)
      given('document', this.documents, no, `memory ${id}`, this.counters.document, counters.document)
    for (const { no, scopeKey } of entities)
      given('document', this.documents, no, `entity of ${scopeKey}`, this.counters.document, counters.document)
    for (const { n, operationId, table, no, event } of history)
      given(
        'change',
        this.changes,
        n,
        `${event} of ${table} ${no} by ${operationId}`,
        this.counters.change,
        counters.change,
      )
    for (const id of segments)
      if (!this.segments.has(id) && id <= this.counters.segment)
        twice(`segment ${id} is new when the counter had stood at ${this.counters.segment} already`)
    if (changes.count > 0 && (changes.last !== counters.change || changes.last - changes.first + 1 !== changes.count))
      violations.push({
        kind: 'half-written',
        message: `${changes.count} change rows from ${changes.first} to ${changes.last}, and the counter stands at ${counters.change}`,
      })
    this.counters = counters
    this.segments = new Set(segments)
    return violations
  }
}

function unique({ messages, memories, entities }: Dump): Violation[] {
  const violations: Violation[] = []
  const distinct = (what: string, keys: string[]): void => {
    const seen = new Set<string>()
    for (const key of keys) {
      if (seen.has(key)) violations.push({ kind: 'duplicate', message: `${what} twice: ${key}` })
      seen.add(key)
    }
  }
  distinct(
    'a document number',
    [...messages, ...memories, ...entities].map(({ no }) => String(no)),
  )
  distinct(
    'a message',
    messages.map(({ scopeKey, id }) => `${scopeKey} ${id}`),
  )
  distinct(
    'a memory',
    memories.map(({ id }) => id),
  )
  distinct(
    'a fact',
    memories.filter(({ status }) => status === 'active').map(({ scopeKey, text }) => `${scopeKey} ${text}`),
  )
  distinct(
    'a name',
    entities.map(({ scopeKey, key }) => `${scopeKey} ${key}`),
  )
  for (const { id, status, activeKey } of memories)
    if ((status === 'active') !== (activeKey !== undefined))
      violations.push({
        kind: 'half-written',
        message: `memory ${id} is ${status} and its unique key ${activeKey === undefined ? 'is missing' : 'there'}`,
      })
  return violations
}

/** A row is what its history ends with, and its history is unbroken: rows and history are written as one. */
function chains({ messages, memories, history }: Dump): Violation[] {
  const violations: Violation[] = []
  const events = new Map<number, HistoryRow[]>()
  for (const event of history) events.set(event.no, [...(events.get(event.no) ?? []), event])
  const half = (row: MessageRow | MemoryRow, message: string): void =>
    void violations.push({ kind: 'half-written', message: `${row.id} "${row.text}" of ${row.scopeKey}: ${message}` })
  for (const row of [...messages, ...memories]) {
    const own = events.get(row.no) ?? []
    events.delete(row.no)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) half(row, 'it has no history')
    else if (first.before) half(row, `its history begins with ${first.event}`)
    else if (!isVersion(last.after, row))
      half(
        row,
        `it is not what its history ends with: ${JSON.stringify(last.after)}, where it has revision ${row.revision} and is ${row.status}`,
      )
    own.forEach(({ before }, i) => {
      if (i > 0 && before?.revision !== own[i - 1]?.after?.revision)
        half(row, `its history is broken between revisions ${own[i - 1]?.after?.revision} and ${before?.revision}`)
    })
  }
  for (const [no, own] of events)
    violations.push({
      kind: 'half-written',
      message: `history of document ${no}, which is not there: ${own.map(({ event, operationId }) => `${event} by ${operationId}`).join(', ')}`,
    })
  return violations
}

const isVersion = (version: Version | undefined, { revision, text, status, ...row }: MessageRow | MemoryRow): boolean =>
  version?.revision === revision &&
  version.text === text &&
  version.status === status &&
  version.value === ('value' in row ? row.value : undefined)

function vectors({ messages, memories, vectors: rows, jobs: left }: Dump, isIdle: boolean): Violation[] {
  const violations: Violation[] = []
  const texts = new Map([
    ...messages.map((row) => [row.no, row.status] as const),
    ...memories.filter(({ verbatimNo }) => verbatimNo === undefined).map((row) => [row.no, row.status] as const),
  ])
  for (const [no, count] of rows) {
    if (count > 1) violations.push({ kind: 'job', message: `document ${no} was embedded ${count} times` })
    if (!texts.has(no))
      violations.push({
        kind: 'index',
        message: `there are vectors of document ${no}, which is not there or has none of its own`,
      })
  }
  const has = new Set(rows.map(([no]) => no))
  const planned = new Set(left.filter(({ kind }) => kind === 'embed').flatMap(({ nos }) => nos))
  for (const [no, status] of texts)
    if (status === 'active' && !has.has(no) && (isIdle || !planned.has(no)))
      violations.push({
        kind: isIdle ? 'job' : 'half-written',
        message: `document ${no} has no vector${isIdle ? '' : ', and no job to make one'}`,
      })
  return violations
}

const jobs = ({ jobs: left }: Dump): Violation[] =>
  left.map(({ id, kind, state, nos, error }) => ({
    kind: 'job',
    message: `job ${id} (${kind}) is not done: ${state}, ${nos.length} left${error ? `, ${error}` : ''}`,
  }))

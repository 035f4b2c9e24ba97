import { scopeMatches, type Scope } from '../values/scope.js'
import { maskedText } from '../secrets/span.js'
import { evidenceKey, isEvidenceFrom, citingScopes, sourceKey } from '../store/evidence.js'
import type { HistoryRecord, MemoryRecord, MessageRecord } from '../store/records.js'
import { purgeRows } from '../store/segment-merge.js'
import { removeMentions } from '../store/remove-mentions.js'
import type { Operation } from '../store/operation.js'
import type { Found } from './rows.js'

// For the callers of `purgeOne`.
export { find, notFound, requireMemory, requireMessage } from './rows.js'

/** Erases one memory or message, and what repeats its text. Returns the number of rows erased. */
export async function purgeOne(operation: Operation, found: Found, withEvidence: boolean): Promise<number> {
  if (found.table === 'messages') return erase(operation, [], [found.row])
  const memory = found.row
  const sources = await Promise.all(
    memory.evidence.map((evidence) =>
      operation.tx.find('messages', 'key', [sourceKey(memory, evidence), evidence.messageId]),
    ),
  )
  // A message that is quoted as a whole holds the text that must be erased.
  const whole = (message: MessageRecord) =>
    memory.verbatimNo === message.no ||
    memory.evidence.some(
      (evidence) => isEvidenceFrom(message, memory, evidence) && evidence.quote === maskedText(message),
    )
  return erase(
    operation,
    [memory],
    sources.filter((message) => message !== undefined).filter((message) => withEvidence || whole(message)),
  )
}

/** Erases every row of the scope, whatever its status. */
export async function purgeScope(operation: Operation, scope: Scope): Promise<number> {
  const [memories, messages] = await Promise.all([
    operation.tx.list('memories', { unreadable: true }),
    operation.tx.list('messages', { unreadable: true }),
  ])
  return erase(
    operation,
    memories.filter((row) => scopeMatches(row.scope, scope)),
    messages.filter((row) => scopeMatches(row.scope, scope)),
  )
}

/** What is known of a message whose row is erased already. */
export type ErasedMessage = Pick<MessageRecord, 'no' | 'id' | 'scope' | 'scopeKey' | 'textHash'>

/** Erases quotes of messages whose rows are erased already, and the memories that have no other evidence. */
export async function eraseQuotes(operation: Operation, gone: readonly ErasedMessage[]): Promise<void> {
  if (gone.length > 0) await erase(operation, [], [], gone)
}

/**
 * Erases the rows, the memories that have no other evidence, and the vectors, history, quotes and jobs of all of them.
 * Writes no history.
 */
async function erase(
  operation: Operation,
  memories: MemoryRecord[],
  messages: MessageRecord[],
  erasedBefore: readonly ErasedMessage[] = [],
): Promise<number> {
  const erasing = new Map(memories.map((memory) => [memory.no, memory]))
  const quoted = await dropQuotes(operation, [...messages, ...erasedBefore], erasing)
  for (const memory of erasing.values()) {
    await operation.tx.delete('memories', memory.no)
    await eraseHistory(operation, memory)
    operation.commit.change('memories', memory.no, 'delete')
  }
  await dropReferences(operation, [...erasing.values()])
  const erased = new Map(messages.map((message) => [message.no, message]))
  for (const message of messages) {
    await relink(operation, message, erased)
    await operation.tx.delete('summaries', message.scopeKey)
    await operation.tx.delete('messages', message.no)
    await eraseHistory(operation, message)
    operation.commit.change('messages', message.no, 'delete')
  }
  const nos = [...erasing.keys(), ...messages.map(({ no }) => no)]
  const { lost } = await purgeRows(operation.commit, nos)
  await removeMentions(operation.commit, nos)
  await dropWork(operation, new Set(nos))
  // The keyword snapshot holds words of the erased texts; it is built again.
  await operation.tx.clear('caches')
  const gone = new Set(nos)
  operation.embedLater([...quoted, ...lost.filter((no) => !gone.has(no))])
  return nos.length
}

/**
 * Removes quotes of the messages from the memories that stay, in their history too; memories left without evidence are
 * added to `erasing`. Returns the numbers of those that need a vector of their own now.
 */
async function dropQuotes(
  operation: Operation,
  messages: readonly ErasedMessage[],
  erasing: Map<number, MemoryRecord>,
): Promise<number[]> {
  const needVector: number[] = []
  const gone = new Set(messages.map(({ scopeKey, id }) => evidenceKey(scopeKey, id)))
  for (const scopeKey of new Set(messages.flatMap(citingScopes))) {
    for (const memory of await operation.tx.list('memories', { index: 'scope', only: [scopeKey] })) {
      if (
        erasing.has(memory.no) ||
        !memory.evidence.some((evidence) => gone.has(evidenceKey(sourceKey(memory, evidence), evidence.messageId)))
      )
        continue
      const remaining = withoutQuotes(memory, gone, messages)
      if (remaining.evidence.length === 0) {
        erasing.set(memory.no, memory)
        continue
      }
      if (memory.verbatimNo !== undefined && remaining.verbatimNo === undefined) needVector.push(memory.no)
      await operation.tx.put('memories', { ...remaining, revision: memory.revision + 1, updatedAt: operation.now })
      operation.commit.change('memories', memory.no)
      for (const change of await historyOf(operation, memory))
        await operation.tx.put('history', scrubbed(change, gone, messages))
    }
  }
  return needVector
}

/** Removes references to erased memories. They are no part of a statement, so revision and history do not change. */
async function dropReferences({ tx, commit }: Operation, erased: readonly MemoryRecord[]): Promise<void> {
  const gone = new Set(erased.map(({ id }) => id))
  const isGone = (id: string | undefined): boolean => id !== undefined && gone.has(id)
  for (const scopeKey of new Set(erased.map((memory) => memory.scopeKey))) {
    for (const memory of await tx.list('memories', { index: 'scope', only: [scopeKey] })) {
      const { supersedes, supersededBy, linkedIds, ...rest } = memory
      if (!isGone(supersedes) && !isGone(supersededBy) && !linkedIds?.some(isGone)) continue
      const left = linkedIds?.filter((id) => !isGone(id))
      await tx.put('memories', {
        ...rest,
        ...(supersedes === undefined || isGone(supersedes) ? {} : { supersedes }),
        ...(supersededBy === undefined || isGone(supersededBy) ? {} : { supersededBy }),
        ...(left?.length ? { linkedIds: left } : {}),
      })
      commit.change('memories', memory.no)
    }
  }
}

function withoutQuotes(
  memory: MemoryRecord,
  gone: ReadonlySet<string>,
  messages: readonly ErasedMessage[],
): MemoryRecord {
  const { verbatimNo, ...rest } = memory
  const evidence = memory.evidence.filter(
    (evidence) => !gone.has(evidenceKey(sourceKey(memory, evidence), evidence.messageId)),
  )
  return verbatimNo === undefined || messages.some(({ no }) => no === verbatimNo)
    ? { ...rest, evidence }
    : { ...rest, verbatimNo, evidence }
}

function scrubbed(change: HistoryRecord, gone: ReadonlySet<string>, messages: readonly ErasedMessage[]): HistoryRecord {
  const scrub = (row: HistoryRecord['before']) => (row && 'evidence' in row ? withoutQuotes(row, gone, messages) : row)
  const [before, after] = [scrub(change.before), scrub(change.after)]
  return { ...change, ...(before ? { before } : {}), ...(after ? { after } : {}) }
}

async function historyOf(operation: Operation, row: MessageRecord | MemoryRecord): Promise<HistoryRecord[]> {
  const changes = await operation.tx.list('history', { index: 'row', only: [row.id] })
  return changes.filter(({ no }) => no === row.no)
}

async function eraseHistory(operation: Operation, row: MessageRecord | MemoryRecord): Promise<void> {
  for (const { n } of await historyOf(operation, row)) await operation.tx.delete('history', n)
}

/** The messages after an erased one follow the last message before it that remains. */
async function relink(
  operation: Operation,
  message: MessageRecord,
  erased: ReadonlyMap<number, MessageRecord>,
): Promise<void> {
  let { previousNo } = message
  while (previousNo !== undefined && erased.has(previousNo)) previousNo = erased.get(previousNo)?.previousNo
  for (const next of await operation.tx.list('messages', { index: 'previous', only: message.no })) {
    if (erased.has(next.no)) continue
    const { previousNo: _, ...rest } = next
    await operation.tx.put('messages', previousNo === undefined ? rest : { ...rest, previousNo })
    operation.commit.change('messages', next.no)
  }
}

async function dropWork(operation: Operation, gone: ReadonlySet<number>): Promise<void> {
  for (const job of await operation.tx.list('jobs')) {
    const nos = job.nos.filter((no) => !gone.has(no))
    if (nos.length === job.nos.length) continue
    // The error may quote the erased text.
    const { error: _, ...rest } = job
    if (nos.length === 0) await operation.tx.delete('jobs', job.id)
    else await operation.tx.put('jobs', { ...rest, nos })
  }
}

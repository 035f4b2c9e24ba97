import type { Actor, Outcome, Step, Violation } from './actor.js'
import type { Acknowledged, Dump, ScopeIds, Task } from './protocol.js'
import type { Random } from './random.js'
import { inScope } from './rows.js'

interface Message {
  id: string
  text: string
  status: string
  /** The operation that changed it last; `?`: nobody heard its number. */
  last: string
}

interface Fact {
  /** Of this list alone: an id is known only once it was heard of. */
  key: number
  id: string | undefined
  text: string
  status: string
  value: number | undefined
  messageId: string
  verbatim: boolean
  last: string
}

interface State {
  messages: Message[]
  facts: Fact[]
}

/** What one operation changed, to be undone. */
interface Undoable {
  operationId: string
  before: State
  keys: number[]
  messageIds: string[]
}

interface Pending {
  task: Task
  after: State
}

const LIKES = ['ferret', 'garden', 'piano', 'ladder', 'teapot', 'lantern', 'canoe', 'quilt']
const PEOPLE = ['Marta Novak', 'Tom Becker', 'Lin Wei', 'Ada Okafor']
const PLACES = ['Lisbon', 'Turin', 'Osaka', 'Quito']

/**
 * A scope that one tab alone writes to, one thing after another: what must be there is known exactly, but for the last thing
 * when the browser was killed under it, which is there as a whole or not at all.
 */
export class OwnScope implements Actor {
  private state: State = { messages: [], facts: [] }
  private pending: Pending | undefined
  private readonly undoable: Undoable[] = []
  private readonly batches: { id: string; content: string }[][] = []
  private made = 0
  private keys = 0

  constructor(
    private readonly scope: ScopeIds,
    private readonly prefix: string,
    /** Gives the number of the operation that last changed a row. */
    private readonly lastOperation: (id: string) => Promise<string | undefined>,
  ) {}

  next(random: Random): Step | undefined {
    const { facts, messages } = this.state
    const active = facts.filter(({ status, id }) => status === 'active' && id !== undefined)
    const known = facts.filter(({ id }) => id !== undefined)
    const spoken = messages.filter(({ status }) => status === 'active')
    const undoable = this.undoable.filter((one) => this.isLast(one))
    const resendable = this.batches.filter((batch) =>
      batch.every(({ id }) => messages.some((message) => message.id === id)),
    )
    const can = {
      add: 30,
      say: 8,
      resend: resendable.length > 0 ? 6 : 0,
      update: active.length > 0 ? 18 : 0,
      delete: active.length > 0 ? 10 : 0,
      deleteMessage: spoken.length > 0 ? 5 : 0,
      undo: undoable.length > 0 ? 12 : 0,
      // The more there is, the more goes, so that a long life stays a small one.
      purge: known.length > 0 ? 4 + known.length / 10 : 0,
      purgeMessage: messages.length > 0 ? 2 + messages.length / 20 : 0,
      deleteAll: 1 + messages.length / 60,
    }
    switch (random.weighted(can)) {
      case 'add':
        return this.add(random.chance(0.4) ? random.whole(4, 24) : 1, random, true)
      case 'say':
        return this.add(random.whole(1, 6), random, false)
      case 'resend':
        return this.resend(random.pick(resendable) as { id: string; content: string }[])
      case 'update':
        return this.update(random.pick(active) as Fact, random)
      case 'delete':
        return this.delete(random.pick(active) as Fact, random.chance(0.5))
      case 'deleteMessage':
        return this.deleteMessage(random.pick(spoken) as Message)
      case 'undo':
        return this.undo(random.pick(undoable) as Undoable)
      case 'purge':
        return this.purge(random.pick(known) as Fact)
      case 'purgeMessage':
        return this.purgeMessage(random.pick(messages) as Message)
      case 'deleteAll':
        return this.step({ do: 'deleteAll', scope: this.scope }, () => ({ messages: [], facts: [] }))
    }
  }

  private sentence(random: Random): string {
    return `${random.pick(PEOPLE)} keeps a ${random.pick(LIKES)} in ${random.pick(PLACES)}, number ${this.prefix}${++this.made}`
  }

  private add(n: number, random: Random, asFacts: boolean): Step {
    const batch = Array.from({ length: n }, () => ({
      content: this.sentence(random),
      id: `${this.prefix}m${this.made}`,
    }))
    if (asFacts) this.batches.push(batch)
    if (this.batches.length > 20) this.batches.shift()
    return this.step(
      // Nothing that anybody draws facts from.
      { do: 'add', scope: this.scope, messages: batch, infer: !asFacts },
      (state) => {
        for (const { id, content } of batch) {
          state.messages.push({ id, text: content, status: 'active', last: '?' })
          if (asFacts)
            state.facts.push({
              key: ++this.keys,
              id: undefined,
              text: content,
              status: 'active',
              value: undefined,
              messageId: id,
              verbatim: true,
              last: '?',
            })
        }
      },
      ({ memories = [], messages = [] }) => {
        const wrong =
          messages.some((status) => status !== 'added') ||
          (asFacts && memories.some(({ event }) => event !== 'ADD')) ||
          memories.length !== (asFacts ? n : 0)
        if (wrong)
          return `a new batch was answered with ${messages.join()} and ${memories.map(({ event }) => event).join()}`
        for (const fact of this.state.facts) fact.id ??= memories.find(({ memory }) => memory === fact.text)?.id
        return undefined
      },
    )
  }

  private resend(batch: { id: string; content: string }[]): Step {
    return this.step(
      { do: 'add', scope: this.scope, messages: batch, infer: false },
      () => {},
      ({ memories = [], messages = [] }) =>
        messages.some((status) => status !== 'known') || memories.some(({ event }) => event !== 'NONE')
          ? `what was sent again was answered with ${messages.join()} and ${memories.map(({ event }) => event).join()}`
          : undefined,
    )
  }

  private update({ key, id }: Fact, random: Random): Step {
    const text = random.chance(0.5) ? this.sentence(random) : undefined
    const value = text === undefined ? ++this.made : undefined
    return this.step(
      { do: 'update', id: id as string, ...(text === undefined ? { value: value as number } : { text }) },
      (state) => {
        const fact = state.facts.find((one) => one.key === key) as Fact
        if (text !== undefined) Object.assign(fact, { text, verbatim: false })
        else fact.value = value
        fact.last = '?'
      },
    )
  }

  private delete({ key, id, messageId }: Fact, withEvidence: boolean): Step {
    return this.step({ do: 'delete', id: id as string, withEvidence }, (state) => {
      Object.assign(state.facts.find((one) => one.key === key) as Fact, { status: 'deleted', last: '?' })
      const message = state.messages.find((one) => one.id === messageId)
      if (withEvidence && message?.status === 'active') Object.assign(message, { status: 'hidden', last: '?' })
    })
  }

  private deleteMessage({ id }: Message): Step {
    return this.step({ do: 'deleteMessage', id, scope: this.scope, purge: false }, (state) => {
      Object.assign(state.messages.find((one) => one.id === id) as Message, { status: 'deleted', last: '?' })
      for (const fact of state.facts)
        if (fact.messageId === id && fact.status !== 'deleted') Object.assign(fact, { status: 'deleted', last: '?' })
    })
  }

  private undo({ operationId, before, keys, messageIds }: Undoable): Step {
    return this.step({ do: 'undo', operationId }, (state) => {
      for (const fact of state.facts) {
        if (!keys.includes(fact.key)) continue
        const earlier = before.facts.find(({ key }) => key === fact.key)
        if (earlier) Object.assign(fact, earlier, { id: fact.id, last: '?' })
        else if (fact.status !== 'deleted') Object.assign(fact, { status: 'deleted', last: '?' })
      }
      for (const message of state.messages) {
        if (!messageIds.includes(message.id)) continue
        const earlier = before.messages.find(({ id }) => id === message.id)
        if (earlier) Object.assign(message, earlier, { last: '?' })
        else if (message.status !== 'deleted') Object.assign(message, { status: 'deleted', last: '?' })
      }
    })
  }

  /** A memory goes with the message that it was made of. */
  private purge({ key, id, messageId }: Fact): Step {
    return this.step({ do: 'purge', id: id as string, withEvidence: false }, (state) => {
      state.facts = state.facts.filter((one) => one.key !== key)
      state.messages = state.messages.filter((one) => one.id !== messageId)
    })
  }

  /** And a message with the memories that rest on it alone. */
  private purgeMessage({ id }: Message): Step {
    return this.step({ do: 'deleteMessage', id, scope: this.scope, purge: true }, (state) => {
      state.facts = state.facts.filter(({ messageId }) => messageId !== id)
      state.messages = state.messages.filter((one) => one.id !== id)
    })
  }

  /** @param learn takes in what the acknowledgement says, or says what is wrong with it */
  private step(
    task: Task,
    change: (state: State) => State | void,
    learn?: (value: Acknowledged) => string | undefined,
  ): Step {
    const draft = structuredClone(this.state)
    const after = change(draft) ?? draft
    this.pending = { task, after }
    const settle = async (outcome: Outcome): Promise<void> => {
      if (outcome.state === 'unknown') return
      this.pending = undefined
      if (outcome.state === 'refused')
        throw new Error(`${task.do} in a scope of its own was refused: ${outcome.code}: ${outcome.message}`)
      const before = this.state
      this.state = after
      const wrong = learn?.(outcome.value)
      if (wrong !== undefined) throw new Error(wrong)
      await this.remember(before, task, outcome.value.operationId)
    }
    return { task, settle }
  }

  /** Notes under whose number rows were changed, so that it can be undone. */
  private async remember(before: State, task: Task, told: string | undefined): Promise<void> {
    const changedFacts = this.state.facts.filter((fact) => !before.facts.some((one) => isSame(one, fact)))
    const changedMessages = this.state.messages.filter(
      (message) => !before.messages.some((one) => isSame(one, message)),
    )
    const operationId = told ?? (task.do === 'update' ? await this.lastOperation(task.id) : undefined)
    if (operationId === undefined || changedFacts.length + changedMessages.length === 0) return
    for (const row of [...changedFacts, ...changedMessages]) row.last = operationId
    this.undoable.push({
      operationId,
      before,
      keys: changedFacts.map(({ key }) => key),
      messageIds: changedMessages.map(({ id }) => id),
    })
    if (this.undoable.length > 12) this.undoable.shift()
  }

  /** Whether nobody changed since what the operation changed. */
  private isLast({ operationId, keys, messageIds }: Undoable): boolean {
    const { facts, messages } = this.state
    return (
      keys.every((key) => facts.some((fact) => fact.key === key && fact.last === operationId)) &&
      messageIds.every((id) => messages.some((message) => message.id === id && message.last === operationId))
    )
  }

  check(dump: Dump): Violation[] {
    const there = stored(dump, this.scope)
    const where = JSON.stringify(this.scope)
    const { pending } = this
    const found = linesOf(there)
    const chosen = pending && isEqual(linesOf(pending.after), found) ? pending.after : this.state
    const violations: Violation[] = []
    if (!isEqual(linesOf(chosen), found)) {
      const [missing, more] = differences(linesOf(this.state), found)
      const under = pending
        ? `; under way was ${pending.task.do}, which would have ${differences(
            linesOf(this.state),
            linesOf(pending.after),
          )
            .map((lines) => lines.join(', '))
            .join(' become ')}`
        : ''
      violations.push({
        kind: pending ? 'half-written' : 'loss',
        message: `${where}: missing [${missing.join('; ')}], unexpected [${more.join('; ')}]${under}`,
      })
    }
    for (const { id, text } of chosen.facts)
      if (id !== undefined && !there.facts.some((one) => one.id === id && one.text === text))
        violations.push({ kind: 'loss', message: `${where}: memory ${id} does not say "${text}"` })
    // From here on what is there counts.
    this.pending = undefined
    this.state = chosen
    for (const fact of chosen.facts)
      fact.id ??= there.facts.find(({ text, messageId }) => text === fact.text && messageId === fact.messageId)?.id
    return violations
  }
}

function stored(dump: Dump, scope: ScopeIds): State {
  const messages = dump.messages
    .filter(inScope(scope))
    .map(({ id, text, status }): Message => ({ id, text, status, last: '?' }))
  const facts = dump.memories.filter(inScope(scope)).map(({ id, text, status, value, evidence, verbatimNo }): Fact => ({
    key: 0,
    id,
    text,
    status,
    value,
    messageId: evidence.join(),
    verbatim: verbatimNo !== undefined,
    last: '?',
  }))
  return { messages, facts }
}

const linesOf = ({ messages, facts }: State): string[] =>
  [
    ...messages.map(({ id, text, status }) => `message ${id} ${status} "${text}"`),
    ...facts.map(
      ({ text, status, value, messageId, verbatim }) =>
        `memory of ${messageId} ${status} "${text}" ${value ?? ''}${verbatim ? ' verbatim' : ''}`,
    ),
  ].sort()

const isSame = (a: object, b: object): boolean => JSON.stringify({ ...a, id: 0 }) === JSON.stringify({ ...b, id: 0 })
const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, i) => line === b[i])

/** What only one of both has, at most ten of each. */
function differences(a: readonly string[], b: readonly string[]): [string[], string[]] {
  const only = (one: readonly string[], other: readonly string[]): string[] => {
    const rest = new Set(other)
    return one.filter((line) => !rest.has(line)).slice(0, 10)
  }
  return [only(a, b), only(b, a)]
}

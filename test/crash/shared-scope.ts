import type { Actor, Outcome, Step, Violation } from './actor.js'
import type { Dump, HistoryRow, MemoryRow } from './protocol.js'
import type { Random } from './random.js'
import { inScope } from './rows.js'

const SCOPE = { userId: 'both' }
/** Few enough that both tabs keep saying the same things. */
const POOL = [
  'We meet on Fridays',
  'The piano is out of tune',
  'Marta Novak lends us her ladder',
  'Bread is baked at six',
  'The canoe leaks',
  'Tom Becker waters the garden',
]
const REGISTERS = ['The first register', 'The second register', 'The third register']
const COUNTER = 'The counter'

/** When something began and when it was heard to be done, by one clock for all tabs; `Infinity`: it never was. */
interface Span {
  begun: number
  done: number
}

interface Say extends Span {
  text: string
  messageId: string
  operationId: string | undefined
  isUndone: boolean
}

interface Removal extends Span {
  text: string
  /** It was heard to have removed something. */
  isCertain: boolean
}

interface Write extends Span {
  row: string
  value: number
  revision: number | undefined
}

/** Rows that both tabs change at once. The order in which things were heard bounds what may be there; revisions and history say what must be. */
export class SharedScope implements Actor {
  private clock = 0
  private made = 0
  private readonly ids = new Map<string, string>()
  private writes: Write[] = []
  private says: Say[] = []
  private removals: Removal[] = []
  /** Increments that were heard of, those nobody heard of, and what the counter stood at when all was known last. */
  private counted: number[] = []
  private uncertain = 0
  private base = 0

  /** What must be there before anything else. */
  setUp(): Step[] {
    return [COUNTER, ...REGISTERS].map((text) => ({
      task: { do: 'add', scope: SCOPE, messages: [{ id: `set up ${text}`, content: text }], infer: false },
      settle: (outcome) => {
        if (outcome.state !== 'acknowledged') throw new Error(`setting up was ${outcome.state}`)
        this.ids.set(text, outcome.value.memories?.[0]?.id as string)
      },
    }))
  }

  next(random: Random): Step | undefined {
    const undoable = this.says.filter(({ operationId, isUndone }) => operationId !== undefined && !isUndone)
    switch (random.weighted({ count: 10, write: 10, say: 10, forget: 6, undo: undoable.length > 0 ? 4 : 0 })) {
      case 'count':
        return this.count()
      case 'write':
        return this.write(random.pick(REGISTERS) as string)
      case 'say':
        return this.say(random.pick(POOL) as string)
      case 'forget':
        return this.forget(random.pick(POOL) as string)
      case 'undo':
        return this.undo(random.pick(undoable) as Say)
    }
  }

  private count(): Step {
    this.uncertain++
    return {
      task: { do: 'count', id: this.ids.get(COUNTER) as string },
      settle: (outcome) => {
        if (outcome.state === 'unknown') return
        this.uncertain--
        if (outcome.state === 'acknowledged') this.counted.push(outcome.value.count as number)
        else refusedByOther(outcome)
      },
    }
  }

  private write(row: string): Step {
    const write: Write = { row, value: ++this.made, revision: undefined, ...this.begin() }
    this.writes.push(write)
    return {
      task: { do: 'update', id: this.ids.get(row) as string, value: write.value },
      settle: (outcome) => {
        if (outcome.state === 'refused')
          throw new Error(`writing without a condition was refused: ${outcome.code}: ${outcome.message}`)
        if (outcome.state === 'acknowledged') this.end(write).revision = outcome.value.revision
      },
    }
  }

  private say(text: string): Step {
    const say: Say = {
      text,
      messageId: `said ${++this.made}`,
      operationId: undefined,
      isUndone: false,
      ...this.begin(),
    }
    this.says.push(say)
    return {
      task: { do: 'add', scope: SCOPE, messages: [{ id: say.messageId, content: text }], infer: false },
      settle: (outcome) => {
        if (outcome.state === 'refused') throw new Error(`saying was refused: ${outcome.code}: ${outcome.message}`)
        if (outcome.state === 'acknowledged') this.end(say).operationId = outcome.value.operationId
      },
    }
  }

  private forget(text: string): Step {
    return this.removal(
      text,
      () => ({ do: 'forget', scope: SCOPE, text }),
      (outcome) => outcome.value.memories !== undefined,
    )
  }

  private undo(say: Say): Step {
    say.isUndone = true
    return this.removal(
      say.text,
      () => ({ do: 'undo', operationId: say.operationId as string }),
      () => false,
    )
  }

  private removal(
    text: string,
    task: () => Step['task'],
    isCertain: (outcome: Extract<Outcome, { state: 'acknowledged' }>) => boolean,
  ): Step {
    const removal: Removal = { text, isCertain: false, ...this.begin() }
    this.removals.push(removal)
    return {
      task: task(),
      settle: (outcome) => {
        if (outcome.state === 'unknown') return
        this.end(removal)
        if (outcome.state === 'acknowledged') removal.isCertain = isCertain(outcome)
        else refusedByOther(outcome)
      },
    }
  }

  private begin(): Span {
    return { begun: ++this.clock, done: Infinity }
  }

  private end<T extends Span>(span: T): T {
    span.done = ++this.clock
    return span
  }

  check(dump: Dump): Violation[] {
    const memories = dump.memories.filter(inScope(SCOPE))
    const violations = [
      ...this.checkCounter(memories),
      ...this.checkWrites(memories, dump.history),
      ...this.checkSayings(memories, dump),
    ]
    // From here on what is there counts.
    this.writes = []
    this.says = []
    this.removals = []
    return violations
  }

  private checkCounter(memories: readonly MemoryRow[]): Violation[] {
    const row = memories.find(({ id }) => id === this.ids.get(COUNTER))
    const { base, counted, uncertain } = this
    const value = row?.value ?? 0
    this.base = value
    this.counted = []
    this.uncertain = 0
    if (!row) return [{ kind: 'loss', message: 'the counter is gone' }]
    const violations: Violation[] = []
    if (new Set(counted).size < counted.length)
      violations.push({
        kind: 'loss',
        message: `an increment was lost: both tabs were told to have counted to the same of ${counted.join()}`,
      })
    if (value < base + counted.length)
      violations.push({
        kind: 'loss',
        message: `the counter stands at ${value}; ${counted.length} increments from ${base} on were acknowledged`,
      })
    if (value > base + counted.length + uncertain)
      violations.push({
        kind: 'duplicate',
        message: `the counter stands at ${value}; from ${base} on ${counted.length} increments were acknowledged and ${uncertain} under way`,
      })
    if (row.revision !== value + 1)
      violations.push({ kind: 'half-written', message: `the counter stands at ${value} with revision ${row.revision}` })
    return violations
  }

  private checkWrites(memories: readonly MemoryRow[], history: readonly HistoryRow[]): Violation[] {
    const violations: Violation[] = []
    for (const text of REGISTERS) {
      const row = memories.find(({ id }) => id === this.ids.get(text))
      if (!row) {
        violations.push({ kind: 'loss', message: `"${text}" is gone` })
        continue
      }
      const events = history.filter(({ table, no }) => table === 'memories' && no === row.no)
      for (const { value, revision } of this.writes.filter((write) => write.row === text)) {
        const found = events.filter(({ after }) => after?.value === value)
        if (found.length > 1)
          violations.push({ kind: 'duplicate', message: `"${text}" was set to ${value} ${found.length} times` })
        if (revision !== undefined && !found.some(({ after }) => after?.revision === revision))
          violations.push({
            kind: 'loss',
            message: `"${text}" was never set to ${value}, which was acknowledged as revision ${revision}`,
          })
      }
    }
    return violations
  }

  private checkSayings(memories: readonly MemoryRow[], { messages }: Dump): Violation[] {
    const violations: Violation[] = []
    const rows = new Map(messages.filter(inScope(SCOPE)).map((row) => [row.id, row]))
    for (const { text, messageId, done, isUndone } of this.says) {
      const message = rows.get(messageId)
      const rests = memories.some((memory) => memory.text === text && memory.evidence.includes(messageId))
      if (!message && done < Infinity)
        violations.push({ kind: 'loss', message: `message "${messageId}" was acknowledged and is not there` })
      if (!isUndone && message && !rests)
        violations.push({ kind: 'half-written', message: `message "${messageId}" is there, and no memory rests on it` })
      if (!message && rests)
        violations.push({
          kind: 'half-written',
          message: `a memory rests on message "${messageId}", which is not there`,
        })
    }
    for (const text of POOL) {
      const isActive = memories.some((memory) => memory.text === text && memory.status === 'active')
      const [said, removed] = [
        this.says.filter((say) => say.text === text),
        this.removals.filter((removal) => removal.text === text),
      ]
      const mustBe = said.some(({ begun, done }) => done < Infinity && removed.every((removal) => removal.done < begun))
      const mustNot = removed.some(({ begun, isCertain }) => isCertain && said.every((say) => say.done < begun))
      if (mustBe && !isActive)
        violations.push({
          kind: 'loss',
          message: `"${text}" was said and nobody removed it since, and it is not there`,
        })
      if (mustNot && isActive)
        violations.push({ kind: 'loss', message: `"${text}" was removed and nobody said it since, and it is there` })
    }
    return violations
  }
}

/** Another tab was faster: nothing was changed. */
function refusedByOther({ code, message }: Extract<Outcome, { state: 'refused' }>): void {
  if (code !== 'CONFLICT' && code !== 'NOT_FOUND') throw new Error(`it was refused: ${code}: ${message}`)
}

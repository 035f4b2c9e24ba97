import type { Actor, Outcome, Step, Violation } from './actor.js'
import type { Dump, ScopeIds, Task } from './protocol.js'
import type { Random } from './random.js'
import { inScope } from './rows.js'

interface Said {
  id: string
  content: string
  at: number
  /** What every extractor here draws from it. */
  fact: string
  isHome: boolean
  review: boolean
}

interface Batch {
  messages: Said[]
  isAcknowledged: boolean
}

interface Verdict {
  what: 'approve' | 'reject' | 'forget'
  isAcknowledged: boolean
}

/**
 * A scope whose messages hold one fact each, drawn behind the call by whichever tab has the job, or takes it over. When all work is done
 * each fact is there once, whatever was killed in between.
 */
export class FactsScope implements Actor {
  private batches: Batch[] = []
  private readonly verdicts = new Map<string, Verdict>()
  /** Ids of memories, by the fact that they say. */
  private readonly ids = new Map<string, string>()
  private made = 0

  constructor(
    private readonly scope: ScopeIds,
    private readonly prefix: string,
    /** Whether somebody draws facts now. */
    private readonly isDrawn: () => boolean,
  ) {}

  next(random: Random): Step | undefined {
    const said = this.batches.filter(({ isAcknowledged }) => isAcknowledged).flatMap(({ messages }) => messages)
    const open = said.filter(({ fact, isHome }) => !isHome && this.ids.has(fact) && !this.verdicts.has(fact))
    const [waiting, active] = [open.filter(({ review }) => review), open.filter(({ review }) => !review)]
    switch (
      random.weighted({
        add: this.isDrawn() ? 10 : 0,
        resend: said.length > 0 ? 2 : 0,
        approve: waiting.length > 0 ? 4 : 0,
        reject: waiting.length > 0 ? 2 : 0,
        forget: active.length > 0 ? 3 : 0,
      })
    ) {
      case 'add':
        return this.isDrawn() ? this.add(random) : undefined
      case 'resend':
        return this.resend(random.pick(this.batches.filter(({ isAcknowledged }) => isAcknowledged)) as Batch)
      case 'approve':
        return this.decide('approve', (random.pick(waiting) as Said).fact)
      case 'reject':
        return this.decide('reject', (random.pick(waiting) as Said).fact)
      case 'forget':
        return this.decide('forget', (random.pick(active) as Said).fact)
    }
  }

  private add(random: Random): Step {
    const review = random.chance(0.3)
    const messages = Array.from(
      { length: random.chance(0.2) ? random.whole(17, 24) : random.whole(1, 4) },
      (): Said => {
        const token = `${this.prefix}${String(++this.made).padStart(5, '0')}`
        const isHome = !review && random.chance(0.25)
        return {
          id: `${token}m`,
          content: isHome ? `I live in Town${token}.` : `I love tea${token}.`,
          fact: isHome ? `User lives in Town${token}` : `User loves tea${token}`,
          at: Date.UTC(2026, 0, 1) + this.made * 60_000,
          isHome,
          review,
        }
      },
    )
    const batch: Batch = { messages, isAcknowledged: false }
    this.batches.push(batch)
    return {
      task: this.taskOf(batch, random.chance(0.6)),
      settle: (outcome) => {
        if (outcome.state === 'unknown') return
        accepted(outcome)
        batch.isAcknowledged = true
        const { memories = [], messages: statuses = [] } = outcome.value
        if (statuses.some((status) => status !== 'added'))
          throw new Error(`new messages were answered with ${statuses.join()}`)
        for (const { id, memory } of memories) this.ids.set(memory, id)
      },
    }
  }

  private resend(batch: Batch): Step {
    return {
      task: this.taskOf(batch, false),
      settle: (outcome) => {
        if (outcome.state === 'unknown') return
        accepted(outcome)
        const { messages = [] } = outcome.value
        if (messages.some((status) => status !== 'known'))
          throw new Error(`what was sent again was answered with ${messages.join()}`)
      },
    }
  }

  private taskOf({ messages }: Batch, wait: boolean): Task {
    return {
      do: 'add',
      scope: this.scope,
      messages: messages.map(({ id, content, at }) => ({ id, content, at })),
      infer: true,
      review: messages[0]?.review ?? false,
      wait,
    }
  }

  private decide(what: Verdict['what'], fact: string): Step {
    const verdict: Verdict = { what, isAcknowledged: false }
    this.verdicts.set(fact, verdict)
    const id = this.ids.get(fact) as string
    return {
      task: what === 'forget' ? { do: 'delete', id, withEvidence: false } : { do: what, id },
      settle: (outcome) => {
        if (outcome.state === 'acknowledged') verdict.isAcknowledged = true
        if (outcome.state !== 'refused') return
        this.verdicts.delete(fact)
        // Others wrote all the time while it was reconciled: nothing was changed.
        if (what !== 'approve' || outcome.code !== 'CONFLICT') accepted(outcome)
      },
    }
  }

  check(dump: Dump, when: 'opened' | 'idle'): Violation[] {
    const violations: Violation[] = []
    const where = JSON.stringify(this.scope)
    const rows = new Map(dump.messages.filter(inScope(this.scope)).map((row) => [row.id, row]))
    const memories = dump.memories.filter(inScope(this.scope))
    const said = new Map<string, Said>()
    this.batches = this.batches.filter((batch) => {
      const there = batch.messages.filter(({ id, content }) => rows.get(id)?.text === content)
      for (const message of there) said.set(message.fact, message)
      if (there.length === batch.messages.length) return (batch.isAcknowledged = true)
      if (batch.isAcknowledged)
        violations.push({
          kind: 'loss',
          message: `${where}: of ${batch.messages.length} messages that were acknowledged ${there.length} are there (${batch.messages[0]?.id} …)`,
        })
      else if (there.length > 0)
        violations.push({
          kind: 'half-written',
          message: `${where}: of a batch of ${batch.messages.length} messages ${there.length} are there (${batch.messages[0]?.id} …)`,
        })
      return false
    })
    if (rows.size > said.size)
      violations.push({
        kind: 'duplicate',
        message: `${where}: there are ${rows.size} messages where ${said.size} were said`,
      })

    for (const [fact, id] of this.ids)
      if (!memories.some((memory) => memory.id === id && memory.text === fact))
        violations.push({
          kind: 'loss',
          message: `${where}: memory ${id} does not say "${fact}", which was acknowledged`,
        })
    for (const { id, text, evidence } of memories) {
      const source = said.get(text)
      if (source && evidence.join() === source.id) this.ids.set(text, id)
      else
        violations.push({
          kind: 'half-written',
          message: `${where}: memory ${id} "${text}" rests on ${evidence.join() || 'nothing'}, where it was said by ${source?.id ?? 'nobody'}`,
        })
    }
    const isDone = when === 'idle' && this.isDrawn()
    const newest = [...said.values()].filter(({ isHome }) => isHome).sort((a, b) => b.at - a.at)[0]
    for (const [fact, message] of said) {
      const drawn = memories.filter(({ text }) => text === fact)
      if (drawn.length > 1)
        violations.push({ kind: 'job', message: `${where}: "${fact}" was drawn ${drawn.length} times` })
      if (drawn.length === 0 && isDone)
        violations.push({
          kind: 'job',
          message: `${where}: "${fact}" was never drawn from message ${message.id}, which is there`,
        })
      const wanted = this.statuses(message, newest, isDone)
      for (const { id, status } of drawn)
        if (!wanted.includes(status))
          violations.push({
            kind: 'loss',
            message: `${where}: "${fact}" (${id}) is ${status}, where it should be ${wanted.join(' or ')}`,
          })
      const verdict = this.verdicts.get(fact)
      if (verdict && !verdict.isAcknowledged) {
        // Carried out or not: from here on what is there counts.
        if (drawn[0]?.status === OUTCOMES[verdict.what]) verdict.isAcknowledged = true
        else this.verdicts.delete(fact)
      }
    }
    return violations
  }

  private statuses({ fact, review, isHome, id }: Said, newest: Said | undefined, isDone: boolean): string[] {
    if (isHome) return !isDone ? ['active', 'superseded'] : [id === newest?.id ? 'active' : 'superseded']
    const verdict = this.verdicts.get(fact)
    const before = review ? 'pending' : 'active'
    return verdict ? [OUTCOMES[verdict.what], ...(verdict.isAcknowledged ? [] : [before])] : [before]
  }
}

const OUTCOMES = { approve: 'active', reject: 'deleted', forget: 'deleted' } as const

function accepted(outcome: Outcome): asserts outcome is Extract<Outcome, { state: 'acknowledged' }> {
  if (outcome.state === 'refused') throw new Error(`it was refused: ${outcome.code}: ${outcome.message}`)
}

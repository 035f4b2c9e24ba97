import type { Actor, Step, Violation } from './actor.js'
import type { Dump, ScopeIds } from './protocol.js'
import type { Random } from './random.js'
import { inScope } from './rows.js'

export interface ImportFile {
  name: string
  /** The memories in it. */
  texts: readonly string[]
  /** How many of them come with their message. */
  messages: number
}

/** A scope that a file is imported into, over and over: all of it is there, or nothing. */
export class ImportScope implements Actor {
  private isThere = false
  private isUncertain = false

  constructor(
    private readonly scope: ScopeIds,
    private readonly file: ImportFile,
  ) {}

  next(random: Random): Step {
    const isGoing = this.isThere && random.chance(0.35)
    const mode = random.chance(0.5) ? 'merge' : 'replace'
    this.isUncertain = true
    const wasThere = this.isThere
    return {
      task: isGoing
        ? { do: 'deleteAll', scope: this.scope }
        : { do: 'import', file: this.file.name, scope: this.scope, mode },
      settle: (outcome) => {
        if (outcome.state === 'unknown') return
        if (outcome.state === 'refused') throw new Error(`it was refused: ${outcome.code}: ${outcome.message}`)
        this.isUncertain = false
        this.isThere = !isGoing
        const documents = this.file.texts.length + this.file.messages
        const { added = 0, known = 0 } = outcome.value
        const expected = wasThere && mode === 'merge' ? [0, documents] : [documents, 0]
        if (!isGoing && (added !== expected[0] || known !== expected[1]))
          throw new Error(
            `an import (${mode}) told of ${added} rows added and ${known} known, not ${expected.join(' and ')}`,
          )
      },
    }
  }

  check(dump: Dump): Violation[] {
    const { file, isThere, isUncertain } = this
    const texts = dump.memories
      .filter(inScope(this.scope))
      .filter(({ status }) => status === 'active')
      .map(({ text }) => text)
    const messages = dump.messages.filter(inScope(this.scope)).length
    const where = `${JSON.stringify(this.scope)}, of ${file.name}: ${texts.length} memories of ${file.texts.length} and ${messages} messages of ${file.messages} are there`
    const wanted = new Set(file.texts)
    const isWhole =
      texts.length === file.texts.length &&
      texts.every((text) => wanted.has(text)) &&
      new Set(texts).size === texts.length &&
      messages === file.messages
    const isEmpty = texts.length === 0 && messages === 0
    this.isThere = isWhole
    this.isUncertain = false
    if (!isWhole && !isEmpty)
      return [{ kind: texts.length > file.texts.length ? 'duplicate' : 'half-written', message: where }]
    if (!isUncertain && isThere !== isWhole)
      return [{ kind: 'loss', message: `${where}, where ${isThere ? 'all' : 'none'} should be` }]
    return []
  }
}

import { InputError, textOf } from '../values/errors.js'
import { checkOptions, wholeNumber } from '../values/options.js'
import type { LanguageModel, Probe } from './language-model.js'

/**
 * Makes a model, or imports what makes it: `async () => (await import('locket-memory/web-llm')).webLlm()`. Nothing is
 * loaded by that yet.
 */
export type LanguageModelFactory = () => LanguageModel | Promise<LanguageModel>

export interface AutoLlmOptions {
  /** By a name of your choice, the best first. An undefined one is passed over. */
  candidates: Readonly<Record<string, LanguageModelFactory | undefined>>
  /** The name of the candidate that comes before all others, for example the user's choice. */
  prefer?: string
  /** ms that a candidate may take to say whether it can be used. Default 10,000; 1 to 600,000. */
  timeoutMs?: number
}

export interface ConsideredModel extends Probe {
  /** As in `candidates`. */
  name: string
}

export interface AutoLlm {
  /** Undefined where no candidate can be used: pass it all the same, and the built-in rules read the messages. */
  llm: LanguageModel | undefined
  /** Its name in `candidates`. */
  name: string | undefined
  /** Why this one, or why none, in a sentence for a user. */
  reason: string
  /** All candidates in the order of preference, each with its reason. */
  considered: ConsideredModel[]
}

/**
 * The first candidate that can be used on this device, and why. All are asked at once, and none is loaded: that comes
 * with the first request. A candidate that says nothing about itself (`probe`) is taken to be usable. What is not
 * chosen is disposed of.
 * @throws InputError `INVALID_INPUT` or `UNKNOWN_OPTION` for options that cannot mean anything. A candidate that fails
 *   is one that cannot be used.
 */
export async function autoLlm(options: AutoLlmOptions): Promise<AutoLlm> {
  checkOptions('autoLlm()', options, ['candidates', 'prefer', 'timeoutMs'])
  const timeoutMs = wholeNumber('timeoutMs', options?.timeoutMs, 10_000, 1, 600_000)
  const asked = await Promise.all(
    inOrder(options).map(async ([name, make]) => ({ name, ...(await ask(make, timeoutMs)) })),
  )
  const chosen = asked.find(({ usable }) => usable)
  for (const { model } of asked) if (model && model !== chosen?.model) void model.dispose().catch(reportError)
  const considered = asked.map(({ name, usable, reason }) => ({ name, usable, reason }))
  if (chosen) return { llm: chosen.model, name: chosen.name, reason: `${chosen.name}: ${chosen.reason}.`, considered }
  const why =
    considered.length === 0 ? 'none was offered' : considered.map(({ name, reason }) => `${name}: ${reason}`).join('; ')
  return { llm: undefined, name: undefined, reason: `No language model can be used here (${why}).`, considered }
}

function inOrder(options: AutoLlmOptions): [string, LanguageModelFactory][] {
  const { candidates, prefer } = options ?? {}
  if (typeof candidates !== 'object' || candidates === null)
    throw new InputError(
      'INVALID_INPUT',
      'autoLlm() needs candidates: an object of functions that make a model each.',
      { value: candidates },
    )
  const entries = Object.entries(candidates).filter(
    (entry): entry is [string, LanguageModelFactory] => entry[1] !== undefined,
  )
  const wrong = entries.find(([, make]) => typeof make !== 'function')
  if (wrong)
    throw new InputError('INVALID_INPUT', `The candidate "${wrong[0]}" must be a function that makes a model.`, {
      value: wrong[1],
    })
  return entries.toSorted(([a], [b]) => Number(b === prefer) - Number(a === prefer))
}

async function ask(make: LanguageModelFactory, timeoutMs: number): Promise<Probe & { model?: LanguageModel }> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silent = new Promise<Probe>((resolve) => {
    timer = setTimeout(
      () => resolve({ usable: false, reason: `it did not say within ${timeoutMs / 1000} s whether it can be used` }),
      timeoutMs,
    )
  })
  try {
    const made = Promise.resolve().then(make)
    const model = await Promise.race([made, silent])
    if (!('complete' in model)) {
      // It comes too late, and is not wanted.
      void made.then((late) => late.dispose()).catch(reportError)
      return model
    }
    const probe = model.probe
      ? await Promise.race([model.probe(), silent])
      : { usable: true, reason: 'nothing is known against it' }
    return { ...probe, model }
  } catch (error) {
    return { usable: false, reason: textOf(error) }
  } finally {
    clearTimeout(timer)
  }
}

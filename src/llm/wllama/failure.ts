import { LanguageModelError, LocketError } from '../../values/errors.js'

const MEMORY =
  /out of memory|could not allocate|cannot allocate|failed to allocate|cannot enlarge|bad_alloc|allocation failed|invalid array (buffer )?length/i
/** llama.cpp: "request (4225 tokens) exceeds the available context size (4096 tokens), try increasing it". */
const TOO_LONG = /\((\d+) tokens\) exceeds the available context size \((\d+) tokens\)/

/** The model's file is the fault, and not the engine, the device or the request. */
export class DamagedModel extends LanguageModelError {}

/** The tokens of a prompt that was refused, and how many there may be. */
export function overflow(error: unknown): { tokens: number; limit: number } | undefined {
  const [, tokens, limit] = TOO_LONG.exec(textOf(error)) ?? []
  return tokens === undefined ? undefined : { tokens: Number(tokens), limit: Number(limit) }
}

/**
 * What llama.cpp failed with, as one of Locket's errors. `doing` completes "The model …"; `log` is what it said last.
 */
export function failureOf(error: unknown, doing: string, log: readonly string[]): LocketError {
  if (error instanceof LocketError) return error
  if (error instanceof Error && error.name === 'AbortError')
    return new LocketError('ABORTED', 'The request was aborted.', { cause: error })
  const over = overflow(error)
  if (over)
    return new LanguageModelError(
      'CONTEXT_EXCEEDED',
      `The prompt has ${over.tokens} tokens; the model takes ${over.limit} with its reply.`,
      {
        value: over.tokens,
        hint: 'Send less, or raise the option "contextTokens".',
      },
    )
  // The first lines tell what was wrong, the rest how far that reached.
  const said = new Set([textOf(error), ...log.map((line) => line.trim())])
  const text = [...said]
    .filter((line) => line !== '' && !line.startsWith('Stack trace'))
    .slice(0, 2)
    .join(' · ')
  if (MEMORY.test(text))
    return new LanguageModelError('MODEL_UNAVAILABLE', `There is not enough memory: the model ${doing} (${text}).`, {
      cause: error,
      hint: 'Close other pages, choose a smaller model, or lower the option "contextTokens".',
    })
  if ((error as { type?: unknown } | null)?.type === 'version_mismatch')
    return new LanguageModelError('MODEL_FAILED', `The served engine is another version's: ${text}.`, {
      cause: error,
      hint: COPY_ENGINE,
    })
  return new LanguageModelError('MODEL_FAILED', `The model ${doing}: ${text || 'unknown reason'}.`, { cause: error })
}

export const COPY_ENGINE =
  'Serve esm/wasm/wllama.wasm and src/wasm/wllama.js of the installed @wllama/wllama side by side; another address is named in the option "wasm".'

function textOf(error: unknown): string {
  if (error instanceof Error) return error.message.trim()
  return typeof error === 'string' ? error.trim() : String(error)
}

import type { LoadProgress } from '../embed/embedder.js'
import { fetchFile, lengthOf } from '../platform/fetch-file.js'
import { LanguageModelError, LocketError } from '../values/errors.js'

export interface DownloadOptions {
  signal: AbortSignal
  onProgress: (progress: LoadProgress) => void
  /** How to get the file there. */
  hint: string
}

/** Asks for a file of a model; anything but the file is an error that names the address. */
export function requestFile(
  url: string,
  { signal, hint, method = 'GET' }: Pick<DownloadOptions, 'signal' | 'hint'> & { method?: 'GET' | 'HEAD' },
): Promise<Response> {
  // A blob's address knows no other method.
  return fetchFile(
    url,
    { method: url.startsWith('blob:') ? 'GET' : method, signal, cache: 'no-cache' },
    (code, message, details) =>
      code === 'ABORTED'
        ? new LocketError(code, message, details)
        : new LanguageModelError(code, message, { ...details, hint }),
  )
}

/** The answer's body, piece by piece; one that breaks off or is shorter than was said is an error. */
export async function* bodyOf(
  response: Response,
  item: string,
  { signal, onProgress, hint }: DownloadOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const total = lengthOf(response)
  let loaded = 0
  const reader = (response.body ?? new Blob([]).stream()).getReader()
  try {
    for (;;) {
      const part = await reader.read()
      if (part.done) break
      loaded += part.value.length
      onProgress({ item, loaded, total })
      yield part.value
    }
    if (total !== undefined && loaded < total) throw new RangeError(`${total} bytes were announced`)
  } catch (cause) {
    if (cause instanceof LocketError) throw cause
    if (signal.aborted) throw new LocketError('ABORTED', 'Loading the model was aborted.', { cause })
    throw new LanguageModelError('MODEL_MISSING', `${response.url} broke off after ${loaded} bytes.`, {
      value: response.url,
      cause,
      hint: `Try again. ${hint}`,
    })
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Why one of these files is not there, for a `Probe`; undefined when all are. Nothing is downloaded. */
export async function missingFile(urls: readonly string[]): Promise<string | undefined> {
  const signal = AbortSignal.timeout(5000)
  try {
    await Promise.all(urls.map((url) => requestFile(url, { signal, hint: '', method: 'HEAD' })))
    return undefined
  } catch (error) {
    if (!(error instanceof LocketError)) throw error
    return error.code === 'ABORTED' ? 'the server of its files does not answer' : error.message
  }
}

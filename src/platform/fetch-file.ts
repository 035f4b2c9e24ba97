import { textOf, type ErrorDetails, type LocketError } from '../values/errors.js'

/** Makes the error of the caller's class. */
export type FileProblem = (code: 'ABORTED' | 'MODEL_MISSING', message: string, details: ErrorDetails) => LocketError

/** Fetches a file of a model. Anything but the file, a web page with status 200 included, is an error that names the address. */
export async function fetchFile(url: string, init: RequestInit, problem: FileProblem): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw problem('ABORTED', 'Loading the model was aborted.', { cause })
    throw problem('MODEL_MISSING', `${url} cannot be reached: ${textOf(cause)}.`, { value: url, cause })
  }
  if (!response.ok)
    throw problem('MODEL_MISSING', `There is no model file at ${url} (status ${response.status}).`, { value: url })
  // A single-page application's server answers every unknown address with its page and status 200.
  if (response.headers.get('content-type')?.startsWith('text/html'))
    throw problem('MODEL_MISSING', `${url} answered with a web page, not a model file.`, { value: url })
  return response
}

/** The length of the body in bytes; undefined if unknown, and for compressed responses, which are shorter than the file. */
export function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get('content-encoding') ? Number.NaN : Number.parseInt(headers.get('content-length') ?? '', 10)
  return Number.isNaN(length) ? undefined : length
}

/** Concatenates the pieces, which have `length` bytes in total. */
export function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

import type { Completion } from '../language-model.js'
import { abortedError } from '../request.js'
import { brokenOff, failureIn, failureOf, silentlyFull, timedOut, unreachable } from './failures.js'
import type { Endpoint, Failure } from './failures.js'
import { readReply } from './reply.js'

export interface Exchange {
  url: URL
  headers: Headers
  body: unknown
  maxTokens: number
  endpoint: Endpoint
  fetch: typeof fetch
  signal: AbortSignal | undefined
  /** Ends what is under way when the model is disposed of; its reason is the error. */
  closing: AbortSignal
  onToken: ((piece: string) => void) | undefined
}

/** Sends one request and reads its reply. Rejects only for the caller's own reasons: aborted, or disposed of. */
export async function exchange(request: Exchange): Promise<Completion | Failure> {
  const { url, headers, endpoint, signal, closing, onToken } = request
  const controller = new AbortController()
  const end = () => controller.abort()
  const patience = new Patience(endpoint.timeoutMs, end)
  signal?.addEventListener('abort', end)
  closing.addEventListener('abort', end)
  let told = false
  try {
    throwIfEnded(signal, closing)
    let response: Response
    try {
      response = await request.fetch(url.href, {
        method: 'POST',
        headers,
        body: JSON.stringify(request.body),
        signal: controller.signal,
      })
    } catch (cause) {
      throwIfEnded(signal, closing)
      return patience.over ? timedOut(endpoint) : unreachable(url, cause)
    }
    patience.renew()
    try {
      if (!response.ok) {
        let body = ''
        for await (const text of pieces(response, patience)) body += text
        return failureOf(response.status, response.headers, body, endpoint)
      }
      const reading = await readReply(pieces(response, patience), request.maxTokens, (piece) => {
        // Pieces that came together: the first may be what made the caller abort.
        if (controller.signal.aborted || !onToken) return
        told = true
        onToken(piece)
      })
      throwIfEnded(signal, closing)
      return 'text' in reading
        ? (silentlyFull(reading, endpoint) ?? reading)
        : failureIn(reading, response.headers, endpoint, told)
    } catch (cause) {
      throwIfEnded(signal, closing)
      return patience.over ? timedOut(endpoint) : brokenOff(told, cause)
    }
  } finally {
    patience.stop()
    signal?.removeEventListener('abort', end)
    closing.removeEventListener('abort', end)
    controller.abort()
  }
}

function throwIfEnded(signal: AbortSignal | undefined, closing: AbortSignal): void {
  if (signal?.aborted) throw abortedError(signal)
  if (closing.aborted) throw closing.reason
}

async function* pieces(response: Response, patience: Patience): AsyncGenerator<string> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    patience.renew()
    yield value
  }
}

/** Calls `onEnd` when nothing came for so long. */
class Patience {
  over = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly ms: number,
    private readonly onEnd: () => void,
  ) {
    this.renew()
  }

  renew(): void {
    this.stop()
    this.timer = setTimeout(() => {
      this.over = true
      this.onEnd()
    }, this.ms)
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}

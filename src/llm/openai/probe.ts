import type { Probe } from '../language-model.js'
import { isObject } from './reply.js'

/**
 * Asks an endpoint for its models. That it answers is enough: lists are incomplete, or in other words than models are
 * asked for by.
 */
export async function probeEndpoint({
  url,
  address,
  model,
  headers,
  fetch,
  timeoutMs,
}: {
  url: URL
  address: string
  model: string
  headers: Headers
  fetch: typeof globalThis.fetch
  timeoutMs: number
}): Promise<Probe> {
  let response: Response
  try {
    response = await fetch(url.href, { headers, signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    return { usable: false, reason: `nothing answers at ${address}` }
  }
  if (response.status === 401 || response.status === 403)
    return { usable: false, reason: `${address} does not accept the key` }
  if (response.status >= 500) return { usable: false, reason: `${address} has a fault (${response.status})` }
  const body: unknown = await response.json().catch(() => undefined)
  const names =
    isObject(body) && Array.isArray(body['data'])
      ? body['data'].flatMap((entry: unknown) =>
          isObject(entry) && typeof entry['id'] === 'string' ? [entry['id']] : [],
        )
      : []
  const listed = names.length === 0 || names.some((name) => name === model || name.startsWith(`${model}:`))
  return {
    usable: true,
    reason: listed ? `${address} answers` : `${address} answers, though it does not list ${model} among its models`,
  }
}

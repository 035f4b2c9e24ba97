import { inject } from 'vitest'
import type { SeenRequest, ServerReply } from './replies.js'
import type { Script } from './reply-server.js'

export interface ScriptedEndpoint {
  /** What an adapter is given. */
  baseUrl: string
  /** The requests so far, in order. */
  seen(): Promise<SeenRequest[]>
  /** From now on it answers so. */
  become(script: Script): Promise<void>
}

/** An endpoint of the scripted server on localhost that answers each request with the next reply; or `counting`, a small model. */
export async function scriptedEndpoint(
  replies: readonly ServerReply[] | Script | 'counting',
  server = inject('replyServer'),
): Promise<ScriptedEndpoint> {
  const response = await fetch(`${server}/scripts`, { method: 'POST', body: JSON.stringify(replies) })
  const { id } = (await response.json()) as { id: number }
  return {
    baseUrl: `${server}/${id}/v1`,
    seen: async () => (await (await fetch(`${server}/scripts/${id}`)).json()) as SeenRequest[],
    become: async (script) =>
      void (await fetch(`${server}/scripts/${id}`, { method: 'POST', body: JSON.stringify(script) })),
  }
}

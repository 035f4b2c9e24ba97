import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { countingModel } from './counting-model.js'
import { knowingModel, type Knowledge } from './knowing-model.js'
import type { SeenRequest, ServerReply } from './replies.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the scripted server, without a slash at its end. */
    replyServer: string
  }
}

/** What an endpoint answers. */
export interface Script {
  replies: readonly ServerReply[]
  /** What it answers from then on: always the same, or what a model that knows these facts would, see knowing-model.ts. */
  rest?: ServerReply | { knows: readonly Knowledge[] }
}

interface Endpoint {
  /** `counting`: a small model instead of a script, see counting-model.ts. */
  script: Script | 'counting'
  /** Requests answered by the script. */
  taken: number
  seen: SeenRequest[]
}

/**
 * Starts the scripted OpenAI-compatible server on localhost, for tests in the browser: they cannot start one themselves. Use it through `endpoint.ts`.
 *
 * `POST /scripts` with a list of replies (or a `Script`, or `"counting"`) answers `{ id }`: under `/<id>/` each request is then given the next of them.
 * `POST /scripts/<id>` replaces the script, `GET /scripts/<id>` answers with the requests so far.
 */
export async function setup(project: TestProject): Promise<void> {
  project.provide('replyServer', await listen())
}

/** For tests outside the browser. Resolves with the server's address, without a slash at its end; ended by `teardown`. */
export async function listen(): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function teardown(): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

const endpoints: Endpoint[] = []
const server = createServer((request, response) => void handle(request, response))

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'OPTIONS') return send(request, response, { status: 204 })
  const body = await bodyOf(request)
  const path = request.url ?? '/'
  if (path === '/scripts') {
    endpoints.push({ script: scriptIn(body), taken: 0, seen: [] })
    return send(request, response, { body: { id: endpoints.length - 1 } })
  }
  const [, listed, id, rest = ''] = /^\/(scripts\/)?(\d+)(\/.*)?$/.exec(path) ?? []
  const endpoint = endpoints[Number(id)]
  if (!endpoint) return send(request, response, { status: 404 })
  if (listed && request.method === 'POST') Object.assign(endpoint, { script: scriptIn(body), taken: 0 })
  if (listed) return send(request, response, { body: endpoint.seen })
  const seen = {
    method: request.method ?? '',
    path: rest,
    headers: request.headers as Record<string, string>,
    body: body as SeenRequest['body'],
  }
  endpoint.seen.push(seen)
  return send(request, response, nextReply(endpoint, seen))
}

const scriptIn = (body: unknown): Script | 'counting' =>
  Array.isArray(body) ? { replies: body as ServerReply[] } : (body as Script | 'counting')

function nextReply(endpoint: Endpoint, seen: SeenRequest): ServerReply {
  const { script } = endpoint
  if (script === 'counting') return countingModel(seen)
  const { rest } = script
  const reply = script.replies[endpoint.taken++]
  if (reply) return reply
  if (!rest) return { status: 418, body: { error: { message: 'The script is at its end.' } } }
  return 'knows' in rest ? knowingModel(rest.knows, seen) : rest
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text === '' ? undefined : JSON.parse(text)
}

async function send(request: IncomingMessage, response: ServerResponse, reply: ServerReply): Promise<void> {
  const {
    status = 200,
    headers = {},
    body,
    pieces = body === undefined ? [] : [typeof body === 'string' ? body : JSON.stringify(body)],
    end = 'close',
    afterMs = 0,
    cors = true,
  } = reply
  if (afterMs > 0) await pause(afterMs)
  if (end === 'close' || pieces.length > 0) {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      // A browser repeats by itself what fails on a connection that was used before.
      Connection: 'close',
      ...(cors
        ? {
            'Access-Control-Allow-Origin': '*',
            'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
            'Access-Control-Expose-Headers': '*',
          }
        : {}),
      ...headers,
    })
    response.flushHeaders()
  }
  for (const piece of pieces) {
    if (response.destroyed) return
    if (typeof piece !== 'string') await pause(piece.afterMs)
    await new Promise<void>((resolve) =>
      response.write(typeof piece === 'string' ? piece : piece.text, () => resolve()),
    )
  }
  if (end === 'close') response.end()
  // What was written reaches the page first.
  if (end === 'reset') setTimeout(() => response.socket?.resetAndDestroy(), pieces.length > 0 ? 20 : 0)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

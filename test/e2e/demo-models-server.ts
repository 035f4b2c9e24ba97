import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { streamReply, type SeenRequest } from '../llm/support/replies.js'

export interface ModelServer {
  /** As a visitor types it. */
  readonly baseUrl: string
  /** The completions asked for so far, in order. */
  readonly seen: SeenRequest[]
  /** While true, every connection is broken off. */
  down: boolean
  /** The next replies, in pieces, to requests without a schema; then "I see." */
  readonly replies: string[][]
  /** The fact that a request with a schema is answered with, where its prompt has the quote. */
  readonly facts: { quote: string; text: string; value: string; attribute: string }[]
  /** Ends a reply that `hang` keeps from ending. */
  hang: boolean
  stop(): Promise<void>
}

/** A scripted OpenAI-compatible server on localhost: it answers what draws facts from `facts`, what replies from `replies`. */
export async function modelServer(): Promise<ModelServer> {
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const script: ModelServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen: [],
    down: false,
    replies: [],
    facts: [],
    hang: false,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (script.down) return void request.socket.destroy()
    const cors = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
      Connection: 'close',
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    if (request.url === '/v1/models')
      return void response
        .writeHead(200, { ...cors, 'Content-Type': 'application/json' })
        .end(JSON.stringify({ data: [{ id: 'scripted' }] }))
    const body = JSON.parse(text) as NonNullable<SeenRequest['body']>
    script.seen.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
    })
    const { pieces = [], headers = {} } = streamReply(
      body['response_format'] ? [JSON.stringify({ facts: factsOf(body) })] : (script.replies.shift() ?? ['I see.']),
    )
    response.writeHead(200, { ...cors, ...headers })
    for (const [i, piece] of pieces.entries()) {
      // The beginning, the first piece, and then nothing more until it is broken off.
      if (script.hang && !body['response_format'] && i === 2)
        return void request.socket.on('close', () => response.end())
      response.write(piece)
    }
    response.end()
  }

  /** Of the new messages, which are numbered: the number before the quote. */
  function factsOf(body: NonNullable<SeenRequest['body']>): object[] {
    const prompt = textOf(body)
    return script.facts.flatMap(({ quote, ...fact }) => {
      const number = [...prompt.matchAll(/\[(\d+)\]([^\n]*)/g)]
        .filter(([, , line = '']) => line.includes(quote))
        .at(-1)?.[1]
      return number === undefined
        ? []
        : [{ from: [Number(number)], quote, by: 'User', about: 'User', when: '', ...fact }]
    })
  }
  return script
}

/** All that a model was told. */
export const textOf = (body: SeenRequest['body']): string =>
  ((body?.['messages'] ?? []) as { content: string }[]).map(({ content }) => content).join('\n')

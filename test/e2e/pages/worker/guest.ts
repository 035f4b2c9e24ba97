import { LocketError } from 'locket-memory'
import { connect } from 'locket-memory/worker'

const { port1, port2 } = new MessageChannel()
parent.postMessage('memory, please', '*', [port2])

async function outcome(): Promise<unknown> {
  const memory = await connect(port1)
  const texts = (await memory.search('bees')).results.map((result) => result.memory)
  const refused = await memory.reset().catch((cause: unknown) => (cause as LocketError).code)
  return { texts, refused }
}

const told = await outcome().catch((cause: unknown) => (cause instanceof LocketError ? cause.code : String(cause)))
parent.postMessage({ outcome: told }, '*')

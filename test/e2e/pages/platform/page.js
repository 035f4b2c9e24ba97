import { transformersEmbedder } from '/locket/transformers.js'
import { tryMemory } from './try.js'

async function frame(address, sandbox) {
  const element = document.createElement('iframe')
  if (sandbox !== undefined) element.setAttribute('sandbox', sandbox)
  element.src = address
  const ready = new Promise((resolve) =>
    addEventListener('message', ({ data }) => data === 'ready' && resolve(), { once: true }),
  )
  document.body.append(element)
  await ready
  return element.contentWindow
}

function answerOf(post, options) {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)))
  post([options], [port2])
  return answer
}

async function inFrame(options, address = 'frame.html', sandbox) {
  const target = await frame(address, sandbox)
  return answerOf((data, ports) => target.postMessage(data, '*', ports), options)
}

function inWorker(options) {
  const worker = new Worker('realm.js', { type: 'module' })
  return answerOf((data, ports) => worker.postMessage(data, ports), options)
}

function inSharedWorker(options) {
  const { port } = new SharedWorker('realm.js', { type: 'module' })
  return answerOf((data, ports) => port.postMessage(data, ports), options)
}

/** The vector of a text, and where the model ran. */
async function embed(text, options) {
  const embedder = transformersEmbedder({ device: 'wasm', ...options })
  const [{ vectors }] = await embedder.embed([text], 'passage')
  const { runtime } = embedder
  await embedder.dispose()
  return { vector: [...vectors[0]], runtime }
}

globalThis.platform = { tryMemory, inFrame, inWorker, inSharedWorker, embed }

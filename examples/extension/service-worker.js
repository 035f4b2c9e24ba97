// Chrome ends this worker when it is idle and starts it again when it is needed: it keeps nothing, and brings others together.
import { connect } from './locket/worker.js'

let creating

/** The document that holds the memory; it is made when there is none. */
async function offscreen() {
  if (!(await chrome.offscreen.hasDocument())) {
    creating ??= chrome.offscreen
      .createDocument({
        url: 'offscreen.html',
        reasons: ['WORKERS'],
        justification: 'The memory runs its model and its indexes in workers.',
      })
      .finally(() => (creating = undefined))
    await creating
  }
  const pages = await clients.matchAll({ includeUncontrolled: true })
  return pages.find(({ url }) => url.endsWith('/offscreen.html'))
}

/** The popup hands in one end of a channel; the other end of it is the memory's from then on. */
addEventListener('message', (event) => {
  const [port] = event.ports
  if (event.data === 'memory') event.waitUntil(offscreen().then((page) => page.postMessage('memory', [port])))
})

async function endpoint() {
  const { port1, port2 } = new MessageChannel()
  const page = await offscreen()
  page.postMessage('memory', [port2])
  return port1
}

let connected

/** The memory, for this worker itself. */
async function memory() {
  connected ??= endpoint().then((port) => connect(port, { reconnect: endpoint }))
  try {
    return await connected
  } catch (cause) {
    connected = undefined
    throw cause
  }
}

/** Content scripts belong to the pages that they are in: they have no part in the extension's storage, and send messages. */
const ANSWERS = {
  remember: async ({ text, url, title }) =>
    (await (await memory()).add(text, { infer: false, metadata: { url, title } })).results.length,
  recall: async ({ query }) =>
    (await (await memory()).search(query, { topK: 3 })).results.map((result) => result.memory),
}

chrome.runtime.onMessage.addListener((message, _sender, answer) => {
  const { [message.type]: wanted } = ANSWERS
  if (!wanted) return false
  wanted(message).then(
    (value) => answer({ value }),
    (error) => answer({ error: error.message }),
  )
  return true
})

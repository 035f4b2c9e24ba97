import { connect } from './locket/worker.js'

/** The service worker passes the port on to the document that holds the memory, with which the popup then speaks directly. */
async function endpoint() {
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  active.postMessage('memory', [port2])
  return port1
}

const [form] = document.forms
const list = document.querySelector('ol')
const status = document.querySelector('[role=status]')
const say = (error) => (status.textContent = error.message)

try {
  const memory = await connect(await endpoint(), {
    reconnect: endpoint,
    onProgress: ({ item, loaded, total }) => (status.textContent = loaded === total ? '' : `Loading ${item} …`),
  })
  const { counts } = await memory.health()
  status.textContent = `${counts.memories} passages remembered`

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      const { results } = await memory.search(form.elements.query.value, { topK: 5 })
      list.replaceChildren(
        ...results.map((result) => Object.assign(document.createElement('li'), { textContent: result.memory })),
      )
    } catch (error) {
      say(error)
    }
  })
} catch (error) {
  say(error)
}

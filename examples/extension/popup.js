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

const opened = endpoint().then((port) =>
  connect(port, {
    reconnect: endpoint,
    onProgress: ({ item, loaded, total }) => (status.textContent = loaded === total ? '' : `Loading ${item} …`),
  }),
)

/** Runs `action` with the memory as soon as it is connected; the reader sees what went wrong. */
async function withMemory(action) {
  try {
    await action(await opened)
  } catch (error) {
    status.textContent = error.message
  }
}

// At once: a question asked while the memory is still connecting waits for it, and the form is never sent to a server.
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const query = form.elements.query.value
  void withMemory(async (memory) => {
    const { results } = await memory.search(query, { topK: 5 })
    list.replaceChildren(
      ...results.map((result) => Object.assign(document.createElement('li'), { textContent: result.memory })),
    )
  })
})

void withMemory(async (memory) => {
  const { counts } = await memory.health()
  status.textContent = `${counts.memories} passages remembered`
})

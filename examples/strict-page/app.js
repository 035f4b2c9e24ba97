import { Memory } from './locket.js'

const status = document.querySelector('[role=status]')
const list = document.querySelector('ol')
const [form] = document.forms

const opened = Memory.open({
  name: 'strict-page',
  scope: { userId: 'me' },
  onProgress: ({ item, loaded, total }) => (status.textContent = loaded === total ? '' : `Loading ${item} …`),
  onWarning: ({ message }) => (status.textContent = message),
})

// At once: what is sent while the memory is still being opened waits for it, and the form is never sent to a server.
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const text = form.elements.text.value
  try {
    const memory = await opened
    if (event.submitter?.name === 'ask') {
      const { results } = await memory.search(text, { topK: 5 })
      list.replaceChildren(
        ...results.map((result) => Object.assign(document.createElement('li'), { textContent: result.memory })),
      )
    } else {
      const { results } = await memory.add(text)
      status.textContent = `Remembered${results.map((result) => `: ${result.memory}`).join('')}`
    }
  } catch (error) {
    status.textContent = error.message
  }
})

// To be tried in the console.
globalThis.memory = await opened

// Server-side rendering: the same module is imported on the server and in the page. The import does nothing; `Memory.open` belongs to the page.
// On a server it says so, unless it is given a store that needs no browser.
import { Memory } from 'locket-memory'
import { inMemoryStore } from 'locket-memory/in-memory'

try {
  await Memory.open({ name: 'server' })
} catch (error) {
  console.log(`${error.code}: ${error.message}`)
}

const memory = await Memory.open({ name: 'server', scope: { userId: 'ana' }, store: inMemoryStore(), embedder: false })
await memory.add('I moved to Lisbon last week.')
const { results } = await memory.search('Lisbon')
console.log(results.map((result) => result.memory).join('\n'))
await memory.close()

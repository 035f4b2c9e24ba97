import { afterEach, expect, it } from 'vitest'
import { Memory, type LocketError } from '../../src/index.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import { transformersEmbedder } from '../../src/embed/transformers.js'

const opened: Memory[] = []
afterEach(() => Promise.all(opened.splice(0).map((memory) => memory.close())))

async function openWith(models: string) {
  const warnings: LocketError[] = []
  const memory = await Memory.open({
    name: 'check',
    scope: { userId: 'ana' },
    store: inMemoryStore(),
    embedder: transformersEmbedder({ models }),
    extractor: false,
    onWarning: (problem) => warnings.push(problem),
  })
  opened.push(memory)
  return { memory, warnings }
}

it('open says at once that the model is missing, and goes on without it', async () => {
  const { memory, warnings } = await openWith('/nowhere/models/')
  await expect.poll(() => warnings.map(({ code }) => code)).toEqual(['MODEL_MISSING'])
  expect(warnings[0]?.message).toContain('/nowhere/models/')
  expect((await memory.health()).embedder).toMatchObject({ problem: { code: 'MODEL_MISSING' } })
  await memory.add('The kettle is in the attic', { wait: false })
  expect((await memory.search('kettle')).results[0]?.memory).toBe('The kettle is in the attic')
})

it('open says nothing when the model is there, and does not load it', async () => {
  const { memory, warnings } = await openWith('/models/')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(warnings).toEqual([])
  expect((await memory.health()).embedder.state).toBe('idle')
})

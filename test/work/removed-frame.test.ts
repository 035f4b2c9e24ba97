import { expect, it } from 'vitest'
import { answerProbes } from '../../src/platform/probe-lock.js'
import { isResponsive } from '../../src/platform/probe.js'

it('a frame that is removed while it answers rings does not keep the page busy', async () => {
  const name = `test-${crypto.randomUUID()}`
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { locks } = (frame.contentWindow as Window).navigator
  answerProbes(locks, name, new AbortController().signal)
  expect(await isResponsive(navigator.locks, name)).toBe(true)
  frame.remove()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await navigator.locks.request(`${name}:bell`, { ifAvailable: true }, (lock) => lock !== null)).toBe(true)
})

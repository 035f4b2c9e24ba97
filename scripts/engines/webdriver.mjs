import { writeFile } from 'node:fs/promises'

/** No end of its own to a load or a call: the test that waits has one. */
export const NONE = { script: 3_600_000, pageLoad: 3_600_000 }

/**
 * The calls of W3C's WebDriver.
 * @param {string} address
 */
export function webDriver(address) {
  return async (method, path, body) => {
    const response = await fetch(address + path, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`)
    return value
  }
}

/**
 * How tabs are opened in a session. A session has one tab in view at a time, so calls take turns.
 * @param {ReturnType<typeof webDriver>} call of the session
 * @returns {() => Promise<import('./index.mjs').EngineTab>}
 */
export function tabsOf(call) {
  let last = Promise.resolve()
  let first = true
  const inTurn = (body) => {
    const result = last.then(body)
    last = result.catch(() => undefined)
    return result
  }

  return () =>
    inTurn(async () => {
      const handle = first ? await call('GET', '/window') : (await call('POST', '/window/new', { type: 'tab' })).handle
      first = false
      const inView = (...command) =>
        inTurn(async () => {
          await call('POST', '/window', { handle })
          return call(...command)
        })
      let evaluations = 0
      return {
        goto: (url) => inView('POST', '/url', { url }),
        async evaluate(body, ...args) {
          // Begun in turn and asked after until it is done: other tabs are at work meanwhile.
          const id = `__evaluation${++evaluations}`
          await inView('POST', '/execute/sync', { script: begin(body), args: [id, args] })
          for (;;) {
            const outcome = await inView('POST', '/execute/sync', { script: TAKE, args: [id] })
            if (outcome?.error !== undefined) throw new Error(outcome.error)
            if (outcome) return outcome.value
            await new Promise((resolve) => setTimeout(resolve, 50))
          }
        },
        screenshot: async (path) => writeFile(path, Buffer.from(await inView('GET', '/screenshot'), 'base64')),
        close: () => inView('DELETE', '/window'),
      }
    })
}

/** The text itself, not its `eval`: pages have a content security policy. */
const begin = (body) => `
  const [id, args] = arguments
  const run = async () => (${body})(...args)
  run().then(
    (value) => { window[id] = { value } },
    (error) => { window[id] = { error: String(error) + '\\n' + (error?.stack ?? '') } },
  )
`
const TAKE = 'const outcome = window[arguments[0]]; delete window[arguments[0]]; return outcome ?? null'

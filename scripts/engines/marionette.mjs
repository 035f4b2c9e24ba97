import { connect } from 'node:net'

/** What the calls of W3C's WebDriver that `tabsOf` makes are called here. */
const COMMANDS = {
  'POST /session': 'WebDriver:NewSession',
  'GET /window': 'WebDriver:GetWindowHandle',
  'POST /window': 'WebDriver:SwitchToWindow',
  'POST /window/new': 'WebDriver:NewWindow',
  'POST /url': 'WebDriver:Navigate',
  'POST /execute/sync': 'WebDriver:ExecuteScript',
  'GET /screenshot': 'WebDriver:TakeScreenshot',
  'DELETE /window': 'WebDriver:CloseWindow',
}

/**
 * Firefox's own protocol beneath WebDriver: JSON with its length before it, in answer to what was asked.
 * @param {number} port
 */
export async function marionette(port) {
  const socket = connect({ port, host: '127.0.0.1' })
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (cause: Error) => void }>} */
  const waiting = new Map()
  let asked = 0
  let received = Buffer.alloc(0)

  const hello = new Promise((resolve, reject) => waiting.set(0, { resolve, reject }))
  const fail = (cause) => {
    for (const { reject } of waiting.values()) reject(cause)
    waiting.clear()
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('Firefox is gone.')))
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, colon))
      if (colon < 0 || received.length < end) return
      const message = JSON.parse(received.subarray(colon + 1, end).toString())
      received = received.subarray(end)
      const [, id, error, result] = Array.isArray(message) ? message : [1, 0, null, message]
      const call = waiting.get(id)
      waiting.delete(id)
      if (error) call?.reject(new Error(`${error.error}: ${error.message}`))
      else call?.resolve(result !== null && 'value' in result ? result.value : result)
    }
  })
  await hello

  return (method, path, body = {}) =>
    new Promise((resolve, reject) => {
      const id = ++asked
      waiting.set(id, { resolve, reject })
      const command = JSON.stringify([0, id, COMMANDS[`${method} ${path}`], body])
      socket.write(`${Buffer.byteLength(command)}:${command}`)
    })
}

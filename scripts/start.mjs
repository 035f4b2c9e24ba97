// npm start: sets up, builds the demo and serves it as it would be deployed, service worker included. `--port N`, `--host [ADDRESS]`.
import { parseArgs } from 'node:util'
import { setUp, stop } from './setup.mjs'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '5173' }, host: { type: 'string', default: 'localhost' } },
})
const port = Number(values.port)
if (!Number.isInteger(port) || port < 0 || port > 65535)
  stop(`--port must be a number from 0 to 65535, not ${values.port}.`)

setUp()
const { build, preview } = await import('vite')
await build({ logLevel: 'warn' })
const server = await preview({ logLevel: 'warn', preview: { port, host: values.host, open: false } })
const { local, network } = server.resolvedUrls
console.log(`Locket's demo: ${[...local, ...network].join('  ')}`)

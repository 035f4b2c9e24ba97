import { tryMemory } from './try.js'

onmessage = async ({ data, ports: [port] }) => Array.isArray(data) && port && port.postMessage(await tryMemory(data[0]))
parent.postMessage('ready', '*')

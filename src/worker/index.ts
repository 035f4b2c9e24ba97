export type { ConnectOptions } from './client.js'
export { connect, type RemoteMemory } from './connect.js'
export { serve, type Served } from './serve.js'
export type { MemoryApi } from './surface.js'

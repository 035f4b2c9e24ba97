export { connect, type ConnectOptions, type RemoteMemory } from './connect.js'
export { serve, type Served } from './serve.js'
export type { MemoryApi } from './surface.js'

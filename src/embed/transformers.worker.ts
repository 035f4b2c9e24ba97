import { expose } from 'comlink'
import { holdLifetimeLock } from '../platform/lifetime-lock.js'
import { trustOwnWorkers } from '../platform/trusted-types.js'
import { createCore, type EmbedderCore } from './transformers-core.js'

/** What `transformers.ts` calls over comlink. */
export type EmbedderRemote = EmbedderCore & { live: typeof holdLifetimeLock }

const remote: EmbedderRemote = { ...createCore(), live: holdLifetimeLock }

// The runtime's threads.
trustOwnWorkers()
expose(remote)

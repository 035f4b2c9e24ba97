import { expose } from 'comlink'
import { holdLifeline } from '../platform/lifetime-lock.js'
import { trustOwnWorkers } from '../platform/trusted-types.js'
import { createCore, type EmbedderCore } from './transformers-core.js'

/** What `transformers.ts` calls over comlink. */
export type EmbedderRemote = EmbedderCore & { live: typeof holdLifeline }

const remote: EmbedderRemote = { ...createCore(), live: holdLifeline }

// The runtime's threads.
trustOwnWorkers()
expose(remote)

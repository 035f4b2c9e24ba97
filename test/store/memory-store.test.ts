import { inMemoryStore } from '../../src/store/memory-store.js'
import { storeConformance } from './conformance.js'

storeConformance('in memory', inMemoryStore)

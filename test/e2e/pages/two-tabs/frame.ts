import { expose, windowEndpoint } from 'comlink'
import { actor } from './actor.js'

expose(actor, windowEndpoint(parent))
parent.postMessage('ready')

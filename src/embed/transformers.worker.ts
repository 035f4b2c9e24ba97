import { expose } from 'comlink'
import { createCore } from './transformers-core.js'

expose(createCore())

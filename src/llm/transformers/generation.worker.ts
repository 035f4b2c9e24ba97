import { expose } from 'comlink'
import { installErrorTransfer } from '../../platform/worker-errors.js'
import { createCore } from './core.js'
import { loadModel } from './load.js'

installErrorTransfer()
expose(createCore(loadModel))

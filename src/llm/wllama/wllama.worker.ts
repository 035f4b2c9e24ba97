import { expose } from 'comlink'
import { installErrorTransfer } from '../../platform/worker-errors.js'
import { createCore } from './core.js'

installErrorTransfer()
expose(createCore())

import { expose } from 'comlink'
import { loadModel } from '../../llm/transformers/load.js'
import { installErrorTransfer } from '../../platform/worker-errors.js'
import { createCore } from './core.js'

installErrorTransfer()
expose(
  createCore((options, signal, onProgress) =>
    loadModel(options, signal, onProgress, 'AutoModelForSequenceClassification'),
  ),
)

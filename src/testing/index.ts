export { hashEmbedder, type HashEmbedderOptions } from './hash-embedder.js'
export { scriptedExtractor, type ScriptedFact } from './scripted-extractor.js'
export { manualClock, sequentialIds } from './deterministic.js'
export { scriptedModel, type ScriptedModel, type ScriptedReply } from './scripted-model.js'

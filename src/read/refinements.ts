// The part of the read path that is loaded with the first search, as one chunk, to keep the core entry small. A service
// worker cannot import at run time, so it searches without these.
export { topCandidates } from './rank/top-candidates.js'
export { contrastAmong } from './lanes/contrast.js'
export { entitiesAmong } from './rank/entities.js'
export { missingTermRarity } from './rank/missing-terms.js'
export { selectAndRerank, arrange } from './arrange/arrange.js'
export { measureNewer } from './rank/newer.js'
export { asksForCurrentState, otherSpeakerTest } from './rank/query-intent.js'
export { mayNameTime } from './lanes/names-time.js'

// What a search loads with its first call, all at once. A service worker cannot load anything: it searches without.
export { bestOf } from './rank/best-of.js'
export { contrastAmong } from './lanes/contrast.js'
export { entitiesAmong } from './rank/entities.js'
export { missingTermRarity } from './rank/missing-terms.js'
export { judge, arrange } from './arrange/arrange.js'
export { measureNewer } from './rank/newer.js'
export { asksForPresent, othersThanWanted } from './rank/wanted.js'
export { mayNameTime } from './lanes/names-time.js'

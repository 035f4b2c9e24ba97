// What a search loads with its first call, all at once. A service worker cannot load anything: it searches without.
export { bestOf } from './best-of.js'
export { contrastAmong } from './contrast.js'
export { entitiesAmong } from './entities.js'
export { lackOf } from './lacking.js'
export { judge, place } from './place.js'
export { speakersNamed } from './speakers.js'
export { mayNameTime } from './names-time.js'

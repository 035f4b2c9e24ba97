export { around, moved, type Span } from './calendar.js'
export { boundIn, type Bound } from './bound.js'
export { dateSpan, spansNamed, type SpansNamed } from './named.js'

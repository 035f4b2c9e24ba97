import { type Block, type Kernel, MAX_LEVELS } from './kernel.js'

/** Below this largest component a row is held as zero, so that scales never become subnormal. */
const TINY = 1e-30

/**
 * Writes `rows[from, from + dimensions)` as row `row` of a block; false when a component is not finite. Padding is left
 * as it is: zero.
 */
export function quantiseRow(
  rows: Float32Array,
  from: number,
  dimensions: number,
  block: Block,
  row: number,
  stride: number,
): boolean {
  const end = from + dimensions
  let max = 0
  for (let i = from; i < end; i++) {
    const size = Math.abs(rows[i] as number)
    if (!(size < Infinity)) return false
    if (size > max) max = size
  }
  const scale = max < TINY ? 0 : Math.fround(max / 127)
  const inverse = scale === 0 ? 0 : 1 / scale
  const { high, low } = block
  let at = row * stride
  let squares = 0
  for (let i = from; i < end; i++, at++) {
    const level = (rows[i] as number) * inverse
    const rounded = Math.round(level)
    const rest = level - rounded
    high[at] = rounded
    low[at] = Math.round(rest * 254)
    squares += rest * rest
  }
  block.scales[row] = scale
  // Rounded up, since it is stored as float32.
  block.errors[row] = scale * Math.sqrt(squares) * (1 + 1e-6)
  return true
}

/** Row `row` of a block, as it was but for rounding. */
export function readRow(dimensions: number, { high, low, scales }: Block, row: number, stride: number): Float32Array {
  const scale = scales[row] as number
  return Float32Array.from(
    { length: dimensions },
    (_, i) => scale * ((high[row * stride + i] as number) + (low[row * stride + i] as number) / 254),
  )
}

/**
 * Writes the direction of `query` to the kernel as two planes of 16-bit levels, and returns its norm; NaN when a
 * component is not finite. The bound behind `slack`: with q = coarse + f, a row r = scale * levels + e and |levels| <=
 * 127 * sqrt(n), r·q - scale * levels·coarse = scale * levels·f + e·q <= scale * 127 * sqrt(n) * |f| + |e|, as |q| = 1.
 */
export function quantiseQuery(query: Float32Array, kernel: Kernel): number {
  const rest = Float64Array.from(query)
  const norm = length(rest)
  if (!(norm < Infinity)) return Number.NaN
  if (norm > 0) for (let i = 0; i < rest.length; i++) rest[i] = (rest[i] as number) / norm
  const coarseStep = split(rest, kernel.coarse)
  const slack = 127 * Math.sqrt(rest.length) * (length(rest) + 1e-6)
  kernel.ask({ coarseStep, fineStep: split(rest, kernel.fine), slack })
  return norm
}

function length(values: Float64Array): number {
  let squares = 0
  for (let i = 0; i < values.length; i++) squares += (values[i] as number) ** 2
  return Math.sqrt(squares)
}

/** Rounds `values` to levels of the step it returns, and leaves what is missing in `values`. */
function split(values: Float64Array, levels: Int16Array): number {
  let max = 0
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i] as number)
    if (size > max) max = size
    sum += size
  }
  // Rounding adds at most half a level per component to the sum of the magnitudes.
  const step = Math.max(max / 32_767, sum / (MAX_LEVELS - values.length / 2))
  const inverse = step === 0 ? 0 : 1 / step
  for (let i = 0; i < values.length; i++) {
    const level = Math.round((values[i] as number) * inverse)
    levels[i] = level
    values[i] = (values[i] as number) - level * step
  }
  return step
}

// @ts-nocheck AssemblyScript, not TypeScript: compiled by scripts/build-kernel.mjs, whose compiler checks it.

// Memory, laid out by `wasm-kernel.ts`: the query's two planes of int16 levels, the lists of slots and scores, then blocks.
// A block holds ROWS rows: a plane of int8 levels, a plane of int8 residual levels, a float32 scale and a float32 error per row.
const ROWS: i32 = 1024

/** Rows fetched ahead. */
const GROUP: i32 = 32

let stride: i32 = 0
let coarse: usize = 0
let fine: usize = 0
let slots: usize = 0
let scores: usize = 0
let blocks: usize = 0

let coarseStep: f64 = 0
let fineStep: f64 = 0
let slack: f32 = 0

export let touched: i32 = 0

export function layout(stride_: i32, coarse_: usize, fine_: usize, slots_: usize, scores_: usize, blocks_: usize): void {
  stride = stride_
  coarse = coarse_
  fine = fine_
  slots = slots_
  scores = scores_
  blocks = blocks_
}

export function ask(coarseStep_: f64, fineStep_: f64, slack_: f64): void {
  coarseStep = coarseStep_
  fineStep = fineStep_
  slack = <f32>slack_
}

@inline
function blockOf(slot: i32): usize {
  return blocks + <usize>(slot / ROWS) * <usize>(ROWS * (2 * stride + 8))
}

@inline
function sums(row: usize, query: usize): v128 {
  let total = i32x4.splat(0)
  for (const end = row + stride; row < end; row += 16, query += 32) {
    const levels = v128.load(row)
    const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(levels), v128.load(query))
    const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(levels), v128.load(query, 16))
    total = i32x4.add(total, i32x4.add(low, high))
  }
  return total
}

function dot(row: usize, query: usize): i32 {
  const lanes = sums(row, query)
  return i32x4.extract_lane(lanes, 0) + i32x4.extract_lane(lanes, 1) + i32x4.extract_lane(lanes, 2) + i32x4.extract_lane(lanes, 3)
}

/** Lists the slots in [from, to) whose score may reach `threshold`; both in one block, `from` a multiple of 4. */
export function scan(from: i32, to: i32, threshold: f32): i32 {
  const block = blockOf(from)
  const scales = block + 2 * <usize>(ROWS * stride)
  const errors = scales + 4 * ROWS
  const base = from & -ROWS
  const end = to - base
  const step = f32x4.splat(<f32>coarseStep)
  const extra = f32x4.splat(slack)
  const least = f32x4.splat(threshold)
  let count = 0
  for (let row = from - base; row < end; row += 4) {
    // One row after the other: reading four at once is as fast in the cache, and less than half as fast from memory.
    const at = block + <usize>(row * stride)
    const a = sums(at, coarse)
    const b = sums(at + stride, coarse)
    const c = sums(at + 2 * stride, coarse)
    const d = sums(at + 3 * stride, coarse)
    // Transpose and add: one lane per row.
    const ab = i32x4.add(i32x4.shuffle(a, b, 0, 4, 1, 5), i32x4.shuffle(a, b, 2, 6, 3, 7))
    const cd = i32x4.add(i32x4.shuffle(c, d, 0, 4, 1, 5), i32x4.shuffle(c, d, 2, 6, 3, 7))
    const dots = i32x4.add(i32x4.shuffle(ab, cd, 0, 1, 4, 5), i32x4.shuffle(ab, cd, 2, 3, 6, 7))
    const upper = f32x4.add(
      f32x4.mul(v128.load(scales + 4 * <usize>row), f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(dots), step), extra)),
      v128.load(errors + 4 * <usize>row),
    )
    // "Not below" rather than "at least": an overflow to NaN must stay a candidate.
    let bits = i32x4.bitmask(v128.not(f32x4.lt(upper, least)))
    while (bits) {
      const slot = row + ctz(bits)
      bits &= bits - 1
      if (slot < end) {
        store<i32>(slots + 4 * <usize>count, base + slot)
        count++
      }
    }
  }
  return count
}

/** Reads a word of every cache line of some listed rows, so that they are fetched from memory side by side, not one after the other. */
function touch(from: i32, to: i32): void {
  const plane = <usize>(ROWS * stride)
  let word = 0
  for (let i = from; i < to; i++) {
    const slot = load<i32>(slots + 4 * <usize>i)
    const block = blockOf(slot)
    const row = <usize>(slot & (ROWS - 1))
    let at = block + row * stride
    for (const end = at + stride; at < end; at += 64) word |= load<i32>(at)
    word |= load<i32>(block + 2 * plane + 4 * row) | load<i32>(block + 2 * plane + 4 * row, 4 * ROWS)
  }
  // Kept, or the compiler would drop the reads.
  touched = word
}

/** Keeps those of the first `count` listed slots whose score may reach `threshold`. */
export function pick(count: i32, threshold: f32): i32 {
  const plane = <usize>(ROWS * stride)
  let kept = 0
  for (let i = 0; i < count; i++) {
    if ((i & (GROUP - 1)) === 0) touch(i, min(i + GROUP, count))
    const slot = load<i32>(slots + 4 * <usize>i)
    const block = blockOf(slot)
    const row = <usize>(slot & (ROWS - 1))
    const scale = block + 2 * plane + 4 * row
    const upper = load<f32>(scale) * (<f32>dot(block + row * stride, coarse) * <f32>coarseStep + slack) + load<f32>(scale, 4 * ROWS)
    if (upper < threshold) continue
    store<i32>(slots + 4 * <usize>kept, slot)
    kept++
  }
  return kept
}

/** Scores the first `count` listed slots from both planes of row and query. */
export function rerank(count: i32): void {
  const plane = <usize>(ROWS * stride)
  for (let i = 0; i < count; i++) {
    const slot = load<i32>(slots + 4 * <usize>i)
    const block = blockOf(slot)
    const row = <usize>(slot & (ROWS - 1))
    const high = block + row * stride
    const low = high + plane
    const scale = <f64>load<f32>(block + 2 * plane + 4 * row)
    const first = <f64>dot(high, coarse) + <f64>dot(low, coarse) / 254.0
    const second = <f64>dot(high, fine) + <f64>dot(low, fine) / 254.0
    store<f64>(scores + 8 * <usize>i, scale * (first * coarseStep + second * fineStep))
  }
}

import type { Bitmask } from '../../../values/bitmask.js'
import { BLOCK_ROWS, type Kernel } from './kernel.js'
import type { Labels } from './labels.js'
import type { TopDocuments } from './top-documents.js'

/**
 * Below this share of the rows, allowed documents are looked up one by one; from here on, going through all rows is
 * faster.
 */
const FEW = 1 / 16

/**
 * Rows of the first step of a search; each further step doubles, up to a block. Small, so that there soon is a
 * threshold.
 */
const FIRST_STEP = 32

/** Offers every row that may be among the best. */
export function scanAll(kernel: Kernel, labels: Labels, top: TopDocuments): void {
  for (let from = 0, step = FIRST_STEP; from < labels.size; from += step) {
    if (from >= 2 * step && step < BLOCK_ROWS) step *= 2
    const count = kernel.scan(from, Math.min(from + step, labels.size), top.threshold)
    offer(kernel, labels, count, top)
  }
}

/** The same among the allowed documents. */
export function scanAllowed(kernel: Kernel, labels: Labels, allowed: Bitmask, top: TopDocuments): void {
  const { slots } = kernel
  let step = FIRST_STEP
  let listed = 0
  const flush = () => {
    offer(kernel, labels, kernel.pick(listed, top.threshold), top)
    listed = 0
    step = Math.min(2 * step, BLOCK_ROWS)
  }
  const list = (slot: number) => {
    slots[listed++] = slot
    if (listed === step) flush()
  }
  if (allowed.count() < labels.size * FEW) labels.within(allowed, list)
  else {
    const { nos, size } = labels
    for (let slot = 0; slot < size; slot++) if (allowed.has(nos[slot] as number)) list(slot)
  }
  flush()
}

function offer(kernel: Kernel, labels: Labels, count: number, top: TopDocuments): void {
  kernel.rerank(count)
  const { slots, scores } = kernel
  const { nos } = labels
  for (let i = 0; i < count; i++) top.offer(nos[slots[i] as number] as number, scores[i] as number)
}

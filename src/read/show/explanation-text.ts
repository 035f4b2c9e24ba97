import type { SearchHit, SignalExplanation } from '../types.js'

/** Shares that are told. */
const TOLD = 3
/** Smaller shares decide nothing. */
const LEAST = 0.05

/** Puts into words what the explanations of a list say: what speaks for each, and what puts it above the next. */
export function summarise(hits: SearchHit[]): void {
  hits.forEach((hit, i) => {
    const next = hits[i + 1]
    if (hit.explanation)
      hit.summary = [
        inWords(hit.explanation),
        ...(next?.explanation ? [ahead(hit.explanation, next.explanation)] : []),
      ].join(' ')
  })
}

/** "Most by best (+6.3), meaning (+5.0); against it: question (−1.0)." */
export function inWords(shares: readonly SignalExplanation[]): string {
  const [pro, contra] = bySign(shares)
  return sentence('Most by', pro, 'against it:', contra, 'Nothing speaks for it.')
}

/** "Above the next by words (+2.1), in spite of context (−0.4)." */
export function ahead(
  these: readonly SignalExplanation[],
  those: readonly SignalExplanation[],
  other = 'the next',
): string {
  const [pro, contra] = bySign(differences(these, those))
  return sentence(
    `Above ${other} by`,
    pro,
    'in spite of',
    contra,
    `Even with ${other}: what was stored first stands first.`,
  )
}

/** What one has more than another, by signal. */
export function differences(
  these: readonly SignalExplanation[],
  those: readonly SignalExplanation[],
): { signal: string; share: number }[] {
  const shareOf = (list: readonly SignalExplanation[], signal: string) =>
    list.find((one) => one.signal === signal)?.share ?? 0
  return [...new Set([...these, ...those].map(({ signal }) => signal))].map((signal) => ({
    signal,
    share: shareOf(these, signal) - shareOf(those, signal),
  }))
}

type Shares = { signal: string; share: number }[]

/** Largest first. */
function bySign(shares: readonly { signal: string; share: number }[]): [pro: Shares, contra: Shares] {
  const large = shares
    .filter(({ share }) => Math.abs(share) >= LEAST)
    .sort((a, b) => Math.abs(b.share) - Math.abs(a.share))
  return [large.filter(({ share }) => share > 0).slice(0, TOLD), large.filter(({ share }) => share < 0).slice(0, TOLD)]
}

function sentence(opening: string, pro: Shares, turn: string, contra: Shares, neither: string): string {
  const list = (shares: Shares) =>
    shares.map(({ signal, share }) => `${signal} (${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(1)})`).join(', ')
  if (pro.length === 0 && contra.length === 0) return neither
  if (pro.length === 0) return `${opening} nothing, ${turn} ${list(contra)}.`
  return `${opening} ${list(pro)}${contra.length > 0 ? `, ${turn} ${list(contra)}` : ''}.`
}

import type { SearchHit, SignalExplanation } from '../types.js'

/** Largest number of signals listed for or against a result. */
const LISTED = 3
/** Signals with smaller shares are not listed. */
const LEAST = 0.05

/** Adds a `summary` to each hit that has an explanation: its strongest signals, and its lead over the next hit. */
export function addSummaries(hits: SearchHit[]): void {
  hits.forEach((hit, i) => {
    const next = hits[i + 1]
    if (hit.explanation)
      hit.summary = [
        describeShares(hit.explanation),
        ...(next?.explanation ? [describeLead(hit.explanation, next.explanation)] : []),
      ].join(' ')
  })
}

/** "Most by best (+6.3), meaning (+5.0); against it: question (−1.0)." */
export function describeShares(shares: readonly SignalExplanation[]): string {
  const [pro, contra] = bySign(shares)
  return sentence('Most by', pro, 'against it:', contra, 'Nothing speaks for it.')
}

/** "Above the next by words (+2.1), in spite of context (−0.4)." */
export function describeLead(
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
    `Tied with ${other}: the one stored first ranks first.`,
  )
}

/** Differences of two explanations, by signal. */
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

/** Positive and negative shares, the largest first. */
function bySign(shares: readonly { signal: string; share: number }[]): [pro: Shares, contra: Shares] {
  const large = shares
    .filter(({ share }) => Math.abs(share) >= LEAST)
    .sort((a, b) => Math.abs(b.share) - Math.abs(a.share))
  return [
    large.filter(({ share }) => share > 0).slice(0, LISTED),
    large.filter(({ share }) => share < 0).slice(0, LISTED),
  ]
}

function sentence(opening: string, pro: Shares, but: string, contra: Shares, neither: string): string {
  const list = (shares: Shares) =>
    shares.map(({ signal, share }) => `${signal} (${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(1)})`).join(', ')
  if (pro.length === 0 && contra.length === 0) return neither
  if (pro.length === 0) return `${opening} nothing, ${but} ${list(contra)}.`
  return `${opening} ${list(pro)}${contra.length > 0 ? `, ${but} ${list(contra)}` : ''}.`
}

import type { NewFact } from '../../reconcile/decision.js'
import type { JobRecord, MemoryRecord, MessageRecord } from '../../store/records.js'
import { MAX_CATEGORIES } from '../../values/limits.js'
import { checkMetadata, type Metadata } from '../../values/metadata.js'

/** What the application attached to a memory: none of it is drawn from the text. */
export type Labels = Pick<MemoryRecord, 'metadata' | 'categories' | 'expiresAt'>

/**
 * Facts with the metadata of the messages that they cite, and with the categories and expiry of the `add` whose job
 * drew them. A fact that cites several messages has the metadata of all; where they differ, the latest message wins.
 */
export function withLabels(
  facts: readonly NewFact[],
  job: Pick<JobRecord, 'categories' | 'expiresAt'>,
  messages: readonly MessageRecord[],
): NewFact[] {
  // An application's own extractor may return more fields than it should.
  return facts.map(({ metadata: _m, categories: _c, expiresAt: _e, ...fact }) => {
    const cited = new Set([fact.messageId, ...(fact.alsoFrom ?? []).map(({ messageId }) => messageId)])
    const metadata = messages
      .filter(({ id }) => cited.has(id))
      .reduce<Metadata | undefined>((merged, message) => mergeMetadata(merged, message.metadata), undefined)
    return {
      ...fact,
      ...(metadata ? { metadata } : {}),
      ...(job.categories ? { categories: job.categories } : {}),
      ...(job.expiresAt === undefined ? {} : { expiresAt: job.expiresAt }),
    }
  })
}

/** The labels of a new memory of the fact. */
export function labelsOf({ metadata, category, categories = [], expiresAt }: NewFact): Labels {
  const all = [...new Set([...categories, ...(category === '' ? [] : [category])])].slice(0, MAX_CATEGORIES)
  return {
    ...(all.length > 0 ? { categories: all } : {}),
    ...(metadata ? { metadata } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  }
}

/**
 * The labels of a memory that the fact repeats or extends: metadata are merged key by key and the fact's value wins;
 * the categories of the call are added; an expiry of the call replaces the memory's. Undefined when nothing changes.
 */
export function mergedLabels(known: MemoryRecord, fact: NewFact): Labels | undefined {
  const { metadata: added, categories = [], expiresAt } = fact
  const own = known.categories ?? []
  const all = [...new Set([...own, ...categories])].slice(0, MAX_CATEGORIES)
  const metadata = added && mergeMetadata(known.metadata, added)
  const changed: Labels = {
    ...(metadata && JSON.stringify(metadata) !== JSON.stringify(known.metadata) ? { metadata } : {}),
    ...(all.length > own.length ? { categories: all } : {}),
    ...(expiresAt === undefined || expiresAt === known.expiresAt ? {} : { expiresAt }),
  }
  return Object.keys(changed).length > 0 ? changed : undefined
}

/** The keys of both; `newer` wins, and stands alone where both together exceed the size that a row may hold. */
function mergeMetadata(older: Metadata | undefined, newer: Metadata | undefined): Metadata | undefined {
  if (!older || !newer) return newer ?? older
  try {
    return checkMetadata({ ...older, ...newer })
  } catch {
    return newer
  }
}

import type { ManagedEmbedder } from '../embed/managed-embedder.js'
import type { Linking } from '../entities/linking.js'
import { Indexes } from '../index/indexes.js'
import { KeywordLane } from '../index/keyword-lane.js'
import { VectorLane } from '../index/vector-lane.js'
import type { StorageWatch } from '../storage/room.js'
import type { LocketError } from '../values/errors.js'
import { Upkeep } from '../work/upkeep.js'
import type { EmbeddingWork } from '../write/embedding.js'
import type { ExtractionWork } from '../write/extract/extraction.js'
import type { ExtractionOutcome } from '../write/extract/outcome.js'
import type { Notices } from './notices.js'
import type { Parts } from './parts.js'
import type { RecentTexts } from './recent-texts.js'

type ExtractionSettings = ConstructorParameters<typeof ExtractionWork>[0]

/** What the parts take from the open memory, and call back. */
export interface Host extends Pick<ExtractionSettings, 'owner' | 'newId' | 'secretFinder' | 'operate'> {
  onOutcome: (outcome: ExtractionOutcome) => void
  name: string
  now: () => number
  embedder: ManagedEmbedder | undefined
  recalled: RecentTexts
  room: StorageWatch
  notices: Notices
  warn: (problem: LocketError) => void
  onCommit: () => Promise<void>
  /** Rows were erased: copies of their texts in memory must go. */
  onErased: () => void
}

export interface Assembled {
  indexes: Indexes
  upkeep: Upkeep
  linking: Linking | undefined
  embedding: EmbeddingWork | undefined
  extraction: ExtractionWork | undefined
}

/** Puts together indexes, upkeep and the workers of the job queue, each only where its parts are there. */
export function assemble(parts: Parts, host: Host): Assembled {
  const { store } = parts
  const { name, embedder, room, notices, owner, now, newId, warn, onCommit } = host
  const onProgress = (pending: number): void => notices.emit({ type: 'work', pending })

  const vectorLane = embedder && parts.vectorIndex && new VectorLane(store, parts.vectorIndex, embedder, warn)
  const keywordLane = parts.keywordIndex && new KeywordLane(store, parts.keywordIndex)
  const entityLane = parts.linking && new parts.linking.EntityLane(store)
  const indexes = new Indexes(store, vectorLane, keywordLane, entityLane, {
    changed: (rows) => notices.emit({ type: 'change', ...rows }),
    erased: host.onErased,
    reset: () => notices.emit({ type: 'reset' }),
    failed: warn,
  })
  const upkeep = new Upkeep({ name, store, keywords: keywordLane, room, retention: parts.retention, now, warn })
  const linking =
    parts.linking &&
    entityLane &&
    new parts.linking.Linking({ name, store, indexes, index: entityLane.index, now, warn, onCommit })
  const embedding =
    embedder &&
    parts.EmbeddingWork &&
    new parts.EmbeddingWork({
      store,
      embedder,
      owner,
      room,
      warn,
      mayHaveRows: (no, change) => !vectorLane || vectorLane.cursor < change || vectorLane.holds(no),
      onCommit,
      onProgress,
    })
  const extraction =
    parts.extraction &&
    new parts.extraction.Work({
      store,
      extractor: parts.extraction.extractor,
      embedder,
      indexes,
      categories: parts.categories,
      owner,
      warn,
      onProgress,
      newId,
      recalled: (no, scope) => host.recalled.before(no, scope),
      secretFinder: host.secretFinder,
      onOutcome: host.onOutcome,
      operate: host.operate,
    })
  return { indexes, upkeep, linking, embedding, extraction }
}

import type { HeadRecord, ScopeKeyRecord } from './records/encryption.js'
import type { EntityRecord, MentionRecord, RelationRecord } from './records/entity.js'
import type { HistoryRecord } from './records/history.js'
import type { JobRecord, SummaryRecord } from './records/job.js'
import type { MemoryRecord } from './records/memory.js'
import type { MessageRecord } from './records/message.js'
import type { CacheRecord, ChangeRecord, MetaRecord } from './records/meta.js'
import type { SegmentRecord, TombstoneRecord, VectorsRecord } from './records/vector.js'

// The rows of each table. They are described in `records/`, by concept.

export type * from './records/encryption.js'
export type * from './records/entity.js'
export type * from './records/history.js'
export type * from './records/job.js'
export type * from './records/memory.js'
export type * from './records/message.js'
export type * from './records/meta.js'
export type * from './records/vector.js'

export interface Tables {
  messages: MessageRecord
  memories: MemoryRecord
  segments: SegmentRecord
  vectors: VectorsRecord
  tombstones: TombstoneRecord
  history: HistoryRecord
  jobs: JobRecord
  entities: EntityRecord
  mentions: MentionRecord
  relations: RelationRecord
  summaries: SummaryRecord
  changes: ChangeRecord
  meta: MetaRecord
  caches: CacheRecord
  /** Empty unless the store is encrypted. */
  keys: HeadRecord | ScopeKeyRecord
}

export type TableName = keyof Tables

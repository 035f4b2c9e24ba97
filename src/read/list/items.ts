import { isoTime } from '../../values/moment.js'
import type { MemoryRecord, MessageRecord } from '../../store/records.js'
import { trustOf } from '../../values/trust.js'
import type { MemoryItem, MessageItem } from '../types.js'

/** Stored records in their public form: ISO dates, no internal numbers. */
export function messageItem(record: MessageRecord): MessageItem {
  return {
    id: record.id,
    ...record.scope,
    role: record.role,
    ...(record.name === undefined ? {} : { name: record.name }),
    content: record.text,
    at: isoTime(record.at),
    trust: trustOf(record),
    ...(record.metadata ? { metadata: record.metadata } : {}),
    revision: record.revision,
    status: record.status,
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
  }
}

export function memoryItem(record: MemoryRecord): MemoryItem {
  return {
    id: record.id,
    ...record.scope,
    memory: record.text,
    kind: record.kind,
    trust: trustOf(record),
    ...(record.categories ? { categories: record.categories } : {}),
    ...(record.metadata ? { metadata: record.metadata } : {}),
    ...(record.attributedTo === undefined ? {} : { attributedTo: record.attributedTo }),
    evidence: record.evidence,
    hash: record.textHash,
    revision: record.revision,
    status: record.status,
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
    observedAt: isoTime(record.observedAt),
    validFrom: isoTime(record.validFrom),
    ...(record.validTo === undefined ? {} : { validTo: isoTime(record.validTo) }),
    ...(record.expiresAt === undefined ? {} : { expiresAt: isoTime(record.expiresAt) }),
    ...(record.supersedes === undefined ? {} : { supersedes: record.supersedes }),
    ...(record.supersededBy === undefined ? {} : { supersededBy: record.supersededBy }),
  }
}

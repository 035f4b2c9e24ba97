import { isoTime } from '../moment.js'
import type { HistoryRecord, MemoryRecord, MessageRecord } from '../store/records.js'
import type { HistoryItem, MemoryItem, MessageItem } from '../types.js'

/** Rows as callers see them: dates as ISO texts, no internal numbers. */
export function messageItem(record: MessageRecord): MessageItem {
  return {
    id: record.id,
    ...record.scope,
    role: record.role,
    ...(record.name === undefined ? {} : { name: record.name }),
    content: record.text,
    at: isoTime(record.at),
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

export function historyItem(record: HistoryRecord): HistoryItem {
  return {
    id: record.id,
    operationId: record.operationId,
    event: record.event,
    ...(record.before ? { before: record.before.text } : {}),
    ...(record.after ? { after: record.after.text } : {}),
    at: isoTime(record.at),
    ...(record.reason === undefined ? {} : { reason: record.reason }),
  }
}

import type { ReadSource } from '../read-source.js'
import { checkOptions, oneOf, wholeNumber } from '../../values/options.js'
import { SCOPE_INPUT_FIELDS } from '../../values/scope.js'
import { InputError } from '../../values/errors.js'
import type { MemoryStatus, Tables } from '../../store/records.js'
import type { GetAllOptions, ListOptions, MemoryItem, MessageItem, Page } from '../types.js'
import { memoryItem, messageItem } from './items.js'
import { inTable, listRows, type PageRequest } from './list.js'
import { readPast, readSelection } from '../request/checks.js'

const LIST_OPTIONS = [...SCOPE_INPUT_FIELDS, 'filters', 'limit', 'cursor', 'sort', 'order'] as const

export async function memoryPage(source: ReadSource, options: GetAllOptions): Promise<Page<MemoryItem>> {
  checkOptions('getAll()', options, [...LIST_OPTIONS, 'kinds', 'status', 'latestOnly', 'asOf', 'knownAt'])
  const { results, ...page } = await pageOf(source, 'getAll()', 'memories', options, readStatus(options.status))
  return { ...page, results: results.map((row) => memoryItem(row)) }
}

export async function messagePage(source: ReadSource, options: ListOptions): Promise<Page<MessageItem>> {
  checkOptions('messages.list()', options, LIST_OPTIONS)
  const { results, ...page } = await pageOf(source, 'messages.list()', 'messages', options)
  return { ...page, results: results.map((row) => messageItem(row)) }
}

async function pageOf<T extends 'messages' | 'memories'>(
  source: ReadSource,
  call: string,
  table: T,
  options: GetAllOptions,
  status?: readonly string[],
) {
  const past = await readPast(source.store, options.knownAt)
  const selection = { ...(await readSelection(call, options, source.scope, source.now())), past: past?.rows }
  const request = readPageRequest(options)
  await source.indexes.catchUp()
  const { rows, ...page } = listRows(
    source.catalog.rowsOf(selection),
    inTable(source.catalog, table, selection, status),
    request,
  )
  const records = await source.store.read([table], (tx) =>
    Promise.all(rows.map(async ({ no }) => (past?.records.get(no) as Tables[T] | undefined) ?? tx.get(table, no))),
  )
  return { ...page, results: records.filter((record) => record !== undefined) }
}

function readPageRequest(options: ListOptions): PageRequest {
  return {
    limit: wholeNumber('limit', options.limit, 100, 1, 1000),
    cursor: options.cursor,
    // The order of writing by default, since a clock that jumped would break an order by time.
    sort:
      options.sort === undefined
        ? 'no'
        : oneOf('sort', options.sort, ['createdAt', 'updatedAt', 'at'] as const, 'createdAt'),
    order: oneOf('order', options.order, ['asc', 'desc'] as const, 'desc'),
  }
}

function readStatus(status: unknown): MemoryStatus[] | undefined {
  if (status === undefined) return undefined
  if (!Array.isArray(status) || status.length === 0)
    throw new InputError('INVALID_INPUT', 'status must be a non-empty list.', { value: status })
  return status.map((item) =>
    oneOf('status', item, ['pending', 'active', 'superseded', 'merged', 'deleted'] as const, 'active'),
  )
}

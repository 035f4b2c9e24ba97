import { renewEpoch } from '../store/changes.js'
import { dropEpoch } from '../store/drop-epoch.js'
import type { TableName, Tables } from '../store/records.js'
import type { Store, Writer } from '../store/store.js'
import {
  operate,
  type OperationResult,
  type Operation,
  type OperationSettings,
  type Removal,
} from '../store/operation.js'
import { freeCaches } from './reserve.js'
import { isFull } from '../store/failures.js'

/*
 * Removing something while the browser's quota is used up. Chromium refuses a transaction that puts anything when usage
 * and the size of its puts exceed the quota; what the same transaction deletes does not count, and deleting rows lowers
 * usage only once the database tidies itself up. Two things do work: a transaction that only deletes is always allowed,
 * and a value of more than 64 KB lies in a file of its own, whose bytes are free once its deletion is committed.
 *
 * So erasing is done without puts as far as it can be, and what has to put something first gives up the reserve.
 */

/**
 * Runs an operation again that failed with `QUOTA_EXCEEDED`. It is all or nothing as before; only caches may go
 * although it fails.
 * @throws StoreError `QUOTA_EXCEEDED` when it has to write more than the reserve had room for
 */
export async function removeOnFullDisk<T>(
  settings: OperationSettings,
  body: (operation: Operation) => Promise<T>,
  removes: Removal,
): Promise<OperationResult<T>> {
  if (removes === 'hide') {
    await freeCaches(settings.store)
    return operate(settings, body, 'strict')
  }
  const frugal = { ...settings, store: frugalStore(settings.store) }
  try {
    return await operate(frugal, body, 'strict')
  } catch (cause) {
    // Rows that stay have to be written anew without what they quote.
    if (!isFull(cause)) throw cause
    await freeCaches(settings.store)
    return operate(frugal, body, 'strict')
  }
}

/** The same store, except that a write leaves out every row that can be made again from the others. */
function frugalStore(store: Store): Store {
  return {
    kind: store.kind,
    open: () => store.open(),
    read: (tables, body) => store.read(tables, body),
    write: (tables, body, durability) =>
      store.write(
        tables,
        async (tx) => {
          const frugal = new FrugalWriter(tx)
          const result = await body(frugal)
          await frugal.finish()
          return result
        },
        durability,
      ),
    estimate: () => store.estimate(),
    onClose: (listener) => store.onClose(listener),
    close: () => store.close(),
    destroy: () => store.destroy(),
  }
}

/**
 * Leaves out what erasing would write but nothing needs:
 * - change rows: a new epoch makes all instances load anew instead;
 * - segments of vectors written anew without the erased ones: the whole segment goes, and the texts that stay are
 * embedded again;
 * - embedding jobs, for the same reason: which texts lack a vector is found out when a memory is opened;
 * - counters, unless something else was written: nobody has seen the numbers.
 */
class FrugalWriter implements Writer {
  readonly get: Writer['get']
  readonly find: Writer['find']
  readonly list: Writer['list']
  readonly count: Writer['count']
  readonly delete: Writer['delete']
  readonly deleteRange: Writer['deleteRange']
  readonly clear: Writer['clear']
  private hasPut = false

  constructor(private readonly tx: Writer) {
    this.get = tx.get.bind(tx)
    this.find = tx.find.bind(tx)
    this.list = tx.list.bind(tx)
    this.count = tx.count.bind(tx)
    this.delete = tx.delete.bind(tx)
    this.deleteRange = tx.deleteRange.bind(tx)
    this.clear = tx.clear.bind(tx)
  }

  async put<T extends TableName>(table: T, row: Tables[T]): Promise<void> {
    switch (table) {
      case 'changes':
      case 'segments':
      case 'vectors':
      case 'tombstones':
        return
      case 'meta': {
        const { key } = row as Tables['meta']
        if (key === 'epoch' || (key === 'counters' && !this.hasPut)) return
        break
      }
      case 'jobs': {
        const { kind, id } = row as Tables['jobs']
        if (kind === 'embed') return this.tx.delete('jobs', id)
        break
      }
      default:
    }
    this.hasPut = true
    await this.tx.put(table, row)
  }

  async finish(): Promise<void> {
    if (this.hasPut) await renewEpoch(this.tx)
    else await dropEpoch(this.tx)
  }
}

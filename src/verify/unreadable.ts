import type { ChangeRecord } from '../store/records.js'
import type { Census } from './census.js'
import type { Faults } from './faults.js'

const FOLLOWED: ReadonlySet<string> = new Set<ChangeRecord['table']>(['messages', 'memories', 'entities'])

/**
 * Rows of an encrypted store that cannot be opened. What can never be is taken away, and with it, as of any that is
 * gone, what hung on it.
 */
export function checkUnreadable({ unreadable }: Census, faults: Faults): void {
  for (const { table, key, isLost } of unreadable.values()) {
    const message = isLost
      ? 'It was altered or is damaged, and cannot be opened.'
      : 'Its key is damaged: it cannot be opened.'
    faults.add(
      { code: 'ROW_UNREADABLE', table, key, message },
      isLost
        ? async ({ tx, commit }) => {
            await tx.delete(table, key)
            if (FOLLOWED.has(table)) commit.change(table as ChangeRecord['table'], key as number, 'delete')
            // What texts speak of is noted anew.
            if (table === 'mentions' || table === 'relations') await tx.delete('meta', 'links')
          }
        : undefined,
    )
  }
}

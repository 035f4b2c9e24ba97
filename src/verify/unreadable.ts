import type { ChangeRecord } from '../store/records.js'
import type { Census } from './census.js'
import type { Faults } from './faults.js'

/** Tables whose indexes follow the change rows. */
const FOLLOWED: ReadonlySet<string> = new Set<ChangeRecord['table']>(['messages', 'memories', 'entities'])

/**
 * Reports rows of an encrypted store that cannot be decrypted. The repair deletes those that never can be; rows that
 * refer to them are then repaired as for any missing row.
 */
export function checkUnreadable({ unreadable }: Census, faults: Faults): void {
  for (const { table, key, isLost } of unreadable.values()) {
    const message = isLost
      ? 'The row was altered or is damaged, and cannot be decrypted.'
      : 'Its key is damaged: the row cannot be decrypted.'
    faults.add(
      { code: 'ROW_UNREADABLE', table, key, message },
      isLost
        ? async ({ tx, commit }) => {
            await tx.delete(table, key)
            if (FOLLOWED.has(table)) commit.change(table as ChangeRecord['table'], key as number, 'delete')
            // Without its cursor, entity linking starts over and derives these rows again.
            if (table === 'mentions' || table === 'relations') await tx.delete('meta', 'links')
          }
        : undefined,
    )
  }
}

import type { Writer } from './store.js'

/** Changes the epoch without writing a row, for a full disk: see `readEpoch`. Needs `meta` and `changes`. */
export async function dropEpoch(tx: Writer): Promise<void> {
  if (await tx.get('meta', 'epoch')) return tx.delete('meta', 'epoch')
  const [oldest] = await tx.list('changes', { limit: 1 })
  if (oldest) await tx.delete('changes', oldest.n)
}

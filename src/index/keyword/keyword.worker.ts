import { expose, transfer } from 'comlink'
import { Bitmask } from '../../values/bitmask.js'
import { holdLifetimeLock } from '../../platform/lifetime-lock.js'
import { installErrorTransfer } from '../../platform/worker-errors.js'
import type { KeywordDocument } from './keyword-index.js'
import { miniSearchIndex } from './minisearch-index.js'
import { packed } from './packed-answer.js'

installErrorTransfer()
const index = miniSearchIndex({ loadAtOnce: true })

const remote = {
  /** Answers once the worker runs; whether it holds the lifeline. */
  ready: (lifeline: string) => holdLifetimeLock(lifeline),
  size: () => index.size(),
  add: (documents: readonly KeywordDocument[]) => index.add(documents),
  remove: (nos: readonly number[]) => index.remove(nos),
  vacuum: () => index.vacuum(),
  search: async (query: string, limit: number, allowed?: Uint32Array) => {
    const answer = packed(await index.search(query, limit, allowed && new Bitmask(allowed)))
    return transfer(answer, [answer.nos.buffer, answer.scores.buffer, answer.words.buffer, answer.ends.buffer])
  },
  save: async () => {
    const snapshot = await index.save()
    return transfer(snapshot, [snapshot.json.buffer])
  },
  load: (data: unknown) => index.load(data),
  clear: () => index.clear(),
}

/** What `worker-index.ts` calls over comlink. */
export type KeywordRemote = typeof remote

expose(remote)

// Processor time of the browser's processes, which a busy machine does not change as it does the time on the clock. Linux only.
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds that this process's children and theirs have used; undefined where it cannot be told. */
export function processorMs() {
  try {
    const parents = new Map()
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
        parents.set(Number(id), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
      } catch {
        // It ended meanwhile.
      }
    }
    const isOurs = (id) => id !== undefined && (parents.get(id) === process.pid || isOurs(parents.get(id)))
    let sum = 0
    for (const id of parents.keys()) {
      if (!isOurs(id)) continue
      for (const task of readdirSync(`/proc/${id}/task`))
        sum += Number(readFileSync(`/proc/${id}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    }
    return sum
  } catch {
    return undefined
  }
}

// Processes and folders that end with this process, whatever ends it (short of SIGKILL).
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
/** @type {Set<string>} */
const folders = new Set()
let watching = false

/** How long a process may take to end when told to. */
const PATIENCE_MS = 5_000

/**
 * Starts a process in a group of its own, so that `end` reaches what it starts in turn.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, options = {}) {
  watch()
  const child = spawn(command, args, { ...options, detached: true })
  running.add(child)
  child.once('exit', () => signal(child, 'SIGKILL'))
  child.once('error', () => running.delete(child))
  return child
}

/**
 * Ends a process and all that it started, and waits for it.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function end(child) {
  if (!running.has(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // So that Xvfb takes its lock and socket with it.
  signal(child, 'SIGTERM')
  const timer = setTimeout(() => signal(child, 'SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(timer)
}

/** @param {string} name */
export function makeFolder(name) {
  watch()
  const folder = mkdtempSync(join(tmpdir(), `locket-${name}-`))
  folders.add(folder)
  return folder
}

/** @param {string} folder */
export function removeFolder(folder) {
  folders.delete(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

function signal(child, name) {
  if (name === 'SIGKILL') running.delete(child)
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, name)
  } catch (cause) {
    // ESRCH: nobody of the group is left.
    if (cause.code !== 'ESRCH') throw cause
  }
}

function watch() {
  if (watching) return
  watching = true
  const endAll = () => {
    for (const child of running) signal(child, 'SIGTERM')
    for (const folder of folders) {
      try {
        removeFolder(folder)
      } catch (cause) {
        // One of the ended still wrote there.
        console.error(`${folder} is left behind: ${cause.message}`)
      }
    }
  }
  process.once('exit', endAll)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(name, () => {
      endAll()
      // Nobody else listens: then it ends this process, as it does without a listener.
      if (process.listenerCount(name) === 0) process.kill(process.pid, name)
    })
}

export const EXIT = { usage: 2, noModels: 3, noSpace: 4, conflict: 5, damaged: 6 }

/** An error for the person at the terminal: its message says what to do. */
export function failure(exitCode, message) {
  return Object.assign(new Error(message), { exitCode })
}

// What the policy forbids, in a worker.
try {
  // oxlint-disable-next-line no-eval -- that it is refused is the point
  globalThis.eval('1')
} catch {
  postMessage('refused')
}

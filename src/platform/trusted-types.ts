/** Pages whose policy has the directive `trusted-types` must allow this name. */
const POLICY = 'locket-memory'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): TrustedTypesPolicy
}

interface TrustedTypesPolicy {
  createScriptURL(url: string): string
}

/** Undefined where there are no Trusted Types, or where the page does not allow the name. */
let policy: TrustedTypesPolicy | undefined
let asked = false

/**
 * Runs `make`, which starts one of Locket's own workers, also on a page that requires Trusted Types.
 *
 * Bundlers know a worker only by the literal `new Worker(new URL('./x.js', import.meta.url))`, which leaves no place
 * for a policy. So the address passes through it in the global `Worker`, replaced for the length of this one
 * synchronous call.
 * @throws TypeError where Trusted Types are required and the policy is not allowed.
 */
export function trustedWorker(make: () => Worker): Worker {
  const trusted = ownPolicy()
  if (!trusted) return make()
  const native = globalThis.Worker
  globalThis.Worker = through(trusted, native)
  try {
    return make()
  } finally {
    globalThis.Worker = native
  }
}

/**
 * In a worker of Locket's own: whatever starts workers there, as the ONNX runtime does for its threads, does so through
 * the policy from then on, also where Trusted Types are required.
 */
export function trustOwnWorkers(): void {
  const trusted = 'Worker' in globalThis ? ownPolicy() : undefined
  if (trusted) globalThis.Worker = through(trusted, globalThis.Worker)
}

function through(trusted: TrustedTypesPolicy, native: typeof Worker): typeof Worker {
  return new Proxy(native, {
    construct: (target, [url, options]: [string | URL, WorkerOptions?]) =>
      new target(trusted.createScriptURL(String(url)), options),
  })
}

function ownPolicy(): TrustedTypesPolicy | undefined {
  if (asked) return policy
  asked = true
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  try {
    policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: ownAddress })
  } catch {
    // Not allowed: that matters only where Trusted Types are required too, and there the browser refuses the worker.
  }
  return policy
}

/** A worker is always of the page's own origin; anything else did not come from Locket. */
function ownAddress(url: string): string {
  const { location } = globalThis
  if (new URL(url, location.href).origin !== location.origin)
    throw new TypeError(`${url} is not a worker of this application.`)
  return url
}

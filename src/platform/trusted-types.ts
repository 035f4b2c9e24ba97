/** The policy's name. A page with the directive `trusted-types` must allow it. */
const POLICY = 'locket-memory'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): TrustedTypesPolicy
}

interface TrustedTypesPolicy {
  createScriptURL(url: string): string
}

/** Undefined where there are no Trusted Types, or where the page does not allow the name. */
let policy: TrustedTypesPolicy | undefined
let isRequested = false

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
  if (isRequested) return policy
  isRequested = true
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  try {
    policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: ownAddress })
  } catch {
    // The name is not allowed. If Trusted Types are also required, the browser refuses the worker.
  }
  return policy
}

/** Locket's workers are always of the page's own origin: any other address is refused. */
function ownAddress(url: string): string {
  const { location } = globalThis
  if (new URL(url, location.href).origin !== location.origin)
    throw new TypeError(`${url} is not a worker of this application.`)
  return url
}

/** What is served, as its guests use it. */
export interface Offer {
  /** Called once for each client, which sees what `notify` is called with. Rejects with why that which is served is not there. */
  attach(notify: (notice: unknown) => void): Promise<Attached>
}

export interface Attached {
  /** What the client is told when it has been let in; plain data. */
  readonly welcome?: unknown
  /** Undefined for what is not served. Reaches it before it first awaits, so that calls keep their order. */
  method(path: readonly string[]): ((call: Call) => Promise<unknown>) | undefined
  leave(): void
}

export interface Call {
  args: unknown[]
  /** The argument that the client gave a `signal` with, which stayed with it. */
  signalAt: number | undefined
  /** Aborted by the client, or since it is gone. */
  signal: AbortSignal
  /** Reaches the client before the answer does. */
  tell(value: unknown): void
}

/** What is served: a memory or a language model, as the clients of it use it. */
export interface Service {
  /**
   * Called once for each client that was let in. Rejects when what is served could not be opened.
   * @param notify sends something to this client that belongs to no call
   */
  open(notify: (notice: unknown) => void): Promise<Session>
}

/** One client's use of a service. */
export interface Session {
  /** What the client is told when it has been let in; plain data. */
  readonly welcome?: unknown
  /**
   * Undefined for a method that there is not. It is called before anything is awaited, so that calls keep their order.
   */
  method(path: readonly string[]): ((call: Call) => Promise<unknown>) | undefined
  close(): void
}

export interface Call {
  /** Plain data. */
  args: unknown[]
  /** Index of the argument that the client gave a `signal` with; the signal itself stays with the client. */
  signalAt: number | undefined
  /** Aborted by the client, or because the client is gone. */
  signal: AbortSignal
  /** Sends something about this call to the client, before the result. */
  progress(value: unknown): void
}

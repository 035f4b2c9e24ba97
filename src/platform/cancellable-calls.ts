/** The calls that run in a worker, by the number that the caller assigned and cancels them with. */
export class CancellableCalls {
  private readonly controllers = new Map<number, AbortController>()

  async run<T>(job: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    this.controllers.set(job, controller)
    try {
      return await work(controller.signal)
    } finally {
      this.controllers.delete(job)
    }
  }

  cancel(job: number): void {
    this.controllers.get(job)?.abort()
  }

  cancelAll(): void {
    this.controllers.forEach((controller) => controller.abort())
  }
}

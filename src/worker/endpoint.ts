/** What messages go through: a MessagePort, a Worker, a worker's own global scope. */
export interface Endpoint {
  postMessage(message: unknown, transfer?: Transferable[]): void
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: object): void
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: object): void
  start?: () => void
}

/** Where one connects: an endpoint, or a `SharedWorker`, which alone tells that its script could not be loaded; its port does not. */
export type Connectable =
  Endpoint | (Pick<Endpoint, 'addEventListener' | 'removeEventListener'> & { readonly port: Endpoint })

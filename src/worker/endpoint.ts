/** What messages go through: a MessagePort, a Worker, a worker's own global scope. */
export interface Endpoint {
  postMessage(message: unknown, transfer?: Transferable[]): void
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: object): void
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: object): void
  start?: () => void
}

/**
 * What a client connects to: an endpoint, or a `SharedWorker`, which unlike its port also tells that its script could
 * not be loaded.
 */
export type Connectable =
  Endpoint | (Pick<Endpoint, 'addEventListener' | 'removeEventListener'> & { readonly port: Endpoint })

/** A `message` event that brought a port: it also tells the origin of who sent it, which the port itself does not. */
export type PortMessage = Pick<MessageEvent, 'origin' | 'ports'>

export function isPortMessage(given: Endpoint | PortMessage): given is PortMessage {
  return 'ports' in given
}

/** Service workers refuse `import()`, and have no `Worker`. */
export function canImport(): boolean {
  return !('ServiceWorkerGlobalScope' in globalThis)
}

/** Whether code can be loaded at run time: service workers refuse `import()` and have no `Worker`. */
export function canImport(): boolean {
  return !('ServiceWorkerGlobalScope' in globalThis)
}

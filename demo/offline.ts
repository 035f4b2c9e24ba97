const TAKEOVER_MS = 3000

/**
 * Registers the service worker and waits until it serves this page, so that the chunks, the model and the runtime
 * loaded from here on pass through it and are there offline. Resolves in any case: without it the page only loses "offline".
 */
export async function startOffline(): Promise<void> {
  // Vite's development server keeps changing what lies at one address: nothing of it may be cached.
  if (import.meta.hot || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  try {
    await serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`)
  } catch (error) {
    console.warn('This page will not work offline:', error)
    return
  }
  if (serviceWorker.controller) return
  const controlled = new Promise((resolve) =>
    serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  )
  // A forced reload is never controlled: do not wait for ever.
  await Promise.race([controlled, new Promise((resolve) => setTimeout(resolve, TAKEOVER_MS))])
}

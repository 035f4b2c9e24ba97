// Offline: the first visit fills one cache with the page, its chunks and the runtime's loader; Locket itself keeps the model
// and the runtime's binary. Later visits need no network.
// One deployment, one cache: a page that changed drops everything that was cached with the page before it.
const CACHE = 'locket-demo'
const PAGE = new URL('./', self.location.href).href

self.addEventListener('install', (event) => {
  event.waitUntil(firstPage().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, href } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (href.replace(/[?#].*$/, '') === PAGE) event.respondWith(page(request))
    return
  }
  // The model and the runtime's binary: Locket asks past every cache, and keeps its own copies by hash.
  if (request.cache === 'no-cache' || request.cache === 'no-store') return
  event.respondWith(asset(request))
})

/** The page and the files it names, which the browser loaded before this worker could see them. */
async function firstPage() {
  const cache = await caches.open(CACHE)
  const response = await fetch(PAGE)
  const html = await response.clone().text()
  const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => new URL(path, PAGE).href)
  await cache.addAll(named)
  await cache.put(PAGE, response)
}

async function page(request) {
  const cache = await caches.open(CACHE)
  const known = await cache.match(PAGE)
  let fresh
  try {
    fresh = await fetch(request)
  } catch (error) {
    if (known) return known
    throw error
  }
  if (fresh.ok && (await fresh.clone().text()) !== (await known?.text())) {
    for (const stale of await cache.keys()) await cache.delete(stale)
    await cache.put(PAGE, fresh.clone())
  }
  return fresh
}

async function asset(request) {
  const cache = await caches.open(CACHE)
  const known = await cache.match(request.url)
  if (known) return known
  const fresh = await fetch(request)
  // A full cache must not stop the page: it works from the network as before. Partial answers cannot be cached.
  if (fresh.status === 200) await cache.put(request.url, fresh.clone()).catch(() => undefined)
  return fresh
}

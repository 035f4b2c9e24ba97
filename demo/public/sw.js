// Offline: the first visit fills one cache with the page, its chunks and workers and the runtime's loader; Locket itself keeps
// the model and the runtime's binary. Later visits need no network.
// One deployment, one cache: a page that changed drops everything that was cached with the page before it.
const CACHE = 'locket-demo'
const PAGE = new URL('./', self.location.href).href
/** The frame of language models: cached when it is first wanted, with what it loads. */
const MODELS = new URL('./models.html', self.location.href).href
/** How the build names the files that scripts import or start as workers. */
const BUILT = /[\w.-]+-[\w-]{8}\.js\b/g

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
    if (href === MODELS) event.respondWith(newest(request))
    return
  }
  // The model and the runtime's binary: Locket asks past every cache, and keeps its own copies by hash.
  if (request.cache === 'no-cache' || request.cache === 'no-store') return
  event.respondWith(asset(request))
  event.waitUntil((filling ??= fill().catch(() => undefined)))
})

/** The page and the files it names, which the browser loaded before this worker could see them. */
async function firstPage() {
  const cache = await caches.open(CACHE)
  const response = await fetch(PAGE)
  await cache.addAll(namedBy(await response.clone().text()))
  await cache.put(PAGE, response)
}

function namedBy(html) {
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => new URL(path, PAGE).href)
}

/** Set once in the life of this worker and of the page that is cached. */
let filling

/** What nobody has asked for yet must be there offline too: the chunks that are imported and the workers that are started later. */
async function fill() {
  const cache = await caches.open(CACHE)
  const page = await cache.match(PAGE)
  const wanted = new Set(page && namedBy(await page.text()).filter((url) => url.endsWith('.js')))
  // Grows while it is walked.
  for (const url of wanted) {
    if (!(await cache.match(url))) await cache.add(url).catch(() => undefined)
    const script = await cache.match(url)
    for (const [name] of (await script?.text())?.matchAll(BUILT) ?? []) wanted.add(new URL(name, url).href)
  }
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
    filling = undefined
  }
  return fresh
}

/** From the network where there is one, so that it fits the page. */
async function newest(request) {
  const cache = await caches.open(CACHE)
  try {
    const fresh = await fetch(request)
    if (fresh.ok) await cache.put(request.url, fresh.clone()).catch(() => undefined)
    return fresh
  } catch (error) {
    const known = await cache.match(request.url)
    if (known) return known
    throw error
  }
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

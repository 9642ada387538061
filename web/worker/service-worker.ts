import type { WorkerMessage, WorkerNews } from '../src/lib/worker-messages.ts'
import { answer, forgetAnswers, isKeepable, keepAnswers } from './kept-answers.ts'

declare const self: ServiceWorkerGlobalScope
/** Written in by the build: a name for exactly these files. */
declare const BUILD: { version: string; files: string[] }

/** The page and its files of one build. */
const CACHE = 'build-'
const OWN_CACHE = CACHE + BUILD.version
const PAGE = '/'
/** After so long without an answer, the page that is here is better. */
const PATIENCE_MS = 5000
const AWAY = new Set([502, 504])
/** A page that is only being loaded doesn't answer. */
const ANSWER_WITHIN_MS = 1000

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

/** All or nothing: a build of which a part is missing never takes over. */
async function install(): Promise<void> {
  const fetched = await fetch(PAGE, { cache: 'no-store' })
  const text = fetched.ok ? await fetched.clone().text() : ''
  // The server may be of a newer build already, whose worker comes next.
  if (!text.includes(BUILD.version)) throw new Error('The page is of another build')
  const cache = await caches.open(OWN_CACHE)
  await Promise.all(BUILD.files.map((file) => fetchInto(cache, file)))
  await cache.put(PAGE, fetched)
}

/** Names carry a hash of the content: what an earlier build had under the same name is the same. */
async function fetchInto(cache: Cache, file: string): Promise<void> {
  const known = await caches.match(file)
  if (known) await cache.put(file, known)
  else await cache.add(new Request(file, { priority: 'low' }))
}

/** Tabs of the build before go on with its files until they are loaded anew; what is older goes. */
async function activate(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(CACHE))
  // In the order in which they were made.
  const before = builds.findLast((name) => name !== OWN_CACHE)
  const old = builds.filter((name) => name !== OWN_CACHE && name !== before)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (isKeepable(url)) event.respondWith(answer(request))
  else if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) {
    event.respondWith(page(event))
  }
})

/** From the server while there is one, so that it is never older than it; with no line, as it was last. */
async function page(event: FetchEvent): Promise<Response> {
  const asked = pageFromServer(event)
  const inTime = await Promise.race([
    asked.catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS)),
  ])
  if (inTime && !AWAY.has(inTime.status)) return inTime
  const cache = await caches.open(OWN_CACHE)
  return (await cache.match(PAGE)) ?? inTime ?? asked
}

async function pageFromServer(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined
  return preloaded ?? fetch(event.request)
}

async function asset(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request)
}

self.addEventListener('message', (event) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only our own pages can send here
  const message = event.data as WorkerMessage | null
  if (message?.type === 'version') event.ports[0]?.postMessage(BUILD.version)
  if (message?.type === 'take over') void self.skipWaiting()
  if (message?.type === 'forget') event.waitUntil(forget())
  if (message?.type === 'keep') {
    // Where the line breaks, what came stays.
    event.waitUntil(keepAnswers(message.token, message.paths).catch(() => undefined))
  }
})

async function forget(): Promise<void> {
  const shown = await self.registration.getNotifications()
  for (const notification of shown) notification.close()
  await Promise.all([
    forgetAnswers(),
    self.registration.pushManager?.getSubscription().then((told) => told?.unsubscribe()),
  ])
}

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

/** Browsers ask that each push shows something. */
async function show(data: PushMessageData | null): Promise<void> {
  const { title, body, path, tag } = readPush(data)
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path },
  })
}

interface Push {
  title: string
  body: string
  path: string
  tag: string
}

function readPush(data: PushMessageData | null): Push {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- encrypted by our own server
    return data?.json() as Push
  } catch {
    return { title: 'Front Desk', body: 'There is something new for you.', path: '/', tag: 'news' }
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- set above
  const { path } = event.notification.data as { path: unknown }
  event.waitUntil(open(typeof path === 'string' ? path : '/'))
})

/** Shows a place of this app and of nothing else, in a window that is there where there is one. */
async function open(path: string): Promise<void> {
  const target = new URL(path, self.location.origin)
  const isOurs = target.origin === self.location.origin
  const place = isOurs ? target.pathname + target.search + target.hash : '/'
  const windows = await self.clients.matchAll({ type: 'window' })
  const shown = windows.find((client) => client.focused) ?? windows[0]
  if (!shown) {
    await self.clients.openWindow(place)
    return
  }
  await shown.focus().catch(() => undefined)
  // By the program, which asks before it lets go of unsaved text.
  if (!(await opens(shown, place))) await shown.navigate(place)
}

async function opens(client: Client, path: string): Promise<boolean> {
  const { port1: here, port2: there } = new MessageChannel()
  const opened = new Promise<boolean>((resolve) => {
    here.addEventListener('message', () => resolve(true))
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS)
  })
  here.start()
  client.postMessage({ type: 'open', path } satisfies WorkerNews, [there])
  return opened
}

import { KEPT_AT } from '../src/lib/worker-messages.ts'

/** What may be kept of the API at all, as the page asks for it; everything else is none of this file's. */
const KEEPABLE =
  /^\/api\/v1\/(auth\/me|settings\/(public|front-desk)|policies(\/[\da-f-]{36})?|processes(\/runs)?(\/[\da-f-]{36})?|documents\/[\da-f-]{36}(\/file)?|pictures\/[\da-f]{64}-\d+x\d+\.webp|users\/me\/obligations)$/
/** Names of the caches that hold answers; behind it stands whose. */
const CACHE = 'kept-'
const DAY_MS = 24 * 60 * 60 * 1000
/** Whoever has not been on the line for so long reads nothing here any more. */
const LONGEST_MS = 14 * DAY_MS
/** What is younger is not fetched again only to be kept. */
const FRESH_MS = 20 * 60 * 1000
/** What can never be another, as its name is of its bytes; asked for again before it may not be read any more. */
const FRESH_PICTURE_MS = DAY_MS
/** After so long without an answer, what is kept is better. */
const PATIENCE_MS = 6000
/** A proxy with nothing behind it, or a server whose database is away. */
const AWAY = new Set([502, 503, 504])

/** Counts how often everything was forgotten: what was asked for before that is not kept after it. */
let forgotten = 0

export const isKeepable = (url: URL) => KEEPABLE.test(url.pathname)

/** Removes all answers, whoever they were for. */
export async function forgetAnswers(): Promise<void> {
  forgotten += 1
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(CACHE)).map((name) => caches.delete(name)),
  )
}

/** The server's answer; where there is no line, what was kept of it for exactly this token. */
export async function answer(request: Request): Promise<Response> {
  const token = /^Bearer (\S+)$/.exec(request.headers.get('Authorization') ?? '')?.[1]
  if (token === undefined) return fetch(request)
  const cache = cacheOf(token)
  const asked = ask(request, token)
  const inTime = await Promise.race([
    asked.catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS)),
  ])
  if (inTime && !AWAY.has(inTime.status)) return inTime
  return (await keptAnswer(await cache, request)) ?? inTime ?? asked
}

/** Asks the server, and keeps what it says where it is to be kept. */
async function ask(request: Request, token: string): Promise<Response> {
  const began = forgotten
  const response = await fetch(request)
  if (response.status === 401) await forgetAnswers()
  if (response.status === 200 && !request.url.includes('/file')) {
    const copy = response.clone()
    void refresh(request, { token, copy, began }).catch(() => undefined)
  }
  return response
}

async function refresh(
  request: Request,
  { token, copy, began }: { token: string; copy: Response; began: number },
): Promise<void> {
  const name = await nameOf(token)
  if (!(await caches.has(name))) return
  const cache = await caches.open(name)
  if (await cache.match(keyOf(request.url))) await put(cache, request.url, { copy, began })
}

/**
 * Keeps these answers for a token and no others; what is kept for anybody else goes. Stops where the session
 * has ended.
 */
export async function keepAnswers(token: string, paths: string[]): Promise<void> {
  const began = forgotten
  const name = await nameOf(token)
  for (const other of await caches.keys()) {
    if (other.startsWith(CACHE) && other !== name) await caches.delete(other)
  }
  const cache = await caches.open(name)
  const wanted = new Set(paths.map(keyOf))
  for (const request of await cache.keys()) {
    if (!wanted.has(request.url)) await cache.delete(request)
  }
  for (const url of wanted) {
    if (began !== forgotten) return
    if (!isKeepable(new URL(url)) || isFresh(url, await cache.match(url))) continue
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${token}` },
      cache: 'no-store',
      priority: 'low',
    })
    if (response.status === 401) return forgetAnswers()
    // It is gone, or nothing of theirs any more.
    if (response.status === 403 || response.status === 404) await cache.delete(url)
    if (response.status === 200) await put(cache, url, { copy: response, began })
  }
}

async function put(
  cache: Cache,
  url: string,
  { copy, began }: { copy: Response; began: number },
): Promise<void> {
  const headers = new Headers({ [KEPT_AT]: new Date().toISOString() })
  for (const name of ['Content-Type', 'Content-Disposition', 'ETag', 'Link', 'X-Total-Count']) {
    const value = copy.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const body = await copy.blob()
  if (began !== forgotten) return
  await cache.put(keyOf(url), new Response(body, { headers }))
  // Somebody signed out while it was written.
  if (began !== forgotten) await forgetAnswers()
}

async function keptAnswer(cache: Cache | null, request: Request): Promise<Response | undefined> {
  const kept = await cache?.match(keyOf(request.url))
  if (!kept || ageOf(kept) > LONGEST_MS) return undefined
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('Range') ?? '') ?? []
  if (from === undefined) return kept
  const whole = await kept.blob()
  const end = to ? Math.min(Number(to), whole.size - 1) : whole.size - 1
  const headers = new Headers(kept.headers)
  headers.set('Content-Range', `bytes ${from}-${end}/${whole.size}`)
  return new Response(whole.slice(Number(from), end + 1), { status: 206, headers })
}

const ageOf = (kept: Response) => Date.now() - Date.parse(kept.headers.get(KEPT_AT) ?? '')
const isFresh = (url: string, kept: Response | undefined) =>
  kept !== undefined && ageOf(kept) < (url.includes('/pictures/') ? FRESH_PICTURE_MS : FRESH_MS)

/** Without regard to the order of its query; a file is the same to be shown and to be saved. */
function keyOf(address: string): string {
  const url = new URL(address, self.location.origin)
  if (url.pathname.endsWith('/file')) url.search = ''
  url.searchParams.sort()
  return url.href
}

/** The token itself stands nowhere. */
async function nameOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  const digits = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0'))
  return CACHE + digits.join('')
}

/** Null where nothing is kept for a token; asking must not make a cache. */
async function cacheOf(token: string): Promise<Cache | null> {
  const name = await nameOf(token)
  return (await caches.has(name)) ? caches.open(name) : null
}

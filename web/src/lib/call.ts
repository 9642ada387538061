import { CSRF_FAILED, UNAUTHORIZED } from '@frontdesk/contract/constants'
import { ApiError } from './api-error.ts'
import { KEPT_AT } from './worker-messages.ts'
import type { Answer, CallArguments, CallExtras, EndpointKey, PageAnswer } from './call-types.ts'
import { noteKeptAnswer, setServerReachable } from './connection.ts'
import { takeEarlyAnswer } from './early-answers.ts'
import {
  clearCsrfToken,
  clearSession,
  keepAnswer,
  type KeptAnswer,
  keptAnswer,
  storeCsrfToken,
  storedCsrfToken,
  storedToken,
} from './session-storage.ts'

const ROOT = '/api/v1'
const UNREACHABLE = 'The server can’t be reached. Please check your connection and try again'

/** Calls one endpoint and returns its body. Throws ApiError. */
export async function call<K extends EndpointKey>(
  key: K,
  ...[options]: CallArguments<K>
): Promise<Answer<K>> {
  return await answerOf(key, await send(key, options))
}

/** Like `call`; `undo` names what was done, for as long as it can be taken back, and is null where it can't. */
export async function callToUndo<K extends EndpointKey>(
  key: K,
  ...[options]: CallArguments<K>
): Promise<{ data: Answer<K>; undo: string | null }> {
  const response = await send(key, options)
  return { data: await answerOf(key, response), undo: response.headers.get('X-Undo') }
}

/** Like `call`, with what the headers say about the body. */
export async function callForPage<K extends EndpointKey>(
  key: K,
  ...[options]: CallArguments<K>
): Promise<PageAnswer<K>> {
  const response = await send(key, options)
  const total = response.headers.get('X-Total-Count')
  return {
    data: await answerOf(key, response),
    etag: response.headers.get('ETag'),
    nextCursor: cursorOf(response.headers.get('Link')),
    total: total === null ? null : Number(total),
    more: response.headers.get('X-Total-More') === 'true',
  }
}

/** Fetches a file with the name that the server gives it. */
export async function download<K extends EndpointKey>(
  key: K,
  ...[options]: CallArguments<K>
): Promise<{ blob: Blob; filename: string; headers: Headers }> {
  const response = await send(key, options)
  const { headers } = response
  const filename = filenameOf(headers.get('Content-Disposition')) ?? 'download'
  return { blob: await response.blob(), filename, headers }
}

/** The header by which a save names the version that it is on top of; none where that isn't known. */
export function ifMatch(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'If-Match': etag }
}

type AnyOptions = CallExtras & { params?: object; query?: object; body?: unknown }

async function send(key: EndpointKey, options: AnyOptions = {}): Promise<Response> {
  const [method = '', path = ''] = key.split(' ')
  const url = `${ROOT}${fillPath(path, options.params)}${queryOf(options.query)}`
  const token = storedToken()
  let response = await attempt(method, url, options)
  if (await isCsrfFailure(response)) {
    clearCsrfToken()
    response = await attempt(method, url, options)
  }
  if (await saysCode(response, 'fresh_sign_in_required')) {
    if (await isConfirmed()) response = await attempt(method, url, options)
  }
  if (response.ok) return response
  if (await isCsrfFailure(response)) {
    clearCsrfToken()
    throw new ApiError(CSRF_FAILED, 403, { code: 'csrf_failed' })
  }
  // A refused sign-in isn't an ended session.
  const sessionEnded = response.status === 401 && !SIGN_INS.has(key)
  // A late answer to an earlier session's call mustn't end the one that began since.
  if (sessionEnded && token !== null && token === storedToken()) endSession()
  const failure = await failureOf(response, sessionEnded)
  if (failure.code === 'second_factor_setup_required') {
    for (const listener of setUpListeners) listener()
  }
  throw failure
}

const SIGN_INS = new Set<EndpointKey>([
  'POST /auth/login',
  'POST /auth/second-factor',
  'POST /auth/passkey/options',
  'POST /auth/passkey',
  'POST /auth/oidc/finish',
])
const setUpListeners = new Set<() => void>()

/** Calls back when nothing opens any more until a second factor is set up. */
export function onSetUpRequired(listener: () => void): void {
  setUpListeners.add(listener)
}

async function attempt(method: string, url: string, options: AnyOptions): Promise<Response> {
  const { body, signal, headers: extra, onProgress } = options
  const headers = new Headers(extra)
  const kept = method === 'GET' ? keptAnswer(url) : undefined
  if (kept) headers.set('If-None-Match', kept.etag)
  const isForm = body instanceof FormData
  // A form's type names the boundary that only the browser knows.
  if (!isForm) headers.set('Content-Type', 'application/json')
  if (method !== 'GET') headers.set('X-CSRF-Token', storedCsrfToken() ?? (await fetchCsrfToken()))
  const response = await fetchAnswer(url, {
    method,
    headers,
    signal,
    body: isForm || body === undefined ? body : JSON.stringify(body),
    onProgress,
  })
  return method === 'GET' ? await knownAnswer(url, response, kept) : response
}

/** What the server says is still the same, as if it had sent it again; keeps what it tags. */
async function knownAnswer(
  url: string,
  response: Response,
  kept: KeptAnswer | undefined,
): Promise<Response> {
  const { status, headers } = response
  if (status === 304 && kept) return new Response(kept.text, { headers })
  const etag = headers.get('ETag')
  // Strong tags count the changes of one thing, for saving it.
  if (status !== 200 || !etag?.startsWith('W/')) return response
  const token = storedToken()
  const text = await response.text()
  // The session may have ended meanwhile.
  if (token !== null && token === storedToken()) keepAnswer(url, { etag, text })
  return new Response(text, { headers })
}

type Sending = RequestInit & { headers: Headers } & Pick<CallExtras, 'onProgress'>

async function fetchAnswer(url: string, { onProgress, ...init }: Sending) {
  const token = storedToken()
  if (token) init.headers.set('Authorization', `Bearer ${token}`)
  let response: Response
  try {
    response = await (onProgress
      ? sendWithProgress(url, init, onProgress)
      : (init.method === 'GET' && takeEarlyAnswer(url, token)) ||
        fetch(url, { ...init, mode: 'cors', credentials: 'include' }))
  } catch (error) {
    if (init.signal?.aborted) throw error
    setServerReachable(false)
    const typed = init.method === 'GET' ? '.' : '; what you typed is kept.'
    throw new ApiError(UNREACHABLE + typed, 0, { code: 'unreachable' })
  }
  const keptAt = response.headers.get(KEPT_AT)
  // A proxy with nothing behind it answers too.
  if (keptAt === null) setServerReachable(response.status !== 502 && response.status !== 504)
  else noteKeptAnswer(keptAt)
  const csrfToken = response.headers.get('X-CSRF-Token')
  if (csrfToken) storeCsrfToken(csrfToken)
  return response
}

let csrfFetch: Promise<string> | undefined

/** Calls that start together share one fetch. */
function fetchCsrfToken(): Promise<string> {
  csrfFetch ??= requestCsrfToken().finally(() => {
    csrfFetch = undefined
  })
  return csrfFetch
}

async function requestCsrfToken(): Promise<string> {
  const headers = new Headers({ 'Content-Type': 'application/json' })
  const response = await fetchAnswer(`${ROOT}/csrf-token`, { headers })
  const body = await jsonObjectOf(response)
  const token = response.headers.get('X-CSRF-Token') ?? body.csrf_token
  if (!response.ok || typeof token !== 'string' || token === '') {
    throw new ApiError('Failed to fetch CSRF token', response.status, body)
  }
  storeCsrfToken(token)
  return token
}

async function isCsrfFailure(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  // HTTP/2 has no status text, so the body's code says it too.
  return /csrf/i.test(response.statusText) || saysCode(response, 'csrf_failed')
}

async function saysCode(response: Response, code: string): Promise<boolean> {
  return response.status === 403 && (await jsonObjectOf(response.clone())).code === code
}

let askToConfirm: (() => Promise<boolean>) | undefined
let confirmation: Promise<boolean> | undefined

/** Has a person asked to prove again who they are, and the call repeated where they do; returns what stops it. */
export function onFreshSignInNeeded(ask: () => Promise<boolean>): () => void {
  askToConfirm = ask
  return () => {
    askToConfirm = undefined
  }
}

/** Calls that are refused together share one question. */
async function isConfirmed(): Promise<boolean> {
  confirmation ??= askToConfirm?.().finally(() => {
    confirmation = undefined
  })
  return (await confirmation) ?? false
}

async function failureOf(response: Response, sessionEnded: boolean): Promise<ApiError> {
  const body = await jsonObjectOf(response)
  const { status, statusText } = response
  const sentence = sessionEnded
    ? UNAUTHORIZED
    : (sentenceIn(body.error) ??
      sentenceIn(body.message) ??
      `Request failed with status ${status} (${statusText})`)
  return new ApiError(sentence, status, body, secondsToWait(response.headers.get('Retry-After')))
}

function sentenceIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

const endListeners = new Set<() => void>()

/** Calls back when the server no longer knows this tab's session; returns what stops it. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

function endSession() {
  clearSession()
  for (const listener of endListeners) listener()
}

async function answerOf<K extends EndpointKey>(_key: K, response: Response): Promise<Answer<K>> {
  const text = await response.text()
  let body: unknown = {}
  try {
    if (text !== '') body = JSON.parse(text)
  } catch {
    throw new ApiError('An unexpected error occurred', response.status)
  }
  if (typeof body === 'object' && body !== null && 'csrf_token' in body) {
    storeCsrfToken(String(body.csrf_token))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server answers by the contract
  return body as Answer<K>
}

function fillPath(path: string, params: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params))
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values.get(name)
    return typeof value === 'string' ? encodeURIComponent(value) : ''
  })
}

function queryOf(query: object = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `?${search.toString()}` : ''
}

/** The body if it is a JSON object; empty for anything else, such as a proxy's error page. */
async function jsonObjectOf(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}

/** The cursor of the next page in a `Link` header; null where there is none. */
function cursorOf(link: string | null): string | null {
  const next = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1]
  return next ? new URL(next, 'http://front.desk').searchParams.get('cursor') : null
}

/** The name that a `Content-Disposition` header gives a file (RFC 6266). */
function filenameOf(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1]
}

/** The seconds in a `Retry-After` header, which may also be a date. */
function secondsToWait(retryAfter: string | null, now = Date.now()): number | undefined {
  if (!retryAfter) return undefined
  const seconds = Number(retryAfter)
  const wait = Number.isNaN(seconds) ? (Date.parse(retryAfter) - now) / 1000 : seconds
  return wait > 0 ? Math.ceil(wait) : undefined
}

/** Like `fetch`, and tells how much of the body has gone out: `fetch` itself doesn't say. */
export function sendWithProgress(
  url: string,
  init: RequestInit & { headers: Headers },
  onProgress: (share: number) => void,
): Promise<Response> {
  const { signal, body } = init
  // Aborting a request that isn't sent yet would not keep it from being sent.
  if (signal?.aborted) return Promise.reject(abortError())
  const { promise, resolve, reject } = withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open(init.method ?? 'GET', url)
  request.withCredentials = true
  request.responseType = 'blob'
  for (const [name, value] of init.headers) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
    if (lengthComputable && total > 0) onProgress(loaded / total)
  })
  request.addEventListener('load', () => resolve(responseOf(request)))
  request.addEventListener('error', () => reject(new TypeError('The connection broke off')))
  request.addEventListener('abort', () => reject(abortError()))
  signal?.addEventListener('abort', () => request.abort(), { once: true })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a form, or text
  request.send(body as XMLHttpRequestBodyInit | null | undefined)
  return promise
}

const abortError = () => new DOMException('Cancelled', 'AbortError')

function withResolvers<T>() {
  let resolve!: (value: T) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<T>((onDone, onFailure) => {
    resolve = onDone
    reject = onFailure
  })
  return { promise, resolve, reject }
}

const WITHOUT_BODY = new Set([101, 204, 205, 304])

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const { status, statusText } = request
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `responseType` above asks
  const body = WITHOUT_BODY.has(status) ? null : (request.response as Blob)
  return new Response(body, { status, statusText, headers })
}

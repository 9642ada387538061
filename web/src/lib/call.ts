import type { Api } from '@frontdesk/contract/all'
import { CSRF_FAILED, UNAUTHORIZED } from '@frontdesk/contract/constants'
import type { Input, Output, Schema } from '@frontdesk/contract/endpoint'
import { ApiError } from '#web/lib/api-error.ts'
import { setServerReachable } from '#web/lib/connection.ts'
import {
  clearCsrfToken,
  clearSession,
  storeCsrfToken,
  storedCsrfToken,
  storedToken,
} from '#web/lib/session-storage.ts'

const ROOT = '/api/v1'
const UNREACHABLE =
  'The server can’t be reached. Please check your connection and try again; what you typed is kept.'

export type EndpointKey = keyof Api

type Part<E, Name extends string> =
  E extends Record<Name, infer S extends Schema>
    ? Record<never, never> extends Input<S>
      ? { [N in Name]?: Input<S> }
      : { [N in Name]: Input<S> }
    : { [N in Name]?: N extends 'body' ? FormData : undefined }

type Extras = { headers?: Record<string, string>; signal?: AbortSignal }

export type CallOptions<K extends EndpointKey> = Part<Api[K], 'params'> &
  Part<Api[K], 'query'> &
  Part<Api[K], 'body'> &
  Extras

/** Left out where nothing in them is required. */
type Arguments<K extends EndpointKey> =
  Record<never, never> extends CallOptions<K>
    ? [options?: CallOptions<K>]
    : [options: CallOptions<K>]

/** What an endpoint answers; an empty object where it answers nothing. */
export type Answer<K extends EndpointKey> =
  Api[K] extends Record<'response', infer S> ? Output<S> : Record<string, never>

/** Calls one endpoint and returns its body. Throws ApiError. */
export async function call<K extends EndpointKey>(
  key: K,
  ...[options]: Arguments<K>
): Promise<Answer<K>> {
  const response = await send(key, options)
  return (await readBody(response)) as Answer<K>
}

export type PageAnswer<K extends EndpointKey> = {
  data: Answer<K>
  /** Goes into `If-Match` when this is saved. */
  etag: string | null
  /** The cursor of the next page; null on the last. */
  nextCursor: string | null
  /** How many match in all, where the endpoint counts. */
  total: number | null
}

/** Like `call`, with what the headers say about the body. */
export async function callForPage<K extends EndpointKey>(
  key: K,
  ...[options]: Arguments<K>
): Promise<PageAnswer<K>> {
  const response = await send(key, options)
  const total = response.headers.get('X-Total-Count')
  return {
    data: (await readBody(response)) as Answer<K>,
    etag: response.headers.get('ETag'),
    nextCursor: cursorOf(response.headers.get('Link')),
    total: total === null ? null : Number(total),
  }
}

/** Fetches a file with the name that the server gives it. */
export async function download<K extends EndpointKey>(
  key: K,
  ...[options]: Arguments<K>
): Promise<{ blob: Blob; filename: string }> {
  const response = await send(key, options)
  return {
    blob: await response.blob(),
    filename: filenameOf(response.headers.get('Content-Disposition')) ?? key.split('/').at(-1)!,
  }
}

type AnyOptions = Extras & { params?: unknown; query?: unknown; body?: unknown }

async function send(key: EndpointKey, options: AnyOptions = {}): Promise<Response> {
  const [method = '', path = ''] = key.split(' ')
  const url = `${ROOT}${fillPath(path, options.params)}${queryOf(options.query)}`
  let response = await attempt(method, url, options)
  if (await isCsrfFailure(response)) {
    clearCsrfToken()
    response = await attempt(method, url, options)
  }
  if (response.ok) return response
  if (await isCsrfFailure(response)) {
    clearCsrfToken()
    throw new ApiError(CSRF_FAILED, 403, { code: 'csrf_failed' })
  }
  throw await failureOf(response, key)
}

async function attempt(method: string, url: string, options: AnyOptions): Promise<Response> {
  const { body, signal, headers: extra } = options
  const headers = new Headers(extra)
  if (!(body instanceof FormData)) headers.set('Content-Type', 'application/json')
  if (method !== 'GET') headers.set('X-CSRF-Token', storedCsrfToken() ?? (await fetchCsrfToken()))
  return await fetchFromServer(url, {
    method,
    headers,
    signal,
    body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
  })
}

async function fetchFromServer(url: string, init: RequestInit & { headers: Headers }) {
  const token = storedToken()
  if (token) init.headers.set('Authorization', `Bearer ${token}`)
  let response: Response
  try {
    response = await fetch(url, { ...init, credentials: 'include', mode: 'cors' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    setServerReachable(false)
    throw new ApiError(UNREACHABLE, 0, { code: 'unreachable' })
  }
  // A proxy says so when there is nothing behind it.
  setServerReachable(response.status !== 502 && response.status !== 504)
  const csrf = response.headers.get('X-CSRF-Token')
  if (csrf) storeCsrfToken(csrf)
  // A late answer to an earlier session's call mustn't end the one that began since.
  if (response.status === 401 && token && token === storedToken()) endSession()
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
  const response = await fetchFromServer(`${ROOT}/csrf-token`, { headers })
  const { csrf_token: inBody } = response.ok ? await readJson(response) : {}
  const token = response.headers.get('X-CSRF-Token') ?? inBody
  if (!response.ok || typeof token !== 'string' || token === '') {
    throw new ApiError('Failed to fetch CSRF token', response.status, { code: 'csrf_failed' })
  }
  storeCsrfToken(token)
  return token
}

async function isCsrfFailure(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  // HTTP/2 has no status text, so the body's code says it too.
  if (/csrf/i.test(response.statusText)) return true
  return (await readJson(response.clone())).code === 'csrf_failed'
}

async function failureOf(response: Response, key: EndpointKey): Promise<ApiError> {
  const body = await readJson(response)
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined
  const said = [body.error, body.message].find((text) => typeof text === 'string' && text !== '')
  // A refused sign-in isn't an ended session.
  const ended = response.status === 401 && key !== 'POST /auth/login'
  const sentence = ended
    ? UNAUTHORIZED
    : String(said ?? `Request failed with status ${response.status} (${response.statusText})`)
  return new ApiError(sentence, response.status, body, retryAfter)
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

/** An empty object for an empty body. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return {}
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new ApiError('An unexpected error occurred', response.status)
  }
  if (typeof body === 'object' && body !== null && 'csrf_token' in body) {
    storeCsrfToken(String(body.csrf_token))
  }
  return body
}

/** An empty object for what isn't a JSON object, such as a proxy's error page. */
async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const body = (await response.json()) as unknown
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, string>
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

function queryOf(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}

function cursorOf(link: string | null): string | null {
  const next = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1]
  return next ? new URL(next, 'http://server').searchParams.get('cursor') : null
}

function filenameOf(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1]
}

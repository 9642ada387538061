import type { Api } from '@frontdesk/contract/all'
import type { Output } from '@frontdesk/contract/endpoint'

/** Somebody who calls: a signed-in person, or only their token. */
export interface Caller {
  token: string
}

export interface CallOptions {
  params?: Record<string, string>
  query?: Record<string, string | number>
  /** Sent as JSON; a string or a form is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
}

export interface Answer<Body> {
  status: number
  headers: Headers
  /** Parsed where it is JSON, else its text. */
  body: Body
}

type BodyOf<K extends keyof Api> = Api[K] extends { response: infer R } ? Output<R> : unknown

/** Calls the API as a script would: a bearer token, no cookies. */
export interface ApiClient {
  <K extends keyof Api>(call: K, options?: CallOptions): Promise<Answer<BodyOf<K>>>
  /** The same, where the answer is not what the contract promises for success. */
  raw(call: string, options?: CallOptions): Promise<Answer<Record<string, unknown>>>
  as(caller: Caller): ApiClient
}

const isReady = (body: unknown) => typeof body === 'string' || body instanceof FormData

/** A client for the server at `url`. */
export function apiClient(url: string, caller?: Caller): ApiClient {
  const raw = async (call: string, options: CallOptions = {}) => {
    const [method, path] = call.split(' ') as [string, string]
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(options.params?.[name] ?? ''),
    )
    const query = new URLSearchParams(options.query as Record<string, string>)
    const address = `${url}/api/v1${filled}${query.size > 0 ? `?${query}` : ''}`
    const { body } = options
    const response = await fetch(address, {
      method,
      redirect: 'manual',
      headers: {
        ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...(caller && { Authorization: `Bearer ${caller.token}` }),
        ...options.headers,
      },
      ...(body !== undefined && { body: isReady(body) ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    }
  }
  return Object.assign(raw, {
    raw,
    as: (next: Caller) => apiClient(url, next),
  }) as ApiClient
}

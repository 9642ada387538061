import type { Scope } from '@frontdesk/contract/scopes'
import type { ApiClient, Caller } from './api-client.ts'

/** A key of an admin who has just signed in. */
export async function makeScimKey(
  { api }: { api: ApiClient },
  owner: Caller,
  scopes: Scope[] = ['scim:write'],
) {
  const body = { name: 'Directory', scopes }
  const made = await api.as(owner)('POST /admin/api-keys', { body })
  return made.body
}

interface Options {
  body?: string
  headers?: Record<string, string>
}

/** An answer; `body` is its JSON, else its text. */
interface Answer {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- the form is another's, and what tests look at
  body: any
}

export interface ScimClient {
  (method: string, path: string, body?: unknown): Promise<Answer>
  raw(method: string, path: string, options?: Options): Promise<Answer>
}

/** Calls SCIM of the server at `url` as a directory does, with this token. */
export function scimClient(url: string, token?: string): ScimClient {
  const raw = async (method: string, path: string, { body, headers }: Options = {}) => {
    const response = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: { ...(token && { Authorization: `Bearer ${token}` }), ...headers },
      body,
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? '' : JSON.parse(text),
    }
  }
  const call = async (method: string, path: string, body?: unknown) =>
    raw(method, path, {
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/scim+json' },
      }),
    })
  return Object.assign(call, { raw })
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { call, callForPage, download, onSessionEnd } from './call.ts'
import { isServerReachable } from './connection.ts'
import { FakeStorage } from './fake-storage.fixture.ts'

type Sent = { method: string; path: string; headers: Headers; body: unknown; init: RequestInit }
type Answering = (sent: Sent) => Response | Promise<Response>

let sent: Sent[] = []
let answer: Answering = () => json({})

const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init)
const empty = (status: number, init: ResponseInit = {}) => new Response(null, { ...init, status })
const refused = () => json({ error: 'Invalid email or password' }, { status: 401 })
const id = '01990000-0000-7000-8000-000000000000'
const credentials = { email: 'maya@example.com', password: 'secret-secret' }

/** Gives out `csrf-1`, `csrf-2` and so on, and hands every other request to `rest`. */
function withCsrf(rest: Answering): Answering {
  let given = 0
  return (request) => {
    if (request.path !== '/api/v1/csrf-token') return rest(request)
    given += 1
    return empty(200, { headers: { 'X-CSRF-Token': `csrf-${given}` } })
  }
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`no ApiError but ${String(error)}`)
  return error
}

beforeEach(() => {
  sent = []
  answer = () => json({})
  vi.stubGlobal('sessionStorage', new FakeStorage())
  vi.stubGlobal('localStorage', new FakeStorage())
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const { method = 'GET', body } = init
    const request = { method, path, headers: new Headers(init.headers), body, init }
    sent.push(request)
    return await answer(request)
  })
})

afterEach(() => vi.unstubAllGlobals())

describe('every request', () => {
  it('sends credentials, a JSON content type and the bearer token', async () => {
    sessionStorage.setItem('auth_token', 'tok')
    await call('GET /auth/me')
    expect(sent[0]?.path).toBe('/api/v1/auth/me')
    expect(sent[0]?.init.credentials).toBe('include')
    expect(sent[0]?.headers.get('Content-Type')).toBe('application/json')
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer tok')
  })

  it('sends no Authorization where nobody is signed in', async () => {
    await call('GET /settings/public')
    expect(sent[0]?.headers.has('Authorization')).toBe(false)
  })

  it('finds a remembered token, and prefers the one of this tab', async () => {
    localStorage.setItem('auth_token', 'remembered')
    await call('GET /auth/me')
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer remembered')
    sessionStorage.setItem('auth_token', 'of this tab')
    await call('GET /auth/me')
    expect(sent[1]?.headers.get('Authorization')).toBe('Bearer of this tab')
  })

  it('leaves the content type of a form to the browser', async () => {
    sessionStorage.setItem('csrf_token', 'csrf')
    const form = new FormData()
    await call('POST /auth/logout', { body: form })
    expect(sent[0]?.headers.has('Content-Type')).toBe(false)
    expect(sent[0]?.body).toBe(form)
  })

  it('puts parameters into the path and the query, each encoded', async () => {
    answer = () => json([])
    await call('GET /policies/:id', { params: { id: 'a/b?c' } })
    await call('GET /policies', { query: { search: 'a&b', cursor: undefined, limit: 10 } })
    expect(sent.map(({ path }) => path)).toEqual([
      '/api/v1/policies/a%2Fb%3Fc',
      '/api/v1/policies?search=a%26b&limit=10',
    ])
  })
})

describe('answers', () => {
  it('turns 204 and an empty body into an empty object', async () => {
    sessionStorage.setItem('csrf_token', 'csrf')
    answer = () => empty(204)
    expect(await call('DELETE /policies/:id', { params: { id } })).toEqual({})
    answer = () => new Response('')
    expect(await call('POST /auth/logout')).toEqual({})
  })

  it('reads the ETag, the next cursor and the count', async () => {
    const link = '</api/v1/policies?limit=2&cursor=abc%3D>; rel="next"'
    answer = () => json([], { headers: { ETag: '"3"', Link: link, 'X-Total-Count': '41' } })
    expect(await callForPage('GET /policies')).toEqual({
      data: [],
      etag: '"3"',
      nextCursor: 'abc=',
      total: 41,
      more: false,
    })
    answer = () => json([], { headers: { 'X-Total-Count': '10000', 'X-Total-More': 'true' } })
    expect(await callForPage('GET /policies')).toMatchObject({ total: 10_000, more: true })
    answer = () => json([])
    expect(await callForPage('GET /policies')).toMatchObject({ nextCursor: null, total: null })
  })

  it('hands over a file under the name that the server gives it', async () => {
    const disposition = `attachment; filename="a.csv"; filename*=UTF-8''Best%C3%A4tigt.csv`
    answer = () => new Response('a,b', { headers: { 'Content-Disposition': disposition } })
    const file = await download('GET /admin/policies/outstanding.csv')
    expect(file.filename).toBe('Bestätigt.csv')
    expect(await file.blob.text()).toBe('a,b')
  })
})

describe('the CSRF token', () => {
  it('is fetched before the first change, kept, and never sent with a GET', async () => {
    answer = withCsrf(() => json({}))
    await call('POST /auth/logout')
    await call('POST /auth/logout')
    await call('GET /settings/public')
    expect(sent.map(({ path }) => path)).toEqual([
      '/api/v1/csrf-token',
      '/api/v1/auth/logout',
      '/api/v1/auth/logout',
      '/api/v1/settings/public',
    ])
    expect(sent.map(({ headers }) => headers.get('X-CSRF-Token'))).toEqual([
      null,
      'csrf-1',
      'csrf-1',
      null,
    ])
  })

  it('may come in the body instead of the header', async () => {
    answer = ({ path }) => json(path.endsWith('/csrf-token') ? { csrf_token: 'in body' } : {})
    await call('POST /auth/logout')
    expect(sent[1]?.headers.get('X-CSRF-Token')).toBe('in body')
  })

  it('is fetched once for calls that start together', async () => {
    answer = withCsrf(() => json({}))
    await Promise.all([call('POST /auth/logout'), call('POST /auth/logout')])
    expect(sent.filter(({ path }) => path.endsWith('/csrf-token'))).toHaveLength(1)
  })

  it('is taken from the header of any answer', async () => {
    answer = () => json({}, { headers: { 'X-CSRF-Token': 'fresh' } })
    await call('GET /settings/public')
    expect(sessionStorage.getItem('csrf_token')).toBe('fresh')
  })

  it.each([
    ['the status text', () => json({}, { status: 403, statusText: 'CSRF validation failed' })],
    ['the code of the body', () => json({ code: 'csrf_failed' }, { status: 403 })],
  ])('is replaced and the call repeated once, as %s asks', async (_, refusal) => {
    sessionStorage.setItem('csrf_token', 'stale')
    sessionStorage.setItem('auth_token', 'tok')
    answer = withCsrf(({ headers }) =>
      headers.get('X-CSRF-Token') === 'stale' ? refusal() : json({ token: 't' }),
    )
    expect(await call('POST /auth/login', { body: credentials })).toEqual({ token: 't' })
    expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['login', 'csrf-token', 'login'])
    expect(sent[2]?.body).toBe(JSON.stringify(credentials))
    expect(sessionStorage.getItem('auth_token')).toBe('tok')
  })

  it('gives up after one repetition, without ending the session', async () => {
    sessionStorage.setItem('auth_token', 'tok')
    answer = withCsrf(() => json({ code: 'csrf_failed' }, { status: 403 }))
    const error = await failureOf(call('POST /auth/login', { body: credentials }))
    expect(error.message).toBe('CSRF validation failed - please try again')
    expect(sent.filter(({ path }) => path.endsWith('/login'))).toHaveLength(2)
    expect(sessionStorage.getItem('csrf_token')).toBeNull()
    expect(sessionStorage.getItem('auth_token')).toBe('tok')
  })

  it('says so when it cannot be fetched', async () => {
    answer = () => json({ error: 'Down' }, { status: 500 })
    const error = await failureOf(call('POST /auth/logout'))
    expect(error.message).toBe('Failed to fetch CSRF token')
    expect(sent).toHaveLength(1)
  })
})

describe('failures', () => {
  it('read the error, then the message, then the status', async () => {
    const sentences: string[] = []
    for (const response of [
      json({ error: 'One', message: 'Two' }, { status: 422 }),
      json({ message: 'Two' }, { status: 422 }),
      new Response('<html>', { status: 500, statusText: 'Oh no' }),
    ]) {
      answer = () => response
      const error = await failureOf(call('GET /policies'))
      sentences.push(error.message)
    }
    expect(sentences).toEqual(['One', 'Two', 'Request failed with status 500 (Oh no)'])
  })

  it('carry the code, the fields, the rest of the body and how long to wait', async () => {
    const body = { error: 'No', code: 'busy', fields: { title: 'Too long' }, version: 4 }
    answer = () => json(body, { status: 429, headers: { 'Retry-After': '90' } })
    const error = await failureOf(call('GET /policies'))
    expect(error).toMatchObject({
      status: 429,
      code: 'busy',
      fields: { title: 'Too long' },
      body: { version: 4 },
      retryAfter: 90,
    })
  })

  it('say in plain words that the server cannot be reached, and that it is back', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    const error = await failureOf(call('GET /policies'))
    expect(error).toMatchObject({ status: 0, code: 'unreachable' })
    const why = 'The server can’t be reached. Please check your connection and try again'
    expect(error.message).toBe(`${why}.`)
    const lost = await failureOf(call('PUT /notifications/choices', { body: [] as never }))
    expect(lost.message).toBe(`${why}; what you typed is kept.`)
    expect(isServerReachable()).toBe(false)
    answer = () => json([])
    await call('GET /policies')
    expect(isServerReachable()).toBe(true)
  })

  it('leave a call that was given up on alone', async () => {
    const stop = new AbortController()
    answer = () => {
      stop.abort()
      throw new DOMException('aborted', 'AbortError')
    }
    const calling = call('GET /policies', { signal: stop.signal })
    await expect(calling).rejects.toThrow('aborted')
    expect(isServerReachable()).toBe(true)
  })
})

describe('an ended session', () => {
  it('is cleared from the browser and announced', async () => {
    for (const key of ['auth_token', 'user_data', 'csrf_token']) localStorage.setItem(key, 'x')
    const ended = vi.fn<() => void>()
    const stopHearing = onSessionEnd(ended)
    answer = refused
    const error = await failureOf(call('GET /policies'))
    stopHearing()
    expect(error.message).toBe('Unauthorized: Please log in again')
    expect(ended).toHaveBeenCalledOnce()
    for (const key of ['auth_token', 'user_data', 'csrf_token']) {
      expect(localStorage.getItem(key)).toBeNull()
    }
  })

  it('is not what a refused sign-in means', async () => {
    sessionStorage.setItem('auth_token', 'tok')
    const ended = vi.fn<() => void>()
    const stopHearing = onSessionEnd(ended)
    answer = withCsrf(refused)
    const error = await failureOf(call('POST /auth/login', { body: credentials }))
    stopHearing()
    expect(error.message).toBe('Invalid email or password')
    expect(ended).not.toHaveBeenCalled()
    expect(sessionStorage.getItem('auth_token')).toBe('tok')
  })

  it('does not end the session that began while the answer was on its way', async () => {
    sessionStorage.setItem('auth_token', 'old')
    answer = () => {
      sessionStorage.setItem('auth_token', 'new')
      return refused()
    }
    await failureOf(call('GET /policies'))
    expect(sessionStorage.getItem('auth_token')).toBe('new')
  })
})

describe('a list that the server tags', () => {
  const rows = [{ id, name: 'Maya' }]
  const tagged = () =>
    json(rows, { headers: { ETag: 'W/"one"', Link: '</users?cursor=a>; rel="next"' } })
  const tagsSent = () => sent.map(({ headers }) => headers.get('If-None-Match'))

  it('is asked for by its tag, and is what it was where nothing changed', async () => {
    sessionStorage.setItem('auth_token', 'tok')
    answer = tagged
    await callForPage('GET /users', {})
    answer = () =>
      empty(304, { headers: { ETag: 'W/"one"', Link: '</users?cursor=b>; rel="next"' } })
    expect(await callForPage('GET /users', {})).toMatchObject({ data: rows, nextCursor: 'b' })
    answer = () => json([], { headers: { ETag: 'W/"two"' } })
    expect(await call('GET /users', {})).toEqual([])
    expect(tagsSent()).toEqual([null, 'W/"one"', 'W/"one"'])
    await call('GET /users', { query: { search: 'may' } })
    expect(tagsSent().at(-1)).toBeNull()
  })

  it('is forgotten as the session ends, and not kept for nobody', async () => {
    sessionStorage.setItem('auth_token', 'tok')
    answer = tagged
    await call('GET /users', {})
    answer = refused
    await failureOf(call('GET /auth/me'))
    answer = tagged
    await call('GET /users', {})
    await call('GET /users', {})
    expect(tagsSent().slice(-2)).toEqual([null, null])
  })

  it('is no business of a strong tag, which counts changes for saving', async () => {
    sessionStorage.setItem('auth_token', 'tok')
    answer = () => json({ id }, { headers: { ETag: '"7"' } })
    await callForPage('GET /policies/:id', { params: { id } })
    await callForPage('GET /policies/:id', { params: { id } })
    expect(tagsSent()).toEqual([null, null])
  })
})

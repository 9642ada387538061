import { allEndpoints, type Api } from '@frontdesk/contract/all'
import type { Endpoint, Schema } from '@frontdesk/contract/endpoint'
import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOptions } from '../testing/api-client.ts'
import { exampleCalls } from '../testing/example-calls.ts'
import { createWorld, type World } from '../testing/examples/world.ts'
import { createPolicy } from '../testing/factories.ts'
import { callAsAdmin, fieldsOf, inTurn, notRefused, pathOf } from '../testing/hostile.ts'
import { sendBytes } from '../testing/send.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => world.server.stop())
beforeEach(async () => void (await world.server.db.deleteFrom('rate_limits').execute()))
afterEach(async () => {
  // Whatever was thrown at it, the server goes on.
  const { status } = await world.server.api.as(world.admin)('GET /auth/me')
  if (status !== 200) throw new Error(`The server no longer answers: ${status}`)
})

const walk = allEndpoints.map((endpoint) => ({
  name: `${endpoint.method} ${endpoint.path}` as keyof Api,
  endpoint,
}))

const someFor = <Way>(name: keyof Api, ways: readonly Way[], count: number) =>
  inTurn(
    walk.findIndex((one) => one.name === name),
    ways,
    count,
  )

const HOSTILE_TEXTS = ['NUL \0.', 'half a character \ud800', '\udc00 the other half']

function deepBodies(field: string): string[] {
  const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000)
  return [
    deep('[', ']'),
    deep('[', ''),
    `{"${field}":${deep('{"a":', '}').replace(':}', ':1}')}}`,
    `{"${field}":${deep('[', ']')}}`,
  ]
}

describe.each(walk.filter(({ endpoint }) => endpoint.body))(
  'the body of $name',
  ({ name, endpoint }) => {
    const fields = fieldsOf(endpoint.body)
    // A browser that names no zone we know must not keep the first admin out: it counts as none.
    if (name === 'POST /auth/signup') delete fields.time_zone
    const [anyField = 'x'] = Object.keys(fields)

    // What is refused changes nothing: one example does for all.
    let example: CallOptions | undefined
    const ownExample = async () => (example ??= await exampleCalls[name].input(world))

    async function askWith() {
      const own = await ownExample()
      const good = own.body as object
      return (body: object | string, headers?: Record<string, string>) =>
        callAsAdmin(world, endpoint, {
          ...own,
          body: typeof body === 'string' ? body : { ...good, ...body },
          headers,
        })
    }

    test('with what no text can hold is refused, in every text', async () => {
      const ask = await askWith()
      // Any Unicode makes a password, which is never stored as text.
      const texts = Object.keys(fields).filter(
        (field) => fields[field]!.includes('string') && !field.includes('password'),
      )
      const bodies = texts.flatMap((field) => HOSTILE_TEXTS.map((text) => ({ [field]: text })))
      expect(await notRefused(bodies, ask, [400, 422])).toEqual([])
    })

    test('with a field of another type is refused', async () => {
      const ask = await askWith()
      const values = [[[]], { toString: 'x', length: 3 }, 1e308, -1.5, true, 'x', null]
      const typeOf = (value: unknown) => {
        if (value === null) return 'null'
        return Array.isArray(value) ? 'array' : typeof value
      }
      const bodies = Object.entries(fields).flatMap(([field, types]) =>
        values
          .filter((value) => !types.includes(typeOf(value)))
          .map((value) => ({ [field]: value })),
      )
      expect(await notRefused(bodies, ask, [400, 422])).toEqual([])
    })

    test('that sets prototypes is malformed, and sets none', async () => {
      const ask = await askWith()
      const bodies = [
        '{"__proto__":{"role":"admin","polluted":1}}',
        '{"constructor":{"prototype":{"polluted":1}}}',
        '{"\\u005f_proto__":{"polluted":1}}',
        '{"a":{"b":[{"__proto__":{"polluted":1}}]}}',
      ]
      expect(await notRefused(someFor(name, bodies, 2), ask, [400])).toEqual([])
      expect('polluted' in {}).toBe(false)
    })

    test('that is 100,000 levels deep is refused within a second', async () => {
      const ask = await askWith()
      const ways = someFor(name, deepBodies(anyField), 1)
      expect(await notRefused(ways, ask, [400, 413, 422])).toEqual([])
    })

    test('that says it is 5 MB is refused before it comes', async () => {
      const { params } = await ownExample()
      const head = [
        `${endpoint.method} ${pathOf(endpoint, params)} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${world.admin.token}`,
        'Content-Type: application/json',
        'Connection: close',
        `Content-Length: ${5 << 20}`,
        '\r\n',
      ].join('\r\n')
      const huge = await sendBytes(world.server.url, head)
      expect(huge.status).toBe(413)
    })

    test('of another content type is not read', async () => {
      const ask = await askWith()
      const types = [
        'text/plain',
        'text/plain; application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        'application/json+x',
        'application/vnd.api+json',
        'text/json',
        'application/json, text/plain',
        'application/json\t,text/plain',
        '*/*',
        '',
      ]
      const send = (type: string) => ask({}, { 'Content-Type': type })
      expect(await notRefused(someFor(name, types, 4), send, [415])).toEqual([])
    })

    test('of an oddly written content type is checked like any other', async () => {
      const ask = await askWith()
      const wrong = Object.fromEntries(Object.keys(fields).map((field) => [field, { not: 'this' }]))
      const types = [
        'application/json;odd',
        'application/json\t; charset=utf-8',
        'application/json\t',
        'application/json ;charset=x',
        'APPLICATION/JSON',
        'application/json;',
        'application/json; charset=utf-16',
      ]
      const send = (type: string) => ask(wrong, { 'Content-Type': type })
      expect(await notRefused(someFor(name, types, 3), send, [400, 415, 422])).toEqual([])
    })
  },
)

const queriesWith = (...names: string[]) =>
  walk.filter(({ endpoint }) => names.every((name) => name in fieldsOf(endpoint.query)))

/** Calls an endpoint with this query, as it is. */
const askQuery =
  ({ name, endpoint }: (typeof walk)[number]) =>
  async (query: string) => {
    const { params } = await exampleCalls[name].input(world)
    return callAsAdmin(world, endpoint, { params, raw: { query } })
  }

async function statusesOf(target: (typeof walk)[number], queries: string[]): Promise<number[]> {
  const ask = askQuery(target)
  return Promise.all(queries.map(async (query) => (await ask(query)).status))
}

describe.each(walk.filter(({ endpoint }) => endpoint.query))('the query of $name', (target) => {
  const fields = Object.keys(fieldsOf(target.endpoint.query))
  const inEach = (value: string) => fields.map((field) => `${field}=${value}`)

  test('with NUL in any part is refused, and broken escapes do no harm', async () => {
    expect(await notRefused(inEach('a%00b'), askQuery(target), [400])).toEqual([])
    const escapes = ['%ED%A0%80', '%', '%ff%fe', '%zz', '%F0%9F']
    const broken = someFor(target.name, escapes, 2).flatMap(inEach)
    expect(Math.max(...(await statusesOf(target, broken)))).toBeLessThan(500)
  })

  test('with a part twice is refused; lists and objects are not made', async () => {
    const twice = fields.map((field) => `${field}=true&${field}=1`)
    expect(await notRefused(twice, askQuery(target), [400])).toEqual([])
    const odd = fields.map((field, index) => `${field}${['[]', '[a]', '[__proto__]'][index % 3]}=1`)
    const anyNames = [
      '__proto__=1',
      '__proto__[role]=admin',
      'constructor=1',
      'toString=1',
      '=',
      '&&',
    ]
    const names = someFor(target.name, anyNames, 2)
    const { query } = await exampleCalls[target.name].input(world)
    const needed = new URLSearchParams(query as Record<string, string> | undefined)
    const queries = [...odd, ...names].map((more) => `${needed}&${more}`)
    expect(new Set(await statusesOf(target, queries))).toEqual(new Set([200]))
    expect('role' in {}).toBe(false)
  })
})

test.each(queriesWith('limit'))('$name refuses an absurd limit', async (target) => {
  const limits = ['-1', '0', '1.5', '1001', '1e9', 'NaN', 'Infinity', '', '9'.repeat(400), 'x']
  const queries = limits.map((limit) => `limit=${limit}`)
  expect(await notRefused(queries, askQuery(target), [400])).toEqual([])
})

test.each(queriesWith('search'))('$name takes what looks like SQL for text', async (target) => {
  const texts = ["' or 1=1 --", '%', '_', '\\', "\\'; drop table users; --", '$1', '(((', '%%%']
  const queries = texts.map((text) => `search=${encodeURIComponent(text)}`)
  expect(new Set(await statusesOf(target, queries))).toEqual(new Set([200]))
})

test.each(queriesWith('cursor'))('$name refuses cursors that it never gave', async (target) => {
  const cursor = (place: unknown) => {
    const text = typeof place === 'string' ? place : JSON.stringify(place)
    return `cursor=${Buffer.from(text).toString('base64url')}`
  }
  const id = uuidv7()
  const nowhere = [
    'not json',
    '["a"',
    null,
    {},
    [],
    [1],
    [['a'], [id]],
    [{ a: 1 }, id],
    ['a', null],
    ['a\0b', id],
    [id, id, id, id],
    "['a', 'b']; select 1",
  ].map(cursor)
  const unreadable = ['%00', '!', 'a'.repeat(2001), '%F0%9F'].map((raw) => `cursor=${raw}`)
  expect(await notRefused([...nowhere, ...unreadable], askQuery(target), [400])).toEqual([])
  // Whether these are places depends on the order of the list.
  const somewhere = [
    ['a', 'not-an-id'],
    ['a', 'not-an-id', 'not-an-id'],
    ['not a time', 'not a number'],
    ['a', 1e300],
    [1, 2],
    [1, 2, 3],
    ['infinity', '9'.repeat(30)],
    ['2026-99-99', 1],
    ['\ud800', id],
    ['2026-01-01', id, 'x'],
    ['999999-01-01', id, id],
  ].map(cursor)
  for (const status of await statusesOf(target, somewhere)) expect([200, 400]).toContain(status)
})

test.each(walk.filter(({ endpoint }) => endpoint.params))(
  'the path of $name takes ids only',
  async ({ name, endpoint }) => {
    const { params = {}, body, headers } = await exampleCalls[name].input(world)
    const parts = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, part]) => part!)
    const anywhere = [
      '%0d%0a',
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e',
      '%',
      '%zz',
      '%e0%a4',
      '%ed%a0%80',
      '-1',
      'null',
      '__proto__',
      'constructor',
      '*',
      'a'.repeat(3000),
    ]
    const spoiled = parts.flatMap((part) =>
      [
        ...someFor(name, anywhere, 4),
        '%00',
        '0',
        "'or'1'='1",
        params[part]!.slice(1),
        `${params[part]}0`,
        // People read a certificate's code out with dashes and without.
        ...(part === 'code' ? [] : [params[part]!.replaceAll('-', '')]),
        `%7b${params[part]}%7d`,
        `urn:uuid:${params[part]}`,
        'a'.repeat(499),
      ]
        // A token may have no hyphen to lose.
        .filter((id) => id !== params[part])
        .map((id) => ({ [part]: id })),
    )
    const ask = (raw: Record<string, string>) =>
      callAsAdmin(world, endpoint, { params, body, headers, raw: { params: raw } })
    expect(await notRefused(spoiled, ask, [400, 404, 414])).toEqual([])
    // A token is exactly what it is, and so are Stripe's ids and the names of pictures.
    if (parts.includes('token') || /^\/(?:payments|pictures)\//.test(endpoint.path)) return
    const upper = Object.fromEntries(parts.map((part) => [part, params[part]!.toUpperCase()]))
    // A way back from a provider sends on.
    expect((await ask(upper)).status).toBeLessThan(name.endsWith('/callback') ? 304 : 300)
  },
)

test.each([
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '+275760-09-13T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  'infinity',
  'now',
  '1e99',
])('the date %s is refused', async (due) => {
  const api = world.server.api.as(world.admin)
  const { id } = await createPolicy(api)
  const body = { everyone: true, due_at: due }
  const answer = await api.raw('POST /policies/:id/assign', { params: { id }, body })
  expect([400, 422]).toContain(answer.status)
})

test.each([0, -1, 1.5, 1e21, 2 ** 53, Number.MAX_VALUE, '1', [1]])(
  'the version %j is refused',
  async (version) => {
    const api = world.server.api.as(world.admin)
    const { id } = await createPolicy(api)
    const answer = await api.raw('POST /policies/:id/acknowledge', {
      params: { id },
      body: { version },
    })
    expect([400, 422]).toContain(answer.status)
  },
)

test('lists of people have an end, and every id in them is looked at', async () => {
  const api = world.server.api.as(world.admin)
  const { id } = await createPolicy(api)
  const assign = (body: object) => api.raw('POST /policies/:id/assign', { params: { id }, body })
  const many = Array.from({ length: 1001 }, () => uuidv7())
  expect((await assign({ user_ids: many })).status).toBe(422)
  expect((await assign({ user_ids: [world.agent.id, uuidv7()] })).status).toBe(422)
  expect((await assign({ user_ids: [world.agent.id, '__proto__'] })).status).toBe(422)
  const twice = await assign({ user_ids: [world.agent.id, world.agent.id.toUpperCase()] })
  expect(twice).toMatchObject({ status: 200, body: [{ user_id: world.agent.id }] })
})

describe('at random', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('\0', '\ud800', '\uFEFF', '\u202Eabc', '9'.repeat(400), '../..', '$(id)'),
    fc.double().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  )
  const value = fc.oneof(
    text,
    fc.double(),
    fc.integer(),
    fc.constantFrom(null, true, [], {}, -0, 1e308),
    fc.jsonValue({ maxDepth: 3 }),
    fc.array(fc.uuid(), { maxLength: 3 }),
    fc.uuid(),
  )
  const partsOf = (schema: Schema | undefined, of: fc.Arbitrary<unknown>) =>
    fc.record(Object.fromEntries(Object.keys(fieldsOf(schema)).map((key) => [key, of])), {
      requiredKeys: [],
    })
  const inputsOf = ({ params, query, body }: Endpoint) =>
    fc.record({
      params: partsOf(params, text),
      query: partsOf(query, text),
      fields: partsOf(body, value),
      instead: fc.option(value, { freq: 5, nil: undefined }),
    })
  /** An address can't hold half a character. */
  const wellFormed = (parts: object) =>
    Object.fromEntries(
      Object.entries(parts).map(([key, part]) => [key, String(part).toWellFormed()]),
    )

  test.each(walk)('$name never fails', async ({ name, endpoint }) => {
    const example = await exampleCalls[name].input(world)
    const answers: number[] = []
    const property = fc.asyncProperty(inputsOf(endpoint), async (input) => {
      const { params, query, fields, instead } = input
      const body =
        instead === undefined ? { ...(example.body as object), ...fields } : JSON.stringify(instead)
      const { status } = await callAsAdmin(world, endpoint, {
        params: { ...example.params, ...wellFormed(params) },
        query: wellFormed(query),
        headers: example.headers,
        ...(endpoint.body && { body }),
      })
      answers.push(status)
      return status < 500
    })
    await fc.assert(property, { numRuns: 8 })
    expect(answers.length).toBeGreaterThanOrEqual(8)
  })
})

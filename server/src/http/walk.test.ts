import { allEndpoints, type Api } from '@frontdesk/contract/all'
import type { Endpoint } from '@frontdesk/contract/endpoint'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { exampleCalls } from '../testing/example-calls.ts'
import { createWorld, signAgentInAgain, type World } from '../testing/examples/world.ts'
import { createPolicy } from '../testing/factories.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => world.server.stop())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}` as keyof Api
const walk = allEndpoints.map((endpoint) => ({ name: nameOf(endpoint), endpoint }))
const typeOf = ({ response, produces }: Endpoint) =>
  produces ?? (response ? 'application/json' : 'none')
const successOf = ({ status, response, produces }: Endpoint) =>
  status ?? (response || produces ? 200 : 204)

test('every endpoint of the contract has an example, and every example an endpoint', () => {
  expect(Object.keys(exampleCalls).sort()).toEqual(walk.map(({ name }) => name).sort())
})

test.each(walk)(
  '$name answers with the declared fields only, and leaves its trace in the audit trail',
  async ({ name, endpoint }) => {
    const { input, audit } = exampleCalls[name]
    const options = await input(world)
    const before = await newestAuditEvent()
    const headers = { 'User-Agent': 'Walk/1', ...options.headers }
    const answer = await world.server.api.as(world.admin).raw(name, { ...options, headers })
    const schema = endpoint.response as z.ZodType | undefined
    expect(answer.status).toBe(successOf(endpoint))
    expect(answer.body).toEqual(schema?.parse(answer.body) ?? answer.body)
    expect(answer.headers.get('content-type') ?? 'none').toContain(typeOf(endpoint))
    expect(JSON.stringify(answer.body)).not.toMatch(/password_hash|token_hash|\$argon2/)
    const events = await auditEventsAfter(before)
    expect(events).toEqual(audit ? [traceOf(audit)] : [])
    // A secret's name may be what happened; the secret is never part of it.
    const told = JSON.stringify(events.map((event) => ({ ...event, action: '' })))
    expect(told).not.toMatch(/password|token|argon2|brass bell/)
  },
)

const SOMEBODY = {
  actor_id: expect.stringMatching(UUID) as string,
  actor_name: expect.stringMatching(/^(Ada Broker|Ben Agent|New Comer)$/) as string,
}
/** Without an account, and named by their link. */
const AUDITOR = { actor_id: null, actor_name: 'Ms. Vance, auditor (auditor’s link)' }

/** Who, what, when, and from where. */
const traceOf = (action: string): unknown =>
  expect.objectContaining({
    action,
    ...(action === 'auditor_link.viewed' ? AUDITOR : SOMEBODY),
    happened_at: expect.toSatisfy(
      (time: string) => Math.abs(Date.now() - Date.parse(time)) < 60_000,
    ),
    ip: '127.0.0.1',
    user_agent: 'Walk/1',
    request_id: expect.stringMatching(UUID),
  })

test('after all of it the agent can sign in again', async () => {
  await signAgentInAgain(world)
  expect((await world.server.api.as(world.agent)('GET /auth/me')).status).toBe(200)
})

test.each(walk.filter(({ endpoint }) => endpoint.access !== 'public'))(
  '$name says 401 to nobody and to a made-up token, before it looks at what was sent',
  async ({ name, endpoint }) => {
    const options = await unreadable(name, endpoint)
    const refusal = {
      status: 401,
      body: { code: 'unauthorized', error: 'Unauthorized: Please log in again' },
    }
    expect(await world.server.api.raw(name, options)).toMatchObject(refusal)
    const madeUp = world.server.api.as({ token: 'a'.repeat(43) })
    expect(await madeUp.raw(name, options)).toMatchObject(refusal)
  },
)

test.each(walk.filter(({ endpoint }) => endpoint.access === 'admin'))(
  '$name says 403 to an agent before it looks at what was sent, and writes that down',
  async ({ name, endpoint }) => {
    const options = await unreadable(name, endpoint)
    const before = await newestAuditEvent()
    const answer = await world.server.api.as(world.agent).raw(name, options)
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await auditActionsAfter(before)).toEqual(['access.refused'])
  },
)

/** The example's address with a body that is not JSON. */
async function unreadable(name: keyof Api, { method }: Endpoint): Promise<Options> {
  const { params } = await exampleCalls[name].input(world)
  return { params, ...(method !== 'GET' && { body: '{"broken' }) }
}

test.each(walk.filter(({ endpoint }) => endpoint.params || endpoint.query || endpoint.body))(
  '$name refuses garbage in its path, query and body with a reason, and does nothing',
  async ({ name, endpoint }) => {
    const options = await exampleCalls[name].input(world)
    const before = await newestAuditEvent()
    const api = world.server.api.as(world.admin)
    for (const spoiled of spoiledVariants(endpoint, options)) {
      const { status, body } = await api.raw(name, spoiled)
      expect({ spoiled, status, body }).toEqual({
        spoiled,
        status: expect.toBeOneOf([400, 404, 422]),
        body: expect.objectContaining({ error: expect.any(String), code: expect.any(String) }),
      })
    }
    expect(await auditActionsAfter(before)).toEqual([])
  },
)

type Options = Awaited<ReturnType<(typeof exampleCalls)[keyof Api]['input']>>

/** The example with one part of it replaced by what cannot be meant. */
function spoiledVariants(endpoint: Endpoint, options: Options): Options[] {
  const params = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const ids = ['not-an-id', '0', "1' or '1'='1", uuidv7(), `${uuidv7()} `]
  return [
    ...params.flatMap((name) =>
      ids.map((id) => ({ ...options, params: { ...options.params, [name]: id } })),
    ),
    ...(endpoint.query
      ? [
          {
            ...options,
            query: {
              limit: '-1',
              search: 'x'.repeat(5000),
              size: '-1',
              preview: '-1',
              format: '-1',
              session: '-1',
              as_of: '-1',
              version: '-1',
              draft_id: '-1',
              policy_id: '-1',
              item_id: '-1',
            },
          },
        ]
      : []),
    ...(endpoint.body
      ? ['[]', '"text"', '5', 'null', '{', '{"a":1', '{"__proto__":{}}'].map((body) => ({
          ...options,
          body,
        }))
      : []),
  ]
}

async function newestAuditEvent(): Promise<string> {
  const newest = await world.server.db
    .selectFrom('audit_events')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.id ?? '00000000-0000-0000-0000-000000000000'
}

const auditEventsAfter = (id: string) =>
  world.server.db
    .selectFrom('audit_events')
    .selectAll()
    .where('id', '>', id)
    // Jobs work at the same time, and tell of what they do.
    .where('user_agent', '<>', 'jobs')
    .where('ip', '<>', 'the server itself')
    .orderBy('id')
    .execute()

const auditActionsAfter = async (id: string) =>
  (await auditEventsAfter(id)).map(({ action }) => action)

test('a conflict shows the current policy with its declared fields only', async () => {
  const api = world.server.api.as(world.admin)
  const policy = await createPolicy(api)
  const answer = await api.raw('PUT /policies/:id', {
    params: { id: policy.id },
    headers: { 'If-Match': '"0"' },
    body: { title: 'Other', content: 'Other' },
  })
  expect(answer.status).toBe(409)
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'current', 'error'])
  expect(Object.keys(answer.body.current as object).sort()).toEqual(Object.keys(policy).sort())
})

import { allEndpoints, type Api } from '@frontdesk/contract/all'
import { type Scope, SCOPES } from '@frontdesk/contract/scopes'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertApiKey } from '../features/api-keys/api-keys.queries.ts'
import { createMember, type Member } from '../testing/factories.ts'
import { KEY_NEEDS } from '../testing/key-needs.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { newKey } from './api-key.ts'

let server: TestServer
let admin: Member
const keyOf = new Map<Scope | 'all', { token: string }>()
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  for (const scope of SCOPES) keyOf.set(scope, await makeKey([scope]))
  keyOf.set('all', await makeKey([...SCOPES]))
})
afterAll(async () => server.stop())

async function makeKey(scopes: Scope[]) {
  const { key, publicId } = newKey()
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  await insertApiKey(server.db, {
    id: uuidv7(),
    key,
    publicId,
    userId: admin.id,
    name: scopes.length === 1 ? scopes[0]! : 'All',
    scopes,
    expiresAt,
  })
  return { token: key }
}

/** About nothing that there is: only what is said at the door counts here; the access matrix goes in. */
async function knock(name: keyof Api, key: Scope | 'all'): Promise<string> {
  const names = [...name.matchAll(/:(\w+)/g)].map(([, param]) => param!)
  const params = Object.fromEntries(names.map((param) => [param, uuidv7()]))
  const body = name.startsWith('GET') ? undefined : {}
  const answer = await server.api.as(keyOf.get(key)!).raw(name, { params, body })
  const { code } = answer.body as { code: string }
  if (answer.status === 401) return code
  return ['scope_missing', 'not_by_key'].includes(code) ? code : 'in'
}

const rows = allEndpoints.map(({ method, path }) => {
  const name = `${method} ${path}` as keyof Api
  return { name, needed: KEY_NEEDS[name] }
})
const scoped = rows.filter(({ needed }) => needed !== 'never' && needed !== 'anyone')

test.each(scoped)('$name opens for $needed, and for no other scope', async ({ name, needed }) => {
  const seen = await Promise.all(SCOPES.map(async (scope) => [scope, await knock(name, scope)]))
  expect(Object.fromEntries(seen)).toEqual(
    Object.fromEntries(SCOPES.map((scope) => [scope, scope === needed ? 'in' : 'scope_missing'])),
  )
})

test.each(rows.filter(({ needed }) => needed === 'never'))(
  '$name opens for no key, whatever its scopes',
  async ({ name }) => expect(await knock(name, 'all')).toBe('not_by_key'),
)

test('every scope but that of directories opens something', () => {
  expect(new Set(scoped.map(({ needed }) => needed))).toEqual(
    new Set(SCOPES.filter((scope) => !scope.startsWith('scim:'))),
  )
})

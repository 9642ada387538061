import { COUNTED_EXACTLY } from '@frontdesk/contract/fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../testing/factories.ts'
import { fillLargeTables } from '../testing/large-fill.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  await fillLargeTables(server.db, COUNTED_EXACTLY + 20)
})
afterAll(async () => server.stop())

/** How many a list says that there are, and whether there are more. */
async function countOf(path: string): Promise<[total: string | null, more: string | null]> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    headers: { Authorization: `Bearer ${admin.token}` },
  })
  expect([path, answer.status]).toEqual([path, 200])
  return [answer.headers.get('X-Total-Count'), answer.headers.get('X-Total-More')]
}

test.each([
  '/documents?limit=1',
  '/admin/policies/acknowledgments?limit=1',
  '/admin/tests/attempts?limit=1',
  '/admin/mails?limit=1',
  '/admin/obligations?limit=1',
])('%s: more than are counted are more than 10,000', async (path) => {
  expect(await countOf(path)).toEqual(['10000', 'true'])
})

test.each([
  ['/documents?limit=1&kind=text', '3340'],
  ['/admin/policies/acknowledgments?limit=1&search=Person+499', '20'],
  ['/admin/tests/attempts?limit=1&search=p499%40', '20'],
  ['/admin/mails?limit=1&search=nobody', '0'],
  ['/admin/policies/outstanding?limit=1', '1002'],
])('%s: fewer are exact', async (path, total) => {
  expect(await countOf(path)).toEqual([total, null])
})

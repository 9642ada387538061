import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ana: Member
beforeAll(async () => {
  server = await startTestServer()
  ana = await createMember(server)
})
afterAll(async () => server.stop())

const choose = (time_zone: unknown) =>
  server.api.as(ana).raw('PUT /users/me/time-zone', { body: { time_zone } })

test('a person lives by the brokerage’s clock until they choose another, and again after', async () => {
  const before = await server.api.as(ana)('GET /users/me/time-zone')
  expect(before.body).toEqual({ time_zone: null, brokerage_time_zone: expect.any(String) })
  const { body } = await choose('Asia/Tokyo')
  expect(body).toEqual({ ...before.body, time_zone: 'Asia/Tokyo' })
  const other = await createMember(server)
  expect((await server.api.as(other)('GET /users/me/time-zone')).body).toEqual(before.body)
  expect((await choose(null)).body).toEqual(before.body)
})

test.each(['Mars/Olympus', "UTC'; drop table users", '', 'utc', '+05:00', 7, undefined])(
  'a time zone that is none is refused in words: %j',
  async (zone) => {
    const answer = await choose(zone)
    expect(answer.status).toBeOneOf([400, 422])
    expect(answer.body.fields).toEqual({ time_zone: expect.any(String) })
  },
)

test('every name on offer is one that the database knows', async () => {
  const known = await server.db
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a view of PostgreSQL's own
    .selectFrom('pg_timezone_names' as never)
    .select('name' as never)
    .execute()
  const names = new Set(known.map((row) => Object.values(row)[0]))
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => !names.has(zone))).toEqual([])
})

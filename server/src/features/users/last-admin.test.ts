import { expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

type Removal = (server: TestServer, by: Member, of: Member) => Promise<number>

const put =
  (body: object): Removal =>
  async (server, by, of) =>
    (await server.api.as(by).raw('PUT /admin/users/:id', { params: { id: of.id }, body })).status

const remove: Removal = async (server, by, of) =>
  (await server.api.as(by).raw('DELETE /admin/users/:id', { params: { id: of.id } })).status

const inBulk: Removal = async (server, by, of) => {
  const body = { user_ids: [of.id], status: 'inactive' }
  const answer = await server.api.as(by).raw('POST /admin/users/change-status', { body })
  const [result] = (answer.body.results ?? []) as { outcome: string; problem: string }[]
  return result?.outcome === 'refused' ? 409 : answer.status
}

const WAYS: [string, Removal][] = [
  ['demoting', put({ role: 'agent' })],
  ['deactivating', put({ status: 'inactive' })],
  ['deleting', remove],
  ['deactivating in bulk', inBulk],
]

/** A server with so many admins and nobody else. */
async function withAdmins(
  count: number,
  run: (server: TestServer, admins: Member[]) => Promise<void>,
): Promise<void> {
  const server = await startTestServer()
  try {
    const admins: Member[] = []
    for (let number = 0; number < count; number += 1) {
      admins.push(await createMember(server, { role: 'admin' }))
    }
    await run(server, admins)
    const left = server.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
    expect(await left.execute()).toHaveLength(1)
  } finally {
    await server.stop()
  }
}

test.each(WAYS)('the last active admin stays: %s', async (_, way) => {
  await withAdmins(1, async (server, [ada]) => {
    expect(await way(server, ada!, ada!)).toBe(409)
    const answer = await server.api.as(ada!).raw('PUT /admin/users/:id', {
      params: { id: ada!.id },
      body: { role: 'manager', title: 'Gone' },
    })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'last_admin', error: 'The last active admin has to stay an admin' },
    })
  })
})

test.each(WAYS)('of the last two who remove themselves at once one stays: %s', async (_, way) => {
  await withAdmins(2, async (server, [ada, bea]) => {
    const statuses = await Promise.all([way(server, ada!, ada!), way(server, bea!, bea!)])
    expect(statuses.filter((status) => status === 409)).toHaveLength(1)
  })
})

test.each(WAYS)('of the last two who remove each other at once one stays: %s', async (_, way) => {
  await withAdmins(2, async (server, [ada, bea]) => {
    const statuses = await Promise.all([way(server, ada!, bea!), way(server, bea!, ada!)])
    // The slower one has lost its session or its role by then.
    const [slower, ...others] = statuses.filter((status) => status >= 300)
    expect(others).toEqual([])
    expect([401, 403, 404, 409]).toContain(slower)
  })
})

test('all admins at once in one call: the rest goes, one stays', async () => {
  await withAdmins(3, async (server, admins) => {
    const { body } = await server.api.as(admins[1]!)('POST /admin/users/change-status', {
      body: { user_ids: admins.map(({ id }) => id), status: 'inactive' },
    })
    // Whoever asks comes last, and is the one to stay.
    expect(body.results.map(({ outcome }) => outcome)).toEqual(['changed', 'refused', 'changed'])
    expect(body.results[1]!.problem).toContain('last active admin')
  })
})

test('an admin who was invited, and has no password yet, is nobody to lean on', async () =>
  withAdmins(1, async (server, [only]) => {
    const api = server.api.as(only!)
    const { body: guest } = await api('POST /auth/invite', {
      body: { email: 'next@example.com', role: 'admin' },
    })
    const activate = { params: { id: guest.id }, body: { status: 'active' as const } }
    expect((await api('PUT /admin/users/:id', activate)).body.status).toBe('active')
    for (const [, removal] of WAYS) expect(await removal(server, only!, only!)).toBe(409)
    await api.raw('PUT /admin/users/:id', { params: { id: guest.id }, body: { role: 'agent' } })
  }))

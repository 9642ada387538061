/** Two changes at the same moment, of which each could miss what the other writes. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const ROUNDS = 12

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

const asAdmin = () => server.api.as(admin)
const assign = async (id: string, body: Record<string, unknown>) =>
  asAdmin()('POST /policies/:id/assign', { params: { id }, body })

/** By person and policy: what is open, by the rows and by a plain reading of what they rest on. */
async function compare() {
  const { rows } = await sql<{ pair: string; row: boolean; plain: boolean }>`
    select users.id || ' ' || policies.id as pair, stored.open is not null as row, plain.open as plain
    from users cross join policies
    left join lateral (
      select true as open from obligations
      where user_id = users.id and item_id = policies.id and closed_at is null
    ) as stored on true
    cross join lateral (
      select users.status = 'active' and users.deleted_at is null and policies.deleted_at is null
        and exists (
          select from requirements where policy_id = policies.id and (
            user_id = users.id or role = users.role or everyone or team_id in (
              select team_id from team_members where team_members.user_id = users.id and member
            )
          )
        )
        and not exists (
          select from policy_acknowledgments
          where user_id = users.id and policy_id = policies.id and version >= policies.material_version
        ) as open
    ) as plain
  `.execute(server.db)
  return rows
}

/** Pairs of changes, each with what has to be there before. */
const PAIRS: Record<string, () => Promise<(() => Promise<unknown>)[]>> = {
  'somebody joins while everyone is asked': async () => {
    const { id } = await createPolicy(asAdmin())
    return [async () => createMember(server), async () => assign(id, { everyone: true })]
  },
  'somebody signs while the text changes': async () => {
    const { id, title } = await createPolicy(asAdmin())
    const person = await createMember(server)
    await assign(id, { user_ids: [person.id] })
    const params = { id }
    const body = { title, content: 'Another text.', material: true }
    return [
      async () => server.api.as(person)('POST /policies/:id/acknowledge', { params }),
      async () => asAdmin()('PUT /policies/:id', { params, body }),
    ]
  },
  'somebody changes role while the role is asked': async () => {
    const { id } = await createPolicy(asAdmin())
    const person = await createMember(server)
    const params = { id: person.id }
    return [
      async () => asAdmin()('PUT /admin/users/:id', { params, body: { role: 'manager' } }),
      async () => assign(id, { roles: ['manager'] }),
    ]
  },
  'somebody comes into a team while it is asked': async () => {
    const { id } = await createPolicy(asAdmin())
    const person = await createMember(server)
    const body = { name: `Office of ${id}`, member_ids: [], manager_ids: [] }
    const team = (await asAdmin()('POST /teams', { body })).body
    const params = { id: team.id }
    return [
      async () =>
        asAdmin()('PUT /teams/:id', { params, body: { ...body, member_ids: [person.id] } }),
      async () => assign(id, { team_ids: [team.id] }),
    ]
  },
  'somebody leaves while they are asked': async () => {
    const { id } = await createPolicy(asAdmin())
    const person = await createMember(server)
    const params = { id: person.id }
    return [
      async () => asAdmin()('PUT /admin/users/:id', { params, body: { status: 'inactive' } }),
      async () => assign(id, { user_ids: [person.id] }),
    ]
  },
}

test.each(Object.entries(PAIRS))('%s: nothing is missed', async (_, prepare) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const changes = await prepare()
    // Each of them is the first to begin in half of the rounds.
    await Promise.all((round % 2 === 0 ? changes : changes.toReversed()).map((change) => change()))
  }
  const rows = await compare()
  expect(rows.length).toBeGreaterThan(ROUNDS)
  expect(rows.filter(({ row, plain }) => row !== plain)).toEqual([])
})

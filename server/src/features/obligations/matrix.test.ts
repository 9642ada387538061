import { buffer } from 'node:stream/consumers'
import { MOST_MATRIX_ITEMS } from '@frontdesk/contract/matrix'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDatabase } from '../../testing/backups.ts'
import { createMember, createPolicy, createTest, type Member } from '../../testing/factories.ts'
import { passDays } from '../../testing/pass-days.ts'
import { cellsOfMatrix, cellsOfRegister } from '../../testing/plain-matrix.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { matrixPdf } from './matrix-pdf.ts'

const DAY = 86_400_000

let server: TestServer
let admin: Member
let ana: Member
let ben: Member
let cleo: Member
let teamId: string
const ids: Record<string, string> = {}

const asAdmin = () => server.api.as(admin)
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const matrix = async (query = {}) => (await asAdmin()('GET /admin/matrix', { query })).body
const rowOf = (of: Awaited<ReturnType<typeof matrix>>, who: Member) =>
  of.people.find((person) => person.user_id === who.id)?.cells

const sign = async (who: Member, id: string) =>
  server.api.as(who)('POST /policies/:id/acknowledge', { params: { id } })
const ask = async (title: string, body: Record<string, unknown>) => {
  ids[title] = (await createPolicy(asAdmin(), { title })).id
  await asAdmin().raw(`POST /policies/${ids[title]}/assign`, { body })
}

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada' })
  ana = await createMember(server, { firstName: 'Ana' })
  ben = await createMember(server, { firstName: 'Ben', role: 'manager' })
  cleo = await createMember(server, { firstName: 'Cleo' })
  const people = { member_ids: [ana.id, cleo.id], manager_ids: [ben.id] }
  teamId = (await asAdmin()('POST /teams', { body: { name: 'Harbor', ...people } })).body.id
  const everybody = { user_ids: [ana.id, ben.id, cleo.id] }
  await ask('=B overdue', { ...everybody, due_at: inDays(20) })
  await ask('A done', { ...everybody })
  await ask('C yearly', { user_ids: [ana.id], recurrence: { type: 'rolling', months: 12 } })
  await ask('D soon', { user_ids: [ben.id], due_at: inDays(35) })
  const quiz = await createTest(asAdmin(), { title: 'E quiz' })
  await asAdmin()('POST /tests/:id/assign', {
    params: { id: quiz.id },
    body: { user_ids: [ben.id] },
  })
  await sign(ana, ids['A done']!)
  await sign(ana, ids['C yearly']!)
  await passDays(server.db, 30)
  const { body } = await asAdmin()('GET /admin/obligations', {
    query: { item_id: ids['A done']!, user_id: cleo.id },
  })
  const waived = { ids: [body[0]!.id], reason: 'On leave' }
  await asAdmin()('POST /admin/obligations/waive', { body: waived })
})
afterAll(async () => server.stop())

test('people stand by name, items by title, and each cell says how it is', async () => {
  const now = await matrix()
  expect(now.items.map(({ title }) => title)).toEqual([
    '=B overdue',
    'A done',
    'C yearly',
    'D soon',
    'E quiz',
  ])
  expect(now.people.map(({ name, cells }) => [name.split(' ')[0], cells])).toEqual([
    ['Ana', 'lmm..'],
    ['Ben', 'lo.so'],
    ['Cleo', 'lw...'],
  ])
  expect(now.left_out).toEqual({ people: 0, items: 0 })
})

test('a past day is shown as it was, to the letter of its register', async () => {
  const moments = [31, 30.01, 29.99, 25, 15, 11, 9, 2, 0.01].map((days) => inDays(-days))
  for (const as_of of moments) {
    const { body } = await asAdmin()('GET /admin/obligations', { query: { as_of, limit: 200 } })
    const then = await matrix({ as_of })
    expect(cellsOfMatrix(then), as_of).toEqual(cellsOfRegister(body))
    expect(then.as_of).toBe(as_of)
  }
  // Asked of thirty days ago and due ten days ago.
  expect(rowOf(await matrix({ as_of: inDays(-15) }), cleo)).toBe('so...')
  expect(await matrix({ as_of: inDays(-40) })).toMatchObject({ items: [], people: [] })
})

test('a due date that was moved is the one that held', async () => {
  const item_id = ids['=B overdue']!
  const { body } = await asAdmin()('GET /admin/obligations', {
    query: { item_id, user_id: ben.id },
  })
  await asAdmin()('POST /admin/obligations/move', {
    body: { ids: [body[0]!.id], due_at: inDays(90) },
  })
  expect(rowOf(await matrix(), ben)).toBe('oo.so')
  expect(rowOf(await matrix({ as_of: inDays(-5) }), ben)).toBe('lo.oo')
})

test('is narrowed by team, role, kind and person', async () => {
  const names = async (query: Record<string, string>) =>
    (await matrix(query)).people.map(({ name }) => name.split(' ')[0])
  expect(await names({ team_id: teamId })).toEqual(['Ana', 'Cleo'])
  expect(await names({ role: 'manager' })).toEqual(['Ben'])
  expect(await names({ search: 'cleo' })).toEqual(['Cleo'])
  expect(await names({ kind: 'standalone' })).toEqual(['Ben'])
  const { items } = await matrix({ team_id: teamId })
  expect(items.map(({ title }) => title)).toEqual(['=B overdue', 'A done', 'C yearly'])
})

test('who has left has no line from then on, and keeps the one from before', async () => {
  const gone = await createMember(server, { firstName: 'Gil' })
  await ask('F last', { user_ids: [gone.id] })
  await sign(gone, ids['F last']!)
  await passDays(server.db, 1)
  await asAdmin()('PUT /admin/users/:id', { params: { id: gone.id }, body: { status: 'inactive' } })
  expect(rowOf(await matrix(), gone)).toBeUndefined()
  expect(rowOf(await matrix({ as_of: inDays(-0.5) }), gone)).toBe('.....m')
})

test('as CSV no title runs as a formula, and as PDF it opens', async () => {
  const csv = await asAdmin().raw('GET /admin/matrix.csv', { query: { role: 'manager' } })
  const [head, line] = (csv.body as unknown as string).trim().split('\r\n')
  expect(head).toBe(`user_name,user_role,user_id,"'=B overdue",A done,D soon,E quiz`)
  expect(line).toMatch(/^Ben [^,]*,manager,[^,]*,To do,To do,Due soon,To do$/)
})

test('as PDF each person’s line can be read aloud', async () => {
  const matrixThen = await matrix()
  const pdf = await buffer(await matrixPdf(matrixThen, { house: 'Harbor & Pine', zone: 'UTC' }))
  const text = pdf.toString('latin1')
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(text.includes('Done: A done, C yearly. Overdue: =B overdue')).toBe(true)
  const { status, headers } = await asAdmin().raw('GET /admin/matrix.pdf')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
})

test('what is too much is left out and said, and refused on paper before it is drawn', async () => {
  const [people, items] = [140, 320]
  await withDatabase(server.connection, async (db) =>
    db.transaction().execute(async (tx) => {
      for (const statement of [
        ...['users', 'tests', 'obligations'].map(
          (table) => `alter table ${table} disable trigger user`,
        ),
        `insert into users (id, first_name, last_name, email, status) select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
        'Many', n, 'many-' || n || '@example.com', 'active' from generate_series(1, ${people}) as n`,
        `insert into tests (id, title) select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid,
        'Z many ' || n from generate_series(1, ${items}) as n`,
        `insert into obligations (id, user_id, kind, item_id, cycle, opens_at, due_set_at)
        select gen_random_uuid(), users.id, 'test', tests.id, 1, now() - interval '1 day', now()
        from users cross join tests where first_name = 'Many' and tests.title like 'Z many %'`,
        ...['users', 'tests', 'obligations'].map(
          (table) => `alter table ${table} enable trigger user`,
        ),
      ]) {
        await sql.raw(statement).execute(tx)
      }
    }),
  )
  const many = await matrix({ search: 'many' })
  expect(many.people).toHaveLength(people)
  expect(many.items).toHaveLength(MOST_MATRIX_ITEMS)
  expect(many.left_out).toEqual({ people: 0, items: items - MOST_MATRIX_ITEMS })
  expect(many.people[0]!.cells).toBe('o'.repeat(MOST_MATRIX_ITEMS))
  const { status, body } = await asAdmin().raw('GET /admin/matrix.pdf', {
    query: { search: 'many' },
  })
  expect([status, body.code]).toEqual([422, 'too_many'])
})

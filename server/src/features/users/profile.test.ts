import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createMember,
  createPolicy,
  type Member,
  PASSWORD,
  signIn,
} from '../../testing/factories.ts'
import { scaled } from '../../testing/patience.ts'
import { openSocketAs } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())
beforeEach(async () => void (await server.db.deleteFrom('rate_limits').execute()))

const NEXT = 'a second bell, of silver'
const names = { first_name: 'Pat', last_name: 'Doyle' }
const as = (who: { token: string }) => server.api.as(who)
const statusOfMe = async (who: { token: string }) => (await as(who).raw('GET /users/me')).status

test('a profile is saved, trimmed, and empty texts are none', async () => {
  const pat = await createMember(server)
  const saved = await as(pat)('PUT /users/me', {
    body: {
      first_name: ' Patrícia ',
      last_name: 'O’Neil',
      email: pat.email.toUpperCase(),
      phone_number: ' +1 (207) 555-0100 ',
      bio: '  One line.\n\nAnother.  ',
    },
  })
  expect(saved.body).toMatchObject({
    name: 'Patrícia O’Neil',
    email: pat.email,
    phone_number: '+1 (207) 555-0100',
    bio: 'One line.\n\nAnother.',
  })
  const kept = await as(pat)('PUT /users/me', { body: { ...names, email: pat.email } })
  expect(kept.body).toMatchObject({
    phone_number: '+1 (207) 555-0100',
    bio: 'One line.\n\nAnother.',
  })
  const emptied = await as(pat)('PUT /users/me', {
    body: { ...names, email: pat.email, phone_number: null, bio: '   ' },
  })
  expect(emptied.body).toMatchObject({ phone_number: null, bio: null })
  expect((await as(admin)('GET /users/:id', { params: { id: pat.id } })).body.name).toBe(
    'Pat Doyle',
  )
})

test.each([
  [{ first_name: ' ' }, 'first_name'],
  [{ last_name: '' }, 'last_name'],
  [{ email: 'not an address' }, 'email'],
  [{ phone_number: '5'.repeat(41) }, 'phone_number'],
  [{ bio: 'x'.repeat(4001) }, 'bio'],
])('%j is refused at its field', async (change, field) => {
  const pat = await createMember(server)
  const body = { ...names, email: pat.email, ...change }
  const answer = await as(pat).raw('PUT /users/me', { body })
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.fields as object)).toEqual([field])
})

test('a profile that an admin has changed meanwhile is not saved over', async () => {
  const pat = await createMember(server)
  const mine = await as(pat)('GET /users/me')
  const params = { id: pat.id }
  await as(admin)('PUT /admin/users/:id', { params, body: { title: 'Buyer Specialist' } })
  const save = (etag: string) =>
    as(pat).raw('PUT /users/me', {
      body: { ...names, email: pat.email, bio: 'Mine.' },
      headers: { 'If-Match': etag },
    })
  const late = await save(mine.headers.get('etag')!)
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'edit_conflict', current: { title: 'Buyer Specialist', bio: null } },
  })
  const current = late.body.current as { revision: number }
  const saved = await save(`"${current.revision}"`)
  expect(saved).toMatchObject({ status: 200, body: { title: 'Buyer Specialist', bio: 'Mine.' } })
  expect(saved.headers.get('etag')).toBe(`"${current.revision + 1}"`)
})

test('nobody gets a role, a status or a verified address by asking for it', async () => {
  const pat = await createMember(server)
  const extra = {
    id: admin.id,
    user_id: admin.id,
    role: 'admin',
    status: 'pending',
    title: 'Owner',
    email_verified: true,
    password_hash: 'x',
    name: 'Somebody Else',
    theme: 'dark',
    deleted_at: '2020-01-01T00:00:00Z',
  }
  const body = { ...extra, ...names, email: pat.email }
  const { body: saved } = await as(pat)('PUT /users/me', { body })
  expect(saved).toEqual({ ...pat.user, ...names, name: 'Pat Doyle' })
  expect((await as(admin)('GET /users/me')).body.name).toBe('Ada Broker')
})

test('script in a profile is text, and the picture’s address can’t be chosen', async () => {
  const pat = await createMember(server)
  const script = '<img src=x onerror=alert(1)>'
  const elsewhere = { profile_picture_img_location: 'https://elsewhere.example/x.png' }
  const texts = { first_name: script, last_name: script, bio: script }
  const { body } = await as(pat)('PUT /users/me', {
    body: { ...texts, ...elsewhere, email: pat.email },
  })
  expect(body).toMatchObject({ bio: script, profile_picture_img_location: null })
})

test('the theme is saved for all devices, which are told', async () => {
  const pat = await createMember(server)
  const socket = await openSocketAs(server.url, await signIn(server.api, pat.email))
  const { body } = await as(pat)('PUT /users/me/theme', { body: { theme: 'dark' } })
  expect(body).toEqual({ theme: 'dark' })
  await socket.receive((frame) => frame.type === 'invalidate' && frame.keys.includes('me'))
  socket.close()
  expect((await as(pat)('GET /auth/me')).body.user.theme).toBe('dark')
  const wrong = await as(pat).raw('PUT /users/me/theme', { body: { theme: 'neon' } })
  expect(wrong.status).toBe(422)
})

test('a password change needs the old one and ends all other sessions, their sockets too', async () => {
  const pat = await createMember(server)
  const other = await signIn(server.api, pat.email)
  const socket = await openSocketAs(server.url, other)
  const wrong = await as(pat).raw('PUT /users/me/password', {
    body: { current_password: 'not this one', new_password: NEXT },
  })
  expect(wrong).toMatchObject({
    status: 422,
    body: { code: 'wrong_password', fields: { current_password: expect.any(String) } },
  })
  expect(await statusOfMe(other)).toBe(200)
  const right = await as(pat).raw('PUT /users/me/password', {
    body: { current_password: PASSWORD, new_password: NEXT },
  })
  expect(right.status).toBe(204)
  const before = performance.now()
  expect(await socket.closed).toBe(4401)
  // The next look at all sessions would end it, too, but not so soon.
  expect(performance.now() - before).toBeLessThan(scaled(5000))
  expect(await statusOfMe(pat)).toBe(200)
  expect(await statusOfMe(other)).toBe(401)
  await signIn(server.api, pat.email, NEXT)
  await expect(signIn(server.api, pat.email)).rejects.toThrow('invalid_credentials')
})

test.each([
  ['7 chars', 'Password must be at least 8 characters long'],
  ['q'.repeat(257), 'Password must be at most 256 characters long'],
  ['iloveyou', /most common/],
  ['Achterberg1985', /own name/],
])('%s is refused as at sign-up', async (next, reason) => {
  const rosa = await createMember(server, { firstName: 'Rosa', lastName: 'Achterberg' })
  const { status, body } = await as(rosa).raw('PUT /users/me/password', {
    body: { current_password: PASSWORD, new_password: next },
  })
  expect(status).toBe(422)
  expect((body.fields as Record<string, string>).new_password).toMatch(reason)
  await signIn(server.api, rosa.email)
})

test('of 20 changes at once one succeeds', async () => {
  const pat = await createMember(server)
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, number) =>
      as(pat).raw('PUT /users/me/password', {
        body: { current_password: PASSWORD, new_password: `${NEXT} ${number}` },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(
    answers.filter(({ status }) => status !== 204 && status !== 422 && status !== 429),
  ).toEqual([])
})

test('who finds an open laptop has ten guesses at the password, by both doors together', async () => {
  const pat = await createMember(server)
  const guess = async (number: number) =>
    number % 2 === 0
      ? as(pat).raw('DELETE /users/me', { body: { password: `guess ${number}` } })
      : as(pat).raw('PUT /users/me/password', {
          body: { current_password: `guess ${number}`, new_password: NEXT },
        })
  const answers = await Promise.all(Array.from({ length: 30 }, async (_, number) => guess(number)))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(20)
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  // Work goes on meanwhile, and so does signing in.
  expect(await statusOfMe(pat)).toBe(200)
  await signIn(server.api, pat.email)
})

test('people list their own sessions and end them', async () => {
  const pat = await createMember(server)
  const login = await server.api('POST /auth/login', {
    body: { email: pat.email, password: PASSWORD },
    headers: {
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  })
  const windows = { token: login.body.token }
  const third = await signIn(server.api, pat.email)
  const { body: sessions } = await as(pat)('GET /users/me/sessions')
  expect(sessions).toHaveLength(3)
  expect(sessions.filter((session) => session.current)).toHaveLength(1)
  const firefox = sessions.find((session) => session.browser === 'Firefox on Windows')!
  expect(firefox).toMatchObject({ ip: '127.0.0.1', current: false })
  expect(JSON.stringify(sessions)).not.toContain(windows.token)

  const socket = await openSocketAs(server.url, windows)
  await as(pat)('DELETE /users/me/sessions/:id', { params: { id: firefox.id } })
  expect(await statusOfMe(windows)).toBe(401)
  expect(await socket.closed).toBe(4401)
  expect(await statusOfMe(third)).toBe(200)
  const again = await as(pat).raw('DELETE /users/me/sessions/:id', { params: { id: firefox.id } })
  expect(again.status).toBe(404)

  expect((await as(pat).raw('DELETE /users/me/sessions')).status).toBe(204)
  expect(await statusOfMe(third)).toBe(401)
  expect((await as(pat)('GET /users/me/sessions')).body).toHaveLength(1)
})

test('nobody sees or ends the sessions of others', async () => {
  const [pat, eve] = [await createMember(server), await createMember(server)]
  const { body: sessions } = await as(pat)('GET /users/me/sessions')
  const id = sessions[0]!.id
  for (const other of [eve, admin]) {
    const answer = await as(other).raw('DELETE /users/me/sessions/:id', { params: { id } })
    expect(answer.status).toBe(404)
  }
  await as(eve).raw('DELETE /users/me/sessions')
  expect(await statusOfMe(pat)).toBe(200)
})

test('somebody whom no record names is removed altogether', async () => {
  const pat = await createMember(server)
  const wrong = await as(pat).raw('DELETE /users/me', { body: { password: 'not this one' } })
  expect(wrong).toMatchObject({ status: 422, body: { fields: { password: expect.any(String) } } })
  const socket = await openSocketAs(server.url, pat)
  expect((await as(pat).raw('DELETE /users/me', { body: { password: PASSWORD } })).status).toBe(204)
  expect(await socket.closed).toBe(4401)
  expect(await statusOfMe(pat)).toBe(401)
  const row = server.db.selectFrom('users').select('id').where('id', '=', pat.id)
  expect(await row.execute()).toEqual([])
})

test('somebody who was asked for something stays in the register as somebody who left', async () => {
  const pat = await createMember(server)
  const policy = await createPolicy(as(admin), { title: 'Asked of one' })
  const params = { id: policy.id }
  await as(admin)('POST /policies/:id/assign', { params, body: { user_ids: [pat.id] } })
  expect((await as(pat).raw('DELETE /users/me', { body: { password: PASSWORD } })).status).toBe(204)
  expect((await as(admin)('GET /policies/:id/requirements', { params })).body).toEqual([])
  const query = { item_id: policy.id }
  const { body } = await as(admin)('GET /admin/obligations', { query })
  expect(body.map((row) => [row.user_name, row.state])).toEqual([['Former colleague', 'ended']])
})

test('somebody who has acknowledged stays in the records, without a name or a way in', async () => {
  const pat = await createMember(server, { firstName: 'Petra', lastName: 'Unforgotten' })
  await as(pat)('PUT /users/me', {
    body: { first_name: 'Petra', last_name: 'Unforgotten', email: pat.email, bio: 'Me.' },
  })
  const policy = await createPolicy(as(admin), { title: 'Signed by one who left' })
  const params = { id: policy.id }
  await as(pat)('POST /policies/:id/acknowledge', { params, body: {} })
  expect((await as(pat).raw('DELETE /users/me', { body: { password: PASSWORD } })).status).toBe(204)
  expect(await statusOfMe(pat)).toBe(401)
  const row = await server.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', pat.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    name: 'Former colleague',
    email: `deleted-${pat.id}@deleted.invalid`,
    status: 'inactive',
    bio: null,
    phone_number: null,
    password_hash: null,
  })
  expect(row.deleted_at).not.toBeNull()
  const records = await as(admin)('GET /admin/policies/acknowledgments', {
    query: { policy_id: policy.id },
  })
  expect(records.body).toMatchObject([{ user_id: pat.id, person_name: 'Petra Unforgotten' }])
  expect((await as(admin).raw('GET /users/:id', { params: { id: pat.id } })).status).toBe(404)
  // The address is free again, and is somebody new.
  const back = await createMember(server, { email: pat.email })
  expect(back.id).not.toBe(pat.id)
})

test('the last admin stays, also when all admins leave at once', async () => {
  const single = await startTestServer()
  try {
    const first = await createMember(single)
    const second = await createMember(single, { role: 'admin' })
    const leave = async (who: Member) =>
      (await single.api.as(who).raw('DELETE /users/me', { body: { password: PASSWORD } })).status
    const statuses = await Promise.all([leave(first), leave(second)])
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409])
    const stayed = statuses[0] === 409 ? first : second
    expect((await single.api.as(stayed).raw('GET /users/me')).status).toBe(200)
  } finally {
    await single.stop()
  }
})

test('without a password an account is deleted only shortly after signing in', async () => {
  const pat = await createMember(server)
  await sql`
    update sessions set created_at = now() - interval '11 minutes' where user_id = ${pat.id}
  `.execute(server.db)
  expect(await as(pat).raw('DELETE /users/me')).toMatchObject({
    status: 422,
    body: { code: 'password_required', fields: { password: 'Please enter your password' } },
  })
  const back = await signIn(server.api, pat.email)
  expect((await as(back).raw('DELETE /users/me')).status).toBe(204)
  expect(await statusOfMe(back)).toBe(401)
})

test('a password that changes while an account is being deleted keeps it', async () => {
  const pat = await createMember(server)
  const [deleted, changed] = await Promise.all([
    as(pat).raw('DELETE /users/me', { body: { password: PASSWORD } }),
    as(pat).raw('PUT /users/me/password', {
      body: { current_password: PASSWORD, new_password: NEXT },
    }),
  ])
  // Whichever commits first, the other sees it.
  expect([deleted.status, changed.status]).toSatisfy(
    ([one, other]: number[]) => (one === 204) !== (other === 204),
  )
})

test('colleagues see active people, admins all, and nobody the deleted', async () => {
  const [pat, gone] = [await createMember(server), await createMember(server)]
  const set = server.db.updateTable('users').set({ status: 'inactive' })
  await set.where('id', '=', gone.id).execute()
  const seen = await as(pat)('GET /users/:id', { params: { id: admin.id } })
  expect(Object.keys(seen.body).toSorted()).toEqual(
    [
      'bio',
      'email',
      'first_name',
      'id',
      'last_name',
      'name',
      'phone_number',
      'profile_picture_img_location',
      'role',
      'status',
      'title',
    ].toSorted(),
  )
  expect((await as(pat).raw('GET /users/:id', { params: { id: gone.id } })).status).toBe(404)
  const forAdmin = await as(admin)('GET /users/:id', { params: { id: gone.id } })
  expect(forAdmin.body.status).toBe('inactive')
})

import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMember, createPolicy, type Member, PASSWORD } from '../../testing/factories.ts'
import { mailsTo, newestMailTo } from '../../testing/mailbox.ts'
import { scaled } from '../../testing/patience.ts'
import { pictureForm, pictureOf } from '../../testing/pictures.ts'
import { openSocketAs } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())

const as = (who: { token: string }) => server.api.as(who)
const newAddress = () => `person-${uuidv7()}@example.com`
const read = async (id: string) =>
  (await as(admin)('GET /admin/users/:id', { params: { id } })).body
const save = (id: string, body: object, headers = {}) =>
  as(admin).raw('PUT /admin/users/:id', { params: { id }, body, headers })
const team = (query: Record<string, string | number>) => as(admin)('GET /admin/users', { query })
const signInStatus = async (email: string) =>
  (await server.api.raw('POST /auth/login', { body: { email, password: PASSWORD } })).status

/** Somebody who has signed up and waits for approval. */
async function applicant(): Promise<Member> {
  const person = await createMember(server, { firstName: 'New', lastName: 'Comer' })
  await server.db
    .updateTable('users')
    .set({ status: 'pending' })
    .where('id', '=', person.id)
    .execute()
  return person
}

async function invited() {
  const email = newAddress()
  const { body } = await as(admin)('POST /auth/invite', { body: { email } })
  await mailsTo(server, email)
  return { id: body.id, email }
}

describe('what an admin changes', () => {
  test('is only what is sent, and comes back with the next ETag', async () => {
    const pat = await createMember(server)
    const first = await as(admin).raw('GET /admin/users/:id', { params: { id: pat.id } })
    const answer = await save(pat.id, { title: ' Buyer Specialist ' })
    expect(answer.body).toMatchObject({
      name: 'Pat Doyle',
      email: pat.email,
      role: 'agent',
      title: 'Buyer Specialist',
      status: 'active',
    })
    expect(answer.headers.get('etag')).not.toBe(first.headers.get('etag'))
    expect(answer.headers.get('etag')).toBe(`"${String(answer.body.revision)}"`)
  })

  test.each([
    ['Maria van der Berg', 'Maria', 'van der Berg'],
    ['Cher', 'Cher', ''],
    ['  Ana  Luísa Prado ', 'Ana', 'Luísa Prado'],
  ])('a full name such as %j is split at the first space', async (name, first, last) => {
    const pat = await createMember(server)
    const { body } = await save(pat.id, { name, first_name: 'Not', last_name: 'This' })
    expect(body).toMatchObject({ first_name: first, last_name: last })
  })

  test('the admin role forces the title Admin, and giving it up gives the title up', async () => {
    const pat = await createMember(server)
    const promoted = await save(pat.id, { role: 'admin', title: 'Queen' })
    expect(promoted.body).toMatchObject({ role: 'admin', title: 'Admin' })
    expect((await save(pat.id, { title: 'Queen' })).body.title).toBe('Admin')
    expect((await save(pat.id, { role: 'manager' })).body).toMatchObject({
      role: 'manager',
      title: 'Manager',
    })
    expect((await save(pat.id, { title: '' })).body.title).toBeNull()
  })

  test.each([
    [{ first_name: ' ' }, 422, 'first_name'],
    [{ name: '' }, 422, 'name'],
    [{ email: 'nobody' }, 422, 'email'],
    [{ email: ['a@example.com'] }, 400, 'email'],
    [{ role: 'owner' }, 422, 'role'],
    [{ status: 'pending' }, 422, 'status'],
    [{ title: 'x'.repeat(101) }, 422, 'title'],
  ])('%j is refused at its field', async (change, status, field) => {
    const pat = await createMember(server)
    const answer = await save(pat.id, change)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body.fields as object)).toEqual([field])
    expect((await read(pat.id)).revision).toBe(pat.user.revision)
  })

  test('nothing to change is refused; the same again is no change', async () => {
    const pat = await createMember(server)
    expect((await save(pat.id, {})).status).toBe(422)
    expect((await save(pat.id, { status: 'active', role: 'agent' })).body.revision).toBe(
      pat.user.revision,
    )
  })

  test('ids, verified addresses, passwords and dates are nobody’s to send', async () => {
    const pat = await createMember(server)
    const forged = {
      id: admin.id,
      user_id: admin.id,
      email_verified: true,
      password_hash: 'x',
      password: 'a new bell on the desk',
      deleted_at: '2020-01-01T00:00:00Z',
      revision: 99,
      title: 'Clerk',
    }
    const { body } = await save(pat.id, forged)
    expect(body).toMatchObject({ id: pat.id, email_verified: false, title: 'Clerk' })
    expect(await signInStatus(pat.email)).toBe(200)
  })

  test('saved over by somebody else, it is refused with how things stand', async () => {
    const pat = await createMember(server)
    const etag = `"${pat.user.revision}"`
    // The person themselves is somebody else, too.
    await as(pat)('PUT /users/me', {
      body: { first_name: 'Patricia', last_name: 'Doyle', email: pat.email },
    })
    const late = await save(pat.id, { title: 'Late' }, { 'If-Match': etag })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { first_name: 'Patricia', title: 'Agent' } },
    })
    expect(JSON.stringify(late.body)).not.toContain('has_password')
    const now = `"${(await read(pat.id)).revision}"`
    expect((await save(pat.id, { title: 'In time' }, { 'If-Match': now })).status).toBe(200)
  })

  test('is of nobody where there is nobody, or nobody any more', async () => {
    const pat = await createMember(server)
    await as(admin)('DELETE /admin/users/:id', { params: { id: pat.id } })
    for (const id of [uuidv7(), pat.id]) {
      const answer = { status: 404, body: { error: 'User not found' } }
      expect(await save(id, { title: 'Ghost' })).toMatchObject(answer)
      expect(await as(admin).raw('GET /admin/users/:id', { params: { id } })).toMatchObject(answer)
    }
  })
})

describe('a new address', () => {
  test('is unverified until its mail is answered, and the one before hears of it', async () => {
    const pat = await createMember(server)
    const verified = server.db.updateTable('users').set({ email_verified: true })
    await verified.where('id', '=', pat.id).execute()
    const email = newAddress()
    expect((await save(pat.id, { email: email.toUpperCase() })).body).toMatchObject({
      email,
      email_verified: false,
    })
    const { mail, token } = await newestMailTo(server, email)
    expect(mail.subject).toContain('confirm')
    expect((await mailsTo(server, pat.email)).at(-1)!.subject).toContain('was changed')
    await server.api('POST /auth/verify-email', { body: { token } })
    expect((await read(pat.id)).email_verified).toBe(true)
    expect([await signInStatus(email), await signInStatus(pat.email)]).toEqual([200, 401])
  })

  test('of one’s own is mailed to as well, and not more than a few times an hour', async () => {
    const pat = await createMember(server)
    const change = (email: string) =>
      as(pat).raw('PUT /users/me', { body: { first_name: 'Pat', last_name: 'Doyle', email } })
    const email = newAddress()
    expect((await change(email)).status).toBe(200)
    const { mail, token } = await newestMailTo(server, email)
    expect(mail.text).toContain('wants to sign in with this address')
    expect(token).not.toBe('')
    for (let turn = 0; turn < 4; turn += 1) expect((await change(newAddress())).status).toBe(200)
    const tooMany = await change(newAddress())
    expect(tooMany.status).toBe(429)
    expect(tooMany.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('that a colleague has is refused at its field', async () => {
    const pat = await createMember(server)
    const answer = await save(pat.id, { email: admin.email, title: 'Lost' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    expect(Object.keys(answer.body.fields as object)).toEqual(['email'])
    expect((await read(pat.id)).title).toBe('Agent')
  })

  test('of somebody invited gets the invitation, and the earlier link opens nothing', async () => {
    const guest = await invited()
    const { token: earlier } = await newestMailTo(server, guest.email)
    const email = newAddress()
    expect((await save(guest.id, { email })).body).toMatchObject({ name: email, email })
    const { token } = await newestMailTo(server, email)
    const check = async (link: string) =>
      (await server.api.raw('GET /auth/invite/:token', { params: { token: link } })).status
    expect([await check(earlier), await check(token)]).toEqual([404, 200])
  })
})

describe('status', () => {
  test('deactivating ends sessions and sockets within a second, activating lets in again', async () => {
    const pat = await createMember(server)
    const socket = await openSocketAs(server.url, pat)
    const before = performance.now()
    expect((await save(pat.id, { status: 'inactive' })).body.status).toBe('inactive')
    expect(await socket.closed).toBe(4401)
    expect(performance.now() - before).toBeLessThan(scaled(1000))
    expect((await as(pat).raw('GET /users/me')).status).toBe(401)
    expect(await signInStatus(pat.email)).toBe(403)
    const sessions = await as(admin)('GET /admin/users/:id/sessions', { params: { id: pat.id } })
    expect(sessions.body).toEqual([])
    await save(pat.id, { status: 'active' })
    expect(await signInStatus(pat.email)).toBe(200)
  })

  test('demoting holds from the next request, and reaches the open socket', async () => {
    const other = await createMember(server, { role: 'admin' })
    const socket = await openSocketAs(server.url, other)
    await save(other.id, { role: 'agent' })
    expect((await as(other).raw('GET /admin/users')).status).toBe(403)
    await socket.receive((frame) => frame.type === 'invalidate' && frame.keys.includes('me'))
    socket.frames.splice(0)
    await as(admin)('POST /auth/invite', { body: { email: newAddress() } })
    await as(admin)('POST /policies', { body: { title: 'A mark', content: 'Here.' } })
    await socket.receive((frame) => frame.type === 'invalidate' && frame.keys.includes('policies'))
    const heard = socket.frames.flatMap((frame) => (frame.type === 'invalidate' ? frame.keys : []))
    expect(heard).not.toContain('invitations')
    socket.close()
  })

  test('who waits for approval is counted, let in, and told so by mail', async () => {
    const waiting = await applicant()
    const count = async () =>
      Number((await team({ awaiting: 'approval', limit: 1 })).headers.get('x-total-count'))
    const before = await count()
    expect(await signInStatus(waiting.email)).toBe(403)
    await save(waiting.id, { status: 'active' })
    expect(await count()).toBe(before - 1)
    expect((await mailsTo(server, waiting.email))[0]!.subject).toContain('is ready')
    expect(await signInStatus(waiting.email)).toBe(200)
  })

  test('who was invited can be activated; their link stays the only way in', async () => {
    const guest = await invited()
    const { token } = await newestMailTo(server, guest.email)
    const active = { status: 'active', invitation: 'open' }
    expect((await save(guest.id, { status: 'active' })).body).toMatchObject(active)
    expect((await mailsTo(server, guest.email)).length).toBe(1)
    const params = { id: guest.id }
    const revoked = await as(admin).raw('DELETE /auth/invites/:id', { params })
    expect(revoked).toMatchObject({ status: 409, body: { code: 'account_active' } })
    const { body: directory } = await as(admin)('GET /users', { query: { search: guest.email } })
    expect(directory).toHaveLength(1)
    expect(await signInStatus(guest.email)).toBe(401)
    const account = { token, first_name: 'Gus', last_name: 'Guest', password: PASSWORD }
    await server.api('POST /auth/accept-invite', { body: account })
    expect(await signInStatus(guest.email)).toBe(200)
    expect((await as(admin)('GET /admin/users/:id', { params })).body.invitation).toBeNull()
  })

  test('an activated person whose invitation had expired gets a new link', async () => {
    const guest = await invited()
    await newestMailTo(server, guest.email)
    const over = { expires_at: sql<string>`now() - interval '1 second'` }
    await server.db.updateTable('account_links').set(over).where('user_id', '=', guest.id).execute()
    expect((await save(guest.id, { status: 'active' })).body.invitation).toBe('open')
    const { token } = await newestMailTo(server, guest.email, 2)
    const check = await server.api.raw('GET /auth/invite/:token', { params: { token } })
    expect(check.status).toBe(200)
  })

  test('deactivating somebody who was invited withdraws it', async () => {
    const guest = await invited()
    const { token } = await newestMailTo(server, guest.email)
    await save(guest.id, { status: 'inactive' })
    const opens = async () =>
      (await server.api.raw('GET /auth/invite/:token', { params: { token } })).status
    expect(await opens()).toBe(404)
    expect((await save(guest.id, { status: 'active' })).body.status).toBe('pending')
    expect(await opens()).toBe(200)
  })

  test('of many is changed at once, and what is refused for one holds nobody else up', async () => {
    const [pat, leaver, guest] = [await createMember(server), await applicant(), await invited()]
    await save(leaver.id, { status: 'inactive' })
    const nobody = uuidv7()
    const change = async (status: string) =>
      (
        await as(admin)('POST /admin/users/change-status', {
          body: { user_ids: [pat.id, leaver.id, guest.id, nobody, pat.id], status },
        })
      ).body.results
    expect(await change('active')).toEqual([
      { user_id: pat.id, outcome: 'unchanged', problem: null },
      { user_id: leaver.id, outcome: 'changed', problem: null },
      { user_id: guest.id, outcome: 'changed', problem: null },
      { user_id: nobody, outcome: 'refused', problem: 'User not found' },
    ])
    const socket = await openSocketAs(server.url, pat)
    const outcomes = (await change('inactive')).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['changed', 'changed', 'changed', 'refused'])
    expect(await socket.closed).toBe(4401)
  })

  test.each([[[]], [Array.from({ length: 501 }, () => uuidv7())]])(
    'too few or too many at once are refused',
    async (ids) => {
      const body = { user_ids: ids, status: 'inactive' }
      expect((await as(admin).raw('POST /admin/users/change-status', { body })).status).toBe(422)
    },
  )
})

describe('deleting', () => {
  test('removes whom no record names, with picture and sessions', async () => {
    const pat = await createMember(server)
    await as(pat)('POST /users/me/profile-picture', {
      body: pictureForm(await pictureOf(40, 40)),
    })
    const socket = await openSocketAs(server.url, pat)
    expect(
      (await as(admin).raw('DELETE /admin/users/:id', { params: { id: pat.id } })).status,
    ).toBe(204)
    expect(await socket.closed).toBe(4401)
    const row = server.db.selectFrom('users').select('id').where('id', '=', pat.id)
    expect(await row.execute()).toEqual([])
    expect(await signInStatus(pat.email)).toBe(401)
  })

  test('keeps the record of whom it names, without name, address or way in', async () => {
    const pat = await createMember(server, { firstName: 'Patricia', lastName: 'Quoll' })
    const policy = await createPolicy(as(admin))
    await as(pat)('POST /policies/:id/acknowledge', { params: { id: policy.id } })
    await as(admin)('DELETE /admin/users/:id', { params: { id: pat.id } })
    const row = server.db.selectFrom('users').selectAll().where('id', '=', pat.id)
    const kept = JSON.stringify(await row.executeTakeFirstOrThrow())
    expect(kept).not.toMatch(/Quoll|Patricia/)
    expect(kept).toContain('"status":"inactive"')
    expect((await as(pat).raw('GET /users/me')).status).toBe(401)
    const records = await as(admin)('GET /admin/policies/acknowledgments', {
      query: { user_id: pat.id },
    })
    expect(records.body.map(({ person_name: name }) => name)).toEqual(['Patricia Quoll'])
    expect((await team({ search: 'Quoll' })).body).toEqual([])
  })
})

describe('helping somebody in', () => {
  test('without a mail server the admin gets a link, which works once', async () => {
    const pat = await createMember(server)
    const asked = await as(admin)('POST /admin/users/:id/request-password-reset', {
      params: { id: pat.id },
    })
    expect(asked.body.link).toContain(`${server.url}/reset-password?token=`)
    expect((await mailsTo(server, pat.email))[0]!.text).toContain('Ada Broker asked for a new')
    const token = new URL(asked.body.link!).searchParams.get('token')
    const reset = async () =>
      (
        await server.api.raw('POST /auth/reset-password', {
          body: { token, password: 'another bell for the desk' },
        })
      ).status
    expect([await reset(), await reset()]).toEqual([200, 404])
    expect((await as(pat).raw('GET /users/me')).status).toBe(401)
  })

  test('with a mail server nobody but the person sees the link', async () => {
    const config = { smtpUrl: 'smtp://127.0.0.1:9' }
    const mailing = await startTestServer({ connection: server.connection, config })
    try {
      const pat = await createMember(server)
      const asked = await mailing.api.as(admin)('POST /admin/users/:id/request-password-reset', {
        params: { id: pat.id },
      })
      expect(asked.body.link).toBeNull()
    } finally {
      await mailing.stop()
    }
  })

  test('a reset is refused where it is of no use, and an invitation where there is none', async () => {
    const guest = await invited()
    const gone = await createMember(server)
    await save(gone.id, { status: 'inactive' })
    for (const { id } of [guest, gone]) {
      const call = 'POST /admin/users/:id/request-password-reset'
      expect(await as(admin).raw(call, { params: { id } })).toMatchObject({
        status: 422,
        body: { code: 'cannot_reset' },
      })
    }
    const resend = (id: string) =>
      as(admin).raw('POST /admin/users/:id/resend-invitation', { params: { id } })
    expect((await resend(guest.id)).status).toBe(200)
    expect((await resend(admin.id)).status).toBe(404)
  })

  test('an admin ends one session of somebody, or all, and no other person’s', async () => {
    const [pat, other] = [await createMember(server), await createMember(server)]
    const sessionsOf = async (id: string) =>
      (await as(admin)('GET /admin/users/:id/sessions', { params: { id } })).body
    const [theirs] = await sessionsOf(other.id)
    const end = async (id: string, session: string) =>
      (
        await as(admin).raw('DELETE /admin/users/:id/sessions/:session_id', {
          params: { id, session_id: session },
        })
      ).status
    expect(await end(pat.id, theirs!.id)).toBe(404)
    const socket = await openSocketAs(server.url, other)
    expect(await end(other.id, theirs!.id)).toBe(204)
    expect(await socket.closed).toBe(4401)
    await as(admin)('DELETE /admin/users/:id/sessions', { params: { id: pat.id } })
    expect(await sessionsOf(pat.id)).toEqual([])
    expect((await sessionsOf(admin.id)).filter(({ current }) => current)).toHaveLength(1)
  })

  test('activity tells what somebody did and what was done to them, and nothing else', async () => {
    const pat = await createMember(server)
    await as(pat)('PUT /users/me/theme', { body: { theme: 'dark' } })
    await save(pat.id, { title: 'Clerk' })
    await as(admin)('PUT /users/me/theme', { body: { theme: 'dark' } })
    const activity = (query: Record<string, string | number>) =>
      as(admin)('GET /admin/audit', { query: { ...query, person_id: pat.id } })
    const all = (await activity({})).body
    expect(all.map(({ action }) => action)).toEqual(['user.changed', 'user.theme_changed'])
    expect(all[0]).toMatchObject({ actor_name: 'Ada Broker', item_id: pat.id })
    const first = await activity({ limit: 1 })
    expect(first.body).toEqual(all.slice(0, 1))
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link')!)![1]!
    expect((await activity({ limit: 1, cursor })).body).toEqual(all.slice(1))
  })
})

test('a status, a role and the last sign-in are written down with who changed them', async () => {
  const pat = await createMember(server)
  await save(pat.id, { role: 'manager' })
  await save(pat.id, { status: 'inactive' })
  const rows = await server.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'details'])
    .where('item_id', '=', pat.id)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    {
      action: 'user.changed',
      actor_id: admin.id,
      details: { role: 'manager', was: { role: 'agent' } },
    },
    {
      action: 'user.deactivated',
      actor_id: admin.id,
      details: { status: 'inactive', was: { status: 'active' } },
    },
  ])
})

test('the search uses what the table keeps for it', async () => {
  const { rows } = await sql<{ text: string }>`
    select search_text as text from users where id = ${admin.id}
  `.execute(server.db)
  expect(rows[0]!.text).toBe(`ada broker\n${admin.email}\nadmin`)
})

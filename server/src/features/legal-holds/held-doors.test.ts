import { allEndpoints } from '@frontdesk/contract/all'
import { scimEndpoints } from '@frontdesk/contract/scim'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../testing/api-client.ts'
import { createDocument } from '../../testing/documents.ts'
import {
  aQuestion,
  createMember,
  createPolicy,
  createProcess,
  createTest,
  createTraining,
  type Member,
  PASSWORD,
} from '../../testing/factories.ts'
import { pictureForm, pictureOf } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { deleteAbandoned } from '../handbook/imports.queries.ts'
import { deleteOldMails } from '../mail/mails.queries.ts'

let server: TestServer
let admin: Member
let claire: Member
let free: Member
const holds: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  claire = await createMember(server, { firstName: 'Claire' })
  free = await createMember(server, { firstName: 'Maya' })
})
afterAll(async () => server.stop())

const as = (person: Member) => server.api.as(person)
const HELD = {
  status: 409,
  body: {
    code: 'legal_hold',
    error: 'This has to be kept for now, so that nothing of it can be deleted',
  },
}
async function hold(of: object) {
  const { body } = await as(admin)('POST /admin/legal-holds', {
    body: { reason: 'Ruiz v. Harbor & Pine', ...of },
  })
  holds.push(body.id)
}

type Door = [call: string, knock: () => Promise<Answer<unknown>>]
const door = (who: Member, call: string, params: Record<string, string>, body?: unknown): Door => [
  call,
  async () => as(who).raw(call, { params, ...(body !== undefined && { body }) }),
]

async function doorsOfPerson(): Promise<Door[]> {
  const doors: Door[] = []
  // Her proof in a run of somebody else, and theirs in one that she works on.
  const process = await createProcess(as(admin))
  const { body: run } = await as(free)('POST /processes/:id/runs', {
    params: { id: process.id },
    body: { title: '14 Ferry Road' },
  })
  for (const who of [claire, free]) {
    const form = new FormData()
    form.set('file', new Blob(['Signed.']), 'receipt.txt')
    const { body: proof } = await as(who)('POST /processes/runs/:id/proofs', {
      params: { id: run.id },
      body: form,
    })
    doors.push(
      door(who, 'DELETE /processes/runs/:id/proofs/:proof_id', { id: run.id, proof_id: proof.id }),
    )
  }
  await as(claire)('POST /users/me/profile-picture', { body: pictureForm(await pictureOf(64, 64)) })
  const { body: chat } = await as(free)('POST /chat', {
    body: { title: 'Group', member_ids: [claire.id] },
  })
  const say = async (who: Member) => {
    const sent = { client_id: crypto.randomUUID(), body: 'Sign today?' }
    const params = { id: chat.id }
    return (await as(who)('POST /chat/:id/messages', { params, body: sent })).body.id
  }
  const own = { id: chat.id, message_id: await say(claire) }
  const others = { id: chat.id, message_id: await say(free) }
  const { body: profile } = await as(claire)('GET /users/me')
  const reaction = { emoji: '👍', on: true }
  const react = 'PUT /chat/:id/messages/:message_id/reactions'
  expect((await as(claire).raw(react, { params: others, body: reaction })).status).toBe(200)
  doors.push(
    door(claire, 'DELETE /chat/:id/messages/:message_id', own),
    door(claire, 'PUT /chat/:id/messages/:message_id', own, { body: 'I never said so' }),
    door(free, 'DELETE /chat/:id/messages/:message_id', others),
    door(claire, react, others, { ...reaction, on: false }),
    door(claire, 'DELETE /users/me/profile-picture', {}),
    door(claire, 'PUT /users/me', {}, { ...profile, bio: 'I never sold a house.' }),
    door(claire, 'DELETE /users/me', {}, { password: PASSWORD }),
    door(admin, 'DELETE /admin/users/:id', { id: claire.id }),
  )
  await hold({ user_id: claire.id })
  return doors
}

async function doorsOfTraining(): Promise<Door[]> {
  const content = ['One', 'Two'].map((text, index) => ({
    type: 'text',
    content: text,
    order: index + 1,
  }))
  const { id } = await createTraining(as(admin), { content })
  const [[section, next], { body: questions }] = await Promise.all([
    as(admin)('GET /trainings/:id/content', { params: { id } }).then(({ body }) => body),
    as(admin)('GET /trainings/:id/questions', { params: { id } }),
  ])
  const [first, second] = questions
  const ofQuestion = { id, question_id: first!.id }
  await hold({ item_type: 'training', item_id: id })
  return [
    door(admin, 'PUT /trainings/:id', { id }, { title: 'Wire fraud', questions: [first] }),
    door(
      admin,
      'PUT /trainings/:id/content/:content_id',
      { id, content_id: section!.id },
      { type: 'text', content: 'Never mind' },
    ),
    door(admin, 'PUT /trainings/:id/content/reorder', { id }, { ids: [next!.id, section!.id] }),
    door(admin, 'DELETE /trainings/:id/content/:content_id', { id, content_id: section!.id }),
    door(admin, 'PUT /trainings/:id/questions/:question_id', ofQuestion, aQuestion('Whom else?')),
    door(admin, 'DELETE /trainings/:id/questions/:question_id', ofQuestion),
    door(admin, 'PUT /trainings/:id/questions/reorder', { id }, { ids: [second!.id, first!.id] }),
    door(admin, 'DELETE /questions/:id', { id: first!.id }),
  ]
}

async function doorsOfTest(): Promise<Door[]> {
  const { body: bank } = await as(admin)('POST /question-bank', {
    body: { topic: 'Law', questions: [aQuestion(), aQuestion('Another one?')] },
  })
  const made = await createTest(as(admin), { draws: [{ topic: 'Law', questions: 1 }] })
  const { id, title, questions } = made
  await hold({ item_type: 'test', item_id: id })
  return [
    door(admin, 'PUT /tests/:id', { id }, { title, questions: [aQuestion('Another?')] }),
    door(admin, 'PUT /tests/:id', { id }, { title: 'Renamed', questions }),
    door(admin, 'PUT /tests/:id', { id }, { title, questions, draws: [] }),
    door(admin, 'PUT /questions/:id', { id: questions[0]!.id }, aQuestion('Whom else?')),
    door(admin, 'DELETE /questions/:id', { id: questions[1]!.id }),
    door(
      admin,
      'PUT /question-bank/:id',
      { id: bank[0]!.id },
      { topic: 'Law', ...aQuestion('New?') },
    ),
    door(admin, 'DELETE /question-bank/:id', { id: bank[0]!.id }),
  ]
}

async function doorsOfOthers(): Promise<Door[]> {
  const policy = await createPolicy(as(admin), { description: 'What to do' })
  const process = await createProcess(as(admin))
  const document = await createDocument(as(admin))
  for (const [item_type, { id }] of Object.entries({ policy, process, document })) {
    await hold({ item_type, item_id: id })
  }
  const { title, content, category } = policy
  return [
    door(admin, 'DELETE /policies/:id', { id: policy.id }),
    door(
      admin,
      'PUT /policies/:id',
      { id: policy.id },
      { title, content, category, description: 'Nothing' },
    ),
    door(admin, 'DELETE /processes/:id', { id: process.id }),
    door(
      admin,
      'PUT /processes/:id',
      { id: process.id },
      { title: process.title, category: 'Sales', steps: [{ title: 'Only this' }] },
    ),
    door(admin, 'DELETE /documents/:id', { id: document.id }),
    door(admin, 'PUT /documents/:id', { id: document.id }, { title: 'Another', category: 'Legal' }),
  ]
}

let doors: Door[]

test('every door is shut while a hold stands, and opens once it is lifted', async () => {
  doors = [
    ...(await doorsOfPerson()),
    ...(await doorsOfTraining()),
    ...(await doorsOfTest()),
    ...(await doorsOfOthers()),
  ]
  const answers = []
  for (const [call, knock] of doors) answers.push([call, await knock()])
  expect(answers).toEqual(doors.map(([call]) => [call, expect.objectContaining(HELD)]))

  for (const id of holds) {
    const params = { id }
    await as(admin)('POST /admin/legal-holds/:id/lift', { params, body: { reason: 'Settled' } })
  }
  // The account goes last, with what is hers.
  const after = []
  for (const [call, knock] of doors) after.push([call, (await knock()).status])
  expect(after.filter(([, status]) => status === 409)).toEqual([])
})

/** What no hold closes, each for a reason. */
const OPEN: Record<string, string> = {
  'what was before stays in the audit trail, or in obligations, which nothing deletes': `
    PUT /admin/users/:id, PUT /processes/runs/:id, PUT /processes/runs/:id/steps/:step_id/done,
    PUT /processes/runs/:id/steps/:step_id/assignee, PUT /chat/:id/title, DELETE /chat/:id/members,
    DELETE /policies/:id/requirements/:requirement_id, PUT /policies/:id/requirements/:requirement_id,
    DELETE /tests/:id/requirements/:requirement_id, PUT /tests/:id/requirements/:requirement_id,
    DELETE /admin/tests/:id/waivers/:waiver_id, PUT /policies/:id/signing, PUT /admin/reviews/:type/:id,
    DELETE /teams/:id, PUT /teams/:id, PUT /question-bank/topics/:id`,
  'hides, and keeps the rows, for the export or to bring them back':
    'DELETE /chat/:id, DELETE /trainings/:id, DELETE /tests/:id',
  'shut too: see below, with what it takes': 'DELETE /auth/invites/:id, DELETE /imports/:id',
  'only says that somebody is gone, who stays as they were':
    'PUT /Users/:id, PATCH /Users/:id, DELETE /Users/:id, PUT /Groups/:id, PATCH /Groups/:id, DELETE /Groups/:id',
  'adds, or moves what is there': `PUT /chat/:id/read, PUT /notifications/:id/read, PUT /trainings/:id/progress,
    PUT /documents/:id/pin, PUT /documents/folders/:id, DELETE /documents/folders/:id`,
  'a draft was never in force; what it is published over is held':
    'PUT /drafts/:id, DELETE /drafts/:id, DELETE /drafts/:id/comments/:comment_id, PUT /drafts/:id/publish-at',
  'a way in, which can be closed whatever stands': `DELETE /users/me/passkeys/:id, PUT /users/me/passkeys/:id,
    DELETE /users/me/second-factor, DELETE /users/me/second-factor/browsers/:id, DELETE /users/me/sessions,
    DELETE /users/me/sessions/:id, DELETE /users/me/identities/:id, PUT /users/me/password,
    DELETE /users/me/obligations/calendar, DELETE /users/me/email-change, DELETE /admin/sessions,
    DELETE /admin/users/:id/sessions, DELETE /admin/users/:id/sessions/:session_id,
    DELETE /admin/users/:id/second-factor, DELETE /push/subscriptions/:id`,
  'how somebody, or the brokerage, likes the portal': `PUT /users/me/theme, PUT /users/me/time-zone,
    PUT /users/me/favourites, PUT /notifications/choices, PUT /saved-filters/:id, DELETE /saved-filters/:id,
    PUT /saved-filters/:id/default, PUT /admin/settings, DELETE /admin/settings/logo, PUT /admin/first-steps,
    PUT /admin/mail-server, DELETE /admin/mail-server, PUT /admin/backups/settings, PUT /admin/evidence/settings,
    PUT /admin/identity-providers/:id, DELETE /admin/identity-providers/:id, PUT /admin/webhooks/:id,
    DELETE /admin/webhooks/:id`,
  'a copy of records, which stay': 'DELETE /admin/evidence/:id',
}

test('a door that comes to be is either shut by a hold, or says why not', () => {
  const all = [...allEndpoints, ...Object.values(scimEndpoints)]
    .filter(({ method }) => method === 'PUT' || method === 'PATCH' || method === 'DELETE')
    .map(({ method, path }) => `${method} ${path}`)
  const said = Object.values(OPEN).flatMap((calls) => calls.split(',').map((call) => call.trim()))
  expect([...new Set([...doors.map(([call]) => call), ...said])].toSorted()).toEqual(all.toSorted())
})

test('what is held can be added to, and what else is of it goes on', async () => {
  const api = as(admin)
  const training = await createTraining(api)
  const made = await createTest(api)
  const process = await createProcess(api)
  const policy = await createPolicy(api)
  for (const [item_type, { id }] of Object.entries({ training, test: made, process, policy })) {
    await hold({ item_type, item_id: id })
  }
  const questions = [...made.questions, aQuestion('A third?')]
  const answers = await Promise.all([
    api.raw('PUT /tests/:id', {
      params: { id: made.id },
      body: { title: made.title, questions },
    }),
    api.raw('PUT /trainings/:id', {
      params: { id: training.id },
      body: { title: training.title, due_days: 5, linkedPolicies: [policy.id] },
    }),
    api.raw('PUT /processes/:id', {
      params: { id: process.id },
      body: {
        title: process.title,
        category: 'Sales',
        steps: [...process.steps, { title: 'Lights' }],
      },
    }),
    api.raw('PUT /policies/:id', {
      params: { id: policy.id },
      body: { title: 'Wire fraud, anew', content: 'Call twice.' },
    }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const again = await api.raw('PUT /trainings/:id', {
    params: { id: training.id },
    body: { title: training.title, linkedPolicies: [policy.id] },
  })
  expect(again.status).toBe(200)
  const unlinked = await api.raw('PUT /trainings/:id', {
    params: { id: training.id },
    body: { title: training.title, linkedPolicies: [] },
  })
  expect(unlinked).toMatchObject(HELD)
})

test('a conversation that was deleted is exported as long as a hold keeps what was said', async () => {
  await server.db.updateTable('settings').set({ chat_export_notice: 'Admins may export' }).execute()
  const held = await createMember(server, { firstName: 'Held' })
  const { body: chat } = await as(free)('POST /chat', {
    body: { title: 'Group', member_ids: [held.id] },
  })
  const params = { id: chat.id }
  const sent = { client_id: crypto.randomUUID(), body: 'I wired it' }
  await as(held)('POST /chat/:id/messages', { params, body: sent })
  await hold({ user_id: held.id })
  expect((await as(free).raw('DELETE /chat/:id', { params })).status).toBe(204)
  const { body: chats } = await as(admin)('GET /admin/chats')
  expect(chats).toContainEqual(expect.objectContaining({ id: chat.id, title: 'Group' }))
  const exported = await as(admin).raw('GET /admin/chats/:id/messages.csv', { params })
  expect(exported.body).toContain('I wired it')
  await as(admin)('POST /admin/legal-holds/:id/lift', {
    params: { id: holds.at(-1)! },
    body: { reason: 'Settled' },
  })
  const lifted = await as(admin).raw('GET /admin/chats/:id/messages.csv', { params })
  expect(lifted.status).toBe(404)
})

test('mails and handbooks of somebody who is held outlive their days', async () => {
  const held = await createMember(server)
  await hold({ user_id: held.id })
  for (const { id } of [held, free]) {
    await sql`insert into mails (id, kind, to_email, subject, data, user_id, status, sent_at, created_at)
      values (gen_random_uuid(), 'reset', 'a@b.example', 'Old', '{}', ${id}, 'sent', now(), now() - interval '3 years')`.execute(
      server.db,
    )
    await sql`insert into imports (id, file_key, file_name, file_type, mime, file_size, sha256, state, reason, created_by, created_at)
      values (gen_random_uuid(), md5(${id}), 'a.md', 'md', 'text/markdown', 1, ${'0'.repeat(64)}, 'failed', 'Empty', ${id},
        now() - interval '3 days')`.execute(server.db)
  }
  await deleteOldMails(server.db)
  await deleteAbandoned(server.db)
  const { rows: mails } = await sql`select user_id from mails where subject = 'Old'`.execute(
    server.db,
  )
  expect(mails).toEqual([{ user_id: held.id }])
  const { rows: imports } = await sql`select created_by from imports`.execute(server.db)
  expect(imports).toEqual([{ created_by: held.id }])
  const { rows: kept } = await sql<{ id: string }>`select id from imports`.execute(server.db)
  const removed = await as(admin).raw('DELETE /imports/:id', { params: kept[0]! })
  expect(removed).toMatchObject(HELD)
})

test('somebody who was invited, and is held, stays', async () => {
  await as(admin)('POST /auth/invites', { body: { invitations: [{ email: 'ben@example.org' }] } })
  const { body: invitations } = await as(admin)('GET /auth/invites')
  const params = { id: invitations[0]!.id }
  await hold({ user_id: params.id })
  expect(await as(admin).raw('DELETE /auth/invites/:id', { params })).toMatchObject(HELD)
})

import type { DraftBody } from '@frontdesk/contract/drafts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import {
  aQuestion,
  createMember,
  createPolicy,
  createTraining,
  type Member,
} from '../../testing/factories.ts'
import { openSocketAs } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { publish } from '../../platform/publish.ts'

let server: TestServer
let ada: Member
let agent: Member
beforeAll(async () => {
  server = await startTestServer()
  ada = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  agent = await createMember(server)
})
afterAll(async () => server.stop())

const as = (person: Member) => server.api.as(person)

async function beginPolicy(body: DraftBody, itemId?: string) {
  const answer = await as(ada)('POST /drafts', {
    body: { kind: 'policy', item_id: itemId, body },
  })
  expect(answer.status).toBe(201)
  return { draft: answer.body, params: { id: answer.body.id }, etag: answer.headers.get('etag')! }
}

const publishOf = async (id: string, body: { overwrite?: boolean } = {}, headers = {}) =>
  as(ada).raw('POST /drafts/:id/publish', { params: { id }, body, headers })

describe('a draft', () => {
  test('may lack anything, keeps what it has, and drops what its kind knows nothing of', async () => {
    const unknown = { title: '', content: 'Half a', sections: [1] }
    const { params, draft } = await beginPolicy(unknown)
    expect(draft).toMatchObject({ title: '', item_id: null, revision: 1, created_by: ada.id })
    expect((await as(ada)('GET /drafts/:id', { params })).body.body).toEqual({
      title: '',
      content: 'Half a',
    })
    const empty = await as(ada)('POST /drafts', { body: { kind: 'training', body: { title: '' } } })
    expect(empty.body.body).toEqual({ title: '' })
    const training = await as(ada)('POST /drafts', {
      body: {
        kind: 'training',
        body: {
          title: '',
          duration: '',
          content: [{ type: 'video', content: '' }],
          questions: [{ question: 'Why?', options: ['One'], correctAnswer: -1, points: '' }],
        },
      },
    })
    expect(training.status).toBe(201)
  })

  test('is bounded, and refuses what its kind could never be', async () => {
    const post = async (kind: string, body: unknown) =>
      (await as(ada).raw('POST /drafts', { body: { kind, body } })).status
    expect(await post('policy', { title: '', content: 'x'.repeat(200_000) })).toBe(201)
    expect(await post('policy', { title: '', content: 'x'.repeat(200_001) })).toBe(422)
    expect(await post('policy', { title: 'x'.repeat(1000) })).toBe(201)
    expect(await post('policy', { title: 'x'.repeat(1001) })).toBe(422)
    expect(await post('policy', { title: '', content: [] })).toBe(400)
    expect(await post('policy', { title: 'nul \0' })).toBe(422)
    expect(await post('process', { title: 'Open house' })).toBe(422)
    expect(await post('policy', 'a text')).toBe(400)
    expect(await post('policy', { content: 'No title' })).toBe(400)
  })

  test('is saved over by nobody who saw an older one', async () => {
    const { params, etag } = await beginPolicy({ title: 'Keys' })
    const put = async (title: string, tag: string) =>
      as(ada).raw('PUT /drafts/:id', {
        params,
        body: { body: { title } },
        headers: { 'If-Match': tag },
      })
    const first = await put('Keys and doors', etag)
    expect(first.status).toBe(200)
    const second = await put('Doors', etag)
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { body: { title: 'Keys and doors' } } },
    })
    expect((await put('Doors', first.headers.get('etag')!)).status).toBe(200)
  })

  test('is one for each item, also for two who begin it at once', async () => {
    const policy = await createPolicy(as(ada))
    const begin = async () =>
      as(ada).raw('POST /drafts', {
        body: { kind: 'policy', item_id: policy.id, body: { title: 'Mine' } },
      })
    const answers = await Promise.all([begin(), begin(), begin()])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409,
    ])
    const list = await as(ada)('GET /drafts', { query: { item_id: policy.id } })
    expect(list.headers.get('x-total-count')).toBe('1')
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body).toMatchObject({ code: 'draft_exists', draft_id: list.body[0]!.id })
  })

  test('of an item that is not there, is of another kind, or was saved meanwhile is not begun', async () => {
    const policy = await createPolicy(as(ada))
    const begin = async (kind: string, itemId: string, headers = {}) =>
      as(ada).raw('POST /drafts', {
        body: { kind, item_id: itemId, body: { title: 'Mine' } },
        headers,
      })
    expect((await begin('training', policy.id)).status).toBe(404)
    await as(ada)('PUT /policies/:id', {
      params: { id: policy.id },
      body: { title: 'Theirs', content: 'Theirs' },
    })
    expect(await begin('policy', policy.id, { 'If-Match': '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { title: 'Theirs' } },
    })
    expect((await begin('policy', policy.id, { 'If-Match': '"2"' })).status).toBe(201)
    const gone = await createPolicy(as(ada))
    await as(ada)('DELETE /policies/:id', { params: { id: gone.id } })
    expect((await begin('policy', gone.id)).status).toBe(404)
  })

  test('goes with its comments, and nothing live with it', async () => {
    const policy = await createPolicy(as(ada))
    const { params } = await beginPolicy({ title: 'Other words' }, policy.id)
    await as(ada)('POST /drafts/:id/comments', { params, body: { body: 'Why?' } })
    expect((await as(ada)('DELETE /drafts/:id', { params })).status).toBe(204)
    expect((await as(ada).raw('GET /drafts/:id', { params })).status).toBe(404)
    expect((await as(ada).raw('GET /drafts/:id/comments', { params })).status).toBe(404)
    const live = await as(ada)('GET /policies/:id', { params: { id: policy.id } })
    expect(live.body).toMatchObject({ title: policy.title, revision: 1 })
  })

  test('is told from others by its kind, a page at a time', async () => {
    const list = async (query: Record<string, string | number>) =>
      as(ada).raw('GET /drafts', { query })
    const all = (await list({ limit: 1000 })).body as unknown as { id: string; kind: string }[]
    const trainings = (await list({ kind: 'training' })).body as unknown as { kind: string }[]
    expect(trainings.every(({ kind }) => kind === 'training')).toBe(true)
    const first = await list({ limit: all.length })
    expect(first.headers.get('link')).toBeNull()
    const cut = await list({ limit: all.length - 1 })
    expect(cut.headers.get('link')).toContain('rel="next"')
    expect(cut.headers.get('x-total-count')).toBe(String(all.length))
  })
})

describe('comments', () => {
  test('are read in order, and taken back by whoever wrote them alone', async () => {
    const other = await createMember(server, { role: 'admin' })
    const { params } = await beginPolicy({ title: 'Spoken of' })
    const say = async (person: Member, body: string) =>
      (await as(person)('POST /drafts/:id/comments', { params, body: { body } })).body
    const first = await say(ada, 'One')
    await say(other, 'Two')
    const { body } = await as(ada)('GET /drafts/:id/comments', { params })
    expect(body.map((comment) => comment.body)).toEqual(['One', 'Two'])
    const remove = async (person: Member) =>
      (
        await as(person).raw('DELETE /drafts/:id/comments/:comment_id', {
          params: { ...params, comment_id: first.id },
        })
      ).status
    expect(await remove(other)).toBe(403)
    expect(await remove(ada)).toBe(204)
    expect(await remove(ada)).toBe(404)
    const bad = async (text: string) =>
      (await as(ada).raw('POST /drafts/:id/comments', { params, body: { body: text } })).status
    expect(await bad('  ')).toBe(422)
    expect(await bad('x'.repeat(2000))).toBe(201)
    expect(await bad('x'.repeat(2001))).toBe(422)
  })
})

describe('publishing', () => {
  test('what is incomplete says beside which fields, as adding it would', async () => {
    for (const body of [{ title: '' }, { title: 'Only a title' }, { title: '  ', content: 'x' }]) {
      const { params } = await beginPolicy(body)
      const refused = await publishOf(params.id)
      const direct = await as(ada).raw('POST /policies', { body })
      expect(refused.status).toBe(422)
      expect(refused.body.fields).toEqual(direct.body.fields)
      expect((await as(ada)('GET /drafts/:id', { params })).status).toBe(200)
    }
    const { body: draft } = await as(ada)('POST /drafts', {
      body: {
        kind: 'training',
        body: { title: 'T', content: [{ type: 'video', content: 'ftp://x' }] },
      },
    })
    const refused = await publishOf(draft.id)
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.body.fields).toHaveProperty(['content.0.content'])
  })

  test('adds the policy as it would have been added, and leaves no draft', async () => {
    const { params } = await beginPolicy({
      title: 'Keys',
      content: 'In the box.',
      category: 'Office',
    })
    const { status, body } = await publishOf(params.id)
    expect(status).toBe(200)
    const live = await as(agent)('GET /policies/:id', { params: { id: String(body.item_id) } })
    expect(live.body).toMatchObject({
      title: 'Keys',
      content: 'In the box.',
      category: 'Office',
      version: 1,
      created_by: ada.id,
    })
    expect((await as(ada).raw('GET /drafts/:id', { params })).status).toBe(404)
  })

  test('saves the training with its parts', async () => {
    const training = await createTraining(as(ada))
    const sections = training.content.map(({ id, type }) => ({ id, type, content: '# New words' }))
    const { body: draft } = await as(ada)('POST /drafts', {
      body: {
        kind: 'training',
        item_id: training.id,
        body: { title: 'New title', content: sections, questions: [aQuestion('Only one?')] },
      },
    })
    const before = await as(agent)('GET /trainings/:id/content', { params: { id: training.id } })
    expect(before.body[0]!.content).toBe('# Call first')
    expect((await publishOf(draft.id)).body).toEqual({ kind: 'training', item_id: training.id })
    const after = await as(agent)('GET /trainings/:id/content', { params: { id: training.id } })
    expect(after.body).toMatchObject([{ id: sections[0]!.id, content: '# New words' }])
    const detail = await as(agent)('GET /trainings/:id', { params: { id: training.id } })
    expect(detail.body.training).toMatchObject({ title: 'New title', questions_count: 1 })
  })

  test('the same draft at once makes one policy', async () => {
    const title = 'Only once'
    const { params } = await beginPolicy({ title, content: 'x' })
    const answers = await Promise.all([1, 2, 3, 4].map(async () => publishOf(params.id)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 404, 404, 404,
    ])
    const found = await as(ada)('GET /policies', { query: { search: title } })
    expect(found.body).toHaveLength(1)
  })

  test('over what was saved meanwhile is refused, unless that is what is wanted', async () => {
    const policy = await createPolicy(as(ada))
    const { params } = await beginPolicy({ title: 'Mine', content: 'Mine' }, policy.id)
    await as(ada)('PUT /policies/:id', {
      params: { id: policy.id },
      body: { title: 'Theirs', content: 'Theirs' },
    })
    expect((await as(ada)('GET /drafts/:id', { params })).body.outdated).toBe(true)
    expect(await publishOf(params.id)).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { title: 'Theirs' } },
    })
    const dated = await as(ada).raw('PUT /drafts/:id/publish-at', {
      params,
      body: { publish_at: '2041-01-01T00:00:00Z' },
    })
    expect(dated).toMatchObject({ status: 409, body: { code: 'edit_conflict' } })
    expect((await publishOf(params.id, { overwrite: true })).status).toBe(200)
    const live = await as(agent)('GET /policies/:id', { params: { id: policy.id } })
    expect(live.body).toMatchObject({ title: 'Mine', version: 3 })
  })

  test('a draft that somebody else saved meanwhile is refused to who saw the older one', async () => {
    const { params, etag } = await beginPolicy({ title: 'Mine', content: 'Mine' })
    await as(ada)('PUT /drafts/:id', { params, body: { body: { title: 'B', content: 'B' } } })
    expect(await publishOf(params.id, {}, { 'If-Match': etag })).toMatchObject({
      status: 409,
      body: { code: 'draft_changed', current: { title: 'B' } },
    })
  })

  test('over what is deleted or archived is refused, and works once it is back', async () => {
    const policy = await createPolicy(as(ada))
    const ofPolicy = { params: { id: policy.id } }
    const { params } = await beginPolicy({ title: 'Back', content: 'Back' }, policy.id)
    await as(ada)('DELETE /policies/:id', ofPolicy)
    expect(await publishOf(params.id)).toMatchObject({ status: 409, body: { code: 'item_gone' } })
    expect((await as(ada)('GET /drafts/:id', { params })).body.outdated).toBe(true)
    await as(ada)('POST /policies/:id/restore', ofPolicy)
    expect((await publishOf(params.id)).status).toBe(200)
  })

  test('a correction asks nobody again, and a new text everybody', async () => {
    const policy = await createPolicy(as(ada))
    const draft = { title: policy.title, content: 'Corrected' }
    const { params } = await beginPolicy({ ...draft, material: false }, policy.id)
    await publishOf(params.id)
    const second = await beginPolicy({ ...draft, content: 'Quite another' }, policy.id)
    await publishOf(second.params.id)
    const { body } = await as(ada)('GET /policies/:id/versions', { params: { id: policy.id } })
    expect(body.map(({ material }) => material)).toEqual([true, false, true])
  })
})

test('nobody but admins comes to know of a draft by any way', async () => {
  const policy = await createPolicy(as(ada), { title: 'Public words' })
  await as(ada)('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { everyone: true },
  })
  const socket = await openSocketAs(server.url, agent)
  const before = await seenBy(agent)
  const { params } = await beginPolicy({ title: 'Zanzibar', content: 'Zanzibar' }, policy.id)
  const other = await beginPolicy({ title: 'Zanzibar', content: 'Zanzibar' })
  await as(ada)('POST /drafts/:id/comments', { params, body: { body: 'Zanzibar' } })
  await as(ada)('PUT /drafts/:id/publish-at', {
    params,
    body: { publish_at: '2041-01-01T00:00:00Z' },
  })
  const { body: training } = await as(ada)('POST /drafts', {
    body: { kind: 'training', body: { title: 'Zanzibar', content: [] } },
  })
  expect(await seenBy(agent)).toEqual(before)
  // What is said last has come once all before it has.
  await publish(server.db, { keys: ['settings'] })
  await socket.receive((frame) => frame.type === 'invalidate' && frame.keys.join() === 'settings')
  expect(JSON.stringify(socket.frames)).not.toContain('drafts')
  socket.close()
  for (const id of [params.id, other.params.id, training.id]) {
    for (const path of ['/policies/:id', '/trainings/:id', '/drafts/:id']) {
      const { status } = await as(agent).raw(`GET ${path}`, { params: { id } })
      expect(status).toBe(path === '/drafts/:id' ? 403 : 404)
    }
  }
})

/** Everything that somebody is shown of policies, trainings and what is asked of them. */
async function seenBy(person: Member) {
  const api = as(person)
  const search = { query: { query: 'Zanzibar' } }
  const answers = [
    await api('GET /policies'),
    await api('GET /trainings'),
    await api('GET /tests'),
    await api('GET /notifications'),
    await api.raw('GET /search', search),
    await api('GET /auth/me'),
  ]
  const { rows } = await sql`
    select item_id, version from obligations where user_id = ${person.id} order by id
  `.execute(server.db)
  return JSON.stringify([answers.map(({ body }) => body), rows])
}

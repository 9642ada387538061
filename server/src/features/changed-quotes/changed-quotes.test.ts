import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMember,
  createPolicy,
  createProcess,
  createTest,
  createTraining,
  type Member,
} from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: Member
let dana: Member
beforeAll(async () => {
  server = await startTestServer()
  ada = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  dana = await createMember(server, { firstName: 'Dana', lastName: 'Office', role: 'admin' })
})
afterAll(async () => server.stop())

const as = (person: Member) => server.api.as(person)
const BOX = 'Keys are kept in the box.'
const LOST = 'A lost key is told to the broker at once.'
const LOST_NOW = 'A lost key is told to the broker within the hour.'

async function policyOnKeys(title: string) {
  const policy = await createPolicy(as(ada), { title, content: `${BOX}\n\n${LOST}` })
  const params = { id: policy.id }
  const { body } = await as(ada)('GET /policies/:id/paragraphs', { params })
  const [box, lost] = body.map(({ anchor }) => `[There](/policies/${policy.id}#${anchor}).`)
  const publish = async (...paragraphs: string[]) =>
    as(ada)('PUT /policies/:id', {
      params,
      body: { title, content: paragraphs.join('\n\n'), material: false },
    })
  return { id: policy.id, box: box!, lost: lost!, publish }
}
const listed = async (itemId?: string) =>
  (await as(ada)('GET /admin/changed-quotes', { query: itemId ? { item_id: itemId } : {} })).body
const toldOf = async (person: Member, title: string) =>
  (await as(person)('GET /notifications')).body.filter((told) => told.title.includes(title))
const look = async (id: string) =>
  as(ada).raw('POST /admin/changed-quotes/:id/looked', { params: { id } })

test('whoever refers to a paragraph that has other words is asked to look, with both wordings', async () => {
  const policy = await policyOnKeys('Keys')
  const process = await createProcess(as(dana), {
    title: 'Open house',
    steps: [
      { title: 'First', description: policy.box, order_number: 1 },
      { title: 'Second', description: policy.lost, order_number: 2 },
    ],
  })
  const question = { options: ['Yes', 'No'], correctAnswer: 0, points: 1 }
  const training = await createTraining(as(dana), {
    title: 'Keys for all',
    content: [{ type: 'text', content: policy.lost, order: 1 }],
    questions: [{ ...question, question: 'Told?', feedback: policy.lost }],
  })
  const alone = await createTest(as(dana), {
    title: 'On its own',
    questions: [{ ...question, question: `By ${policy.lost}` }],
  })
  // The whole policy is no paragraph of it.
  const whole = await createProcess(as(dana), {
    title: 'Of the whole',
    steps: [{ title: 'One', description: `/policies/${policy.id}`, order_number: 1 }],
  })
  await policy.publish(BOX, LOST, 'One more.')
  expect(await listed()).toEqual([])

  await policy.publish(BOX, LOST_NOW, 'One more.')
  const places = (await listed()).map(({ item_id: id, place, number }) => [id, place, number])
  expect(places).toHaveLength(4)
  expect(places).toEqual(
    expect.arrayContaining([
      [process.id, 'step', 2],
      [training.id, 'section', 1],
      [training.id, 'question', 1],
      [alone.id, 'question', 1],
    ]),
  )
  expect(await listed(whole.id)).toEqual([])
  expect((await listed(process.id))[0]).toMatchObject({
    title: 'Open house',
    policy_title: 'Keys',
    version: 2,
    before: LOST,
    after: LOST_NOW,
  })
  expect(await toldOf(dana, 'Open house')).toMatchObject([
    {
      kind: 'authoring',
      title: 'Quotes a paragraph of “Keys” that changed: Open house',
      body: `It said “${LOST}”, and says now “${LOST_NOW}”.`,
      path: '/admin/reviews?show=quotes',
    },
  ])
  // One for each text's item, and only to whoever wrote it.
  expect(await toldOf(dana, 'Keys for all')).toHaveLength(1)
  expect(await toldOf(ada, 'Open house')).toEqual([])
})

test('saying that one has looked settles it, once and in the audit trail', async () => {
  const policy = await policyOnKeys('Looked')
  const process = await createProcess(as(dana), {
    title: 'Looked at',
    steps: [{ title: 'One', description: policy.lost, order_number: 1 }],
  })
  await policy.publish(BOX)
  const [quote] = await listed(process.id)
  expect(quote).toMatchObject({ before: LOST, after: null })
  expect((await toldOf(dana, 'Looked at'))[0]!.body).toBe(`It said “${LOST}”, and is gone.`)
  expect((await look(quote!.id)).status).toBe(204)
  expect(await listed(process.id)).toEqual([])
  expect((await look(quote!.id)).status).toBe(404)
  const { body: trail } = await as(ada)('GET /admin/audit', { query: { limit: 5 } })
  expect(trail.filter(({ action }) => action === 'quote.looked_at')).toHaveLength(1)
  // What changes later is asked about anew: here the paragraph comes back.
  await policy.publish(BOX, LOST)
  expect(await listed(process.id)).toEqual([])
  await policy.publish(BOX, LOST_NOW)
  expect(await listed(process.id)).toMatchObject([{ version: 3, after: LOST_NOW }])
})

test('it is settled by itself where the text is edited, or the paragraph says again what it said', async () => {
  const policy = await policyOnKeys('By itself')
  const step = { title: 'One', description: policy.lost, order_number: 1 }
  const process = await createProcess(as(dana), { title: 'Edited', steps: [step] })
  const save = async (description: string) =>
    as(dana)('PUT /processes/:id', {
      params: { id: process.id },
      body: {
        title: 'Edited',
        category: process.category,
        steps: [{ ...step, description }],
      },
    })
  await policy.publish(BOX, LOST_NOW)
  const [quote] = await listed(process.id)
  expect(quote).toBeDefined()
  await policy.publish(BOX, LOST)
  expect(await listed(process.id)).toEqual([])
  await policy.publish(BOX, LOST_NOW)
  // Asked once, by the words that it was written for.
  expect(await listed(process.id)).toMatchObject([{ id: quote!.id, version: 1 }])
  // Another step, another title: its own text is the same.
  await as(dana)('PUT /processes/:id', {
    params: { id: process.id },
    body: {
      title: 'Edited',
      category: process.category,
      steps: [
        { title: 'Before', order_number: 1 },
        { ...step, order_number: 2 },
      ],
    },
  })
  expect(await listed(process.id)).toMatchObject([{ number: 2 }])
  await save(`Within the hour: ${policy.lost}`)
  expect(await listed(process.id)).toEqual([])
  expect((await look(quote!.id)).status).toBe(404)
})

test('what was signed keeps its words, whatever the paragraph says now', async () => {
  const policy = await policyOnKeys('Signed')
  const anchor = /#(p-[\w-]+)/.exec(policy.lost)![1]!
  await as(dana)('POST /policies/:id/acknowledge', {
    params: { id: policy.id },
    body: { version: 1 },
  })
  await policy.publish(BOX, LOST_NOW)
  const params = { id: policy.id, anchor }
  const at = async (version?: number) =>
    (
      await as(dana)('GET /policies/:id/paragraphs/:anchor', {
        params,
        query: version ? { version } : {},
      })
    ).body
  expect(await at(1)).toMatchObject({ text: LOST, version: 1, current: false })
  expect(await at()).toMatchObject({ text: LOST_NOW, version: 2, current: true })
})

test('where its author is no admin any more, all admins are told', async () => {
  const left = await createMember(server, { firstName: 'Lee', lastName: 'Left', role: 'admin' })
  const policy = await policyOnKeys('Of somebody gone')
  await createProcess(as(left), {
    title: 'Left behind',
    steps: [{ title: 'One', description: policy.lost, order_number: 1 }],
  })
  await as(ada)('PUT /admin/users/:id', { params: { id: left.user.id }, body: { role: 'agent' } })
  await policy.publish(BOX, LOST_NOW)
  expect(await toldOf(left, 'Left behind')).toEqual([])
  expect(await toldOf(ada, 'Left behind')).toHaveLength(1)
  expect(await toldOf(dana, 'Left behind')).toHaveLength(1)
})

test('archiving a policy asks whoever refers to it to look, and restoring it settles that', async () => {
  const policy = await policyOnKeys('Put away')
  const params = { id: policy.id }
  const step = { title: 'One', order_number: 1 }
  const quoting = await createProcess(as(dana), {
    title: 'Of a paragraph put away',
    steps: [{ ...step, description: policy.lost }],
  })
  const leading = await createProcess(as(dana), {
    title: 'To a policy put away',
    steps: [{ ...step, description: `See [it](/policies/${policy.id}).` }],
  })
  const quotes = async () => [await listed(quoting.id), await listed(leading.id)].flat()
  await as(ada)('DELETE /policies/:id', { params })
  expect(await quotes()).toMatchObject([
    { policy_archived: true, policy_title: 'Put away', before: LOST, after: null },
    { policy_archived: true, anchor: '', before: 'Put away', after: null },
  ])
  expect(await toldOf(dana, 'Of a paragraph put away')).toMatchObject([
    {
      kind: 'authoring',
      title: 'Quotes “Put away”, which was archived: Of a paragraph put away',
      body: 'Its readers can’t open that policy any more.',
      path: '/admin/reviews?show=quotes',
    },
  ])
  expect(await toldOf(dana, 'To a policy put away')).toHaveLength(1)
  await as(ada)('POST /policies/:id/restore', { params })
  expect(await quotes()).toEqual([])
  await as(ada)('DELETE /policies/:id', { params })
  expect(await quotes()).toHaveLength(2)
  expect(await toldOf(dana, 'To a policy put away')).toHaveLength(2)
  const [first] = await quotes()
  expect((await look(first!.id)).status).toBe(204)
  expect(await quotes()).toHaveLength(1)
})

test('a paragraph that changed before its policy was archived is asked about again once it is back', async () => {
  const policy = await policyOnKeys('Changed and put away')
  const params = { id: policy.id }
  const { id } = await createProcess(as(dana), {
    title: 'Of what changed',
    steps: [{ title: 'One', description: policy.lost, order_number: 1 }],
  })
  await policy.publish(BOX, LOST_NOW)
  await as(ada)('DELETE /policies/:id', { params })
  expect(await listed(id)).toMatchObject([{ policy_archived: true, before: LOST, after: null }])
  expect(await toldOf(dana, 'Of what changed')).toHaveLength(2)
  await as(ada)('POST /policies/:id/restore', { params })
  expect(await listed(id)).toMatchObject([
    { policy_archived: false, before: LOST, after: LOST_NOW },
  ])
})

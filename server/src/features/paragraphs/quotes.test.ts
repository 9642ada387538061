import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMember,
  createPolicy,
  createProcess,
  createTest,
  createTraining,
} from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.stop())

const question = (text: string) => ({
  question: text,
  options: ['Yes', 'No'],
  correctAnswer: 0,
  points: 1,
})

test('admins see what refers to a policy, where, and whether its paragraph is still there', async () => {
  const api = server.api.as(await createMember(server))
  const content = 'Keys are kept in the box.\n\nA lost key is told at once.'
  const policy = await createPolicy(api, { title: 'Keys', content })
  const params = { id: policy.id }
  const quotes = async () => (await api('GET /policies/:id/quotes', { params })).body
  expect(await quotes()).toEqual([])

  const { body: paragraphs } = await api('GET /policies/:id/paragraphs', { params })
  const [box, lost] = paragraphs.map(({ anchor }) => anchor)
  const path = `/policies/${policy.id}`
  const other = await createPolicy(api, {
    title: 'Showings',
    content: `See [keys](${path}), [there](${path}#${box}) and [again](${path}#${box}).`,
  })
  // Itself doesn't count, nor what is deleted or of another policy.
  const gone = await createPolicy(api, { title: 'Gone', content: `[keys](${path})` })
  await api('DELETE /policies/:id', { params: { id: gone.id } })
  await createPolicy(api, { title: 'About another', content: `[that](/policies/${other.id})` })
  const process = await createProcess(api, {
    title: 'Open house',
    status: 'draft',
    steps: [
      { title: 'First', order_number: 1 },
      { title: 'Second', description: `[lost](${path}#${lost})`, order_number: 2 },
    ],
  })
  const training = await createTraining(api, {
    title: 'Keys for all',
    linkedPolicies: [policy.id],
    content: [{ type: 'text', content: `[x](${path}#p-0000000000)`, order: 1 }],
    questions: [
      { ...question('One?'), feedback: `[Read this](${path})` },
      question(`Two, by [this](${path})?`),
    ],
  })
  const alone = await createTest(api, { title: 'Box', questions: [question(path)] })

  const seen = (await quotes()).map((quote) => [
    quote.id,
    quote.place,
    quote.number,
    quote.anchor,
    quote.anchor_state,
    quote.in_use,
  ])
  expect(seen).toEqual([
    [other.id, 'text', null, null, null, true],
    [other.id, 'text', null, box, 'current', true],
    [process.id, 'step', 2, lost, 'current', false],
    [alone.id, 'question', 1, null, null, true],
    [training.id, 'linked', null, null, null, true],
    [training.id, 'question', 1, null, null, true],
    [training.id, 'question', 2, null, null, true],
    [training.id, 'section', 1, 'p-0000000000', 'unknown', true],
  ])

  await api('PUT /policies/:id', {
    params,
    body: { title: 'Keys', content: 'Keys are kept in the box.' },
  })
  const lostNow = (await quotes()).find(({ anchor }) => anchor === lost)
  expect(lostNow).toMatchObject({ anchor_state: 'gone' })
  const unknown = await api('GET /policies/:id/quotes', { params: { id: training.id } })
  expect(unknown.status).toBe(404)
})

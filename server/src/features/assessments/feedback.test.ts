import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { createMember } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: ApiClient
let agent: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  admin = server.api.as(await createMember(server, { role: 'admin' }))
  agent = server.api.as(await createMember(server))
})
afterAll(async () => server.stop())

const SAID = 'Look at [the policy](/policies/x#p-1)'
const [said, silent] = [
  { question: 'Said?', options: ['a', 'b'], correctAnswer: 1, feedback: SAID },
  { question: 'Silent?', options: ['a', 'b'], correctAnswer: 1 },
]

async function addTraining(questions: object[], fields: object = {}) {
  const { body } = await admin('POST /trainings', {
    body: { title: 'Feedback', questions: questions as (typeof silent)[], ...fields },
  })
  const params = { id: body.id }
  const { body: written } = await admin('GET /trainings/:id/questions', { params })
  return { params, written, testId: body.test_id }
}

test('who answers wrong is told what the author says to it, and nobody before', async () => {
  const { params, written } = await addTraining([said, silent], { max_attempts: 0 })
  const [first, second] = written.map(({ id }) => id)
  const submit = async (answers: Record<string, number>) =>
    (await agent('POST /trainings/:id/submit', { params, body: { answers } })).body
  const { body: started } = await agent('POST /trainings/:id/attempt', { params })
  expect(JSON.stringify(started)).not.toContain('the policy')
  const { body: asked } = await agent('GET /trainings/:id/questions', { params })
  expect(JSON.stringify(asked)).not.toContain('the policy')

  const wrong = await submit({ [first!]: 0, [second!]: 0 })
  expect(wrong).toMatchObject({ passed: false, correct: null, feedback: { [first!]: SAID } })
  expect(Object.keys(wrong.feedback!)).toEqual([first])
  const { body: kept } = await agent('GET /tests/attempts/:id', {
    params: { id: wrong.attempt_id },
  })
  expect(kept.feedback).toEqual({ [first!]: SAID })

  // What was answered right needs none, and a result without any has no such field.
  const half = await submit({ [first!]: 1, [second!]: 0 })
  expect(half).not.toHaveProperty('feedback')
  expect(half.wrong).toEqual([second])
})

test('an attempt keeps what was said as it was started', async () => {
  const { params, written } = await addTraining([said])
  const [first] = written
  const { body: started } = await agent('POST /trainings/:id/attempt', { params })
  await admin('PUT /questions/:id', {
    params: { id: first!.id },
    body: { ...said, feedback: 'Other words' },
  })
  const { body } = await agent('POST /trainings/:id/submit', {
    params,
    body: { attempt_id: started.id, answers: { [first!.id]: 0 } },
  })
  expect(body.feedback).toEqual({ [first!.id]: SAID })
})

test('a client that knows of none leaves it; an empty one takes it away', async () => {
  const { params, written } = await addTraining([said, silent])
  const [first, second] = written
  expect(first).toMatchObject({ feedback: SAID })
  expect(second).not.toHaveProperty('feedback')
  const save = async (more: object) => {
    const { question, options, correctAnswer } = said
    const { body } = await admin('PUT /questions/:id', {
      params: { id: first!.id },
      body: { question, options, correctAnswer, ...more },
    })
    return body.feedback
  }
  expect(await save({})).toBe(SAID)
  expect(await save({ feedback: ' Anew ' })).toBe('Anew')
  expect(await save({ feedback: '' })).toBeUndefined()
  const { body } = await admin('GET /trainings/:id/questions', { params })
  expect(body[0]).not.toHaveProperty('feedback')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { createQuiz } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  agent = await createMember(server)
})
afterAll(async () => server.stop())

test('where somebody was is told on any device; what they went on from is not where they were', async () => {
  const quiz = await createQuiz(server.db, { sections: ['# One', '# Two', '# Three'] })
  const [one, two] = quiz.sectionIds as [string, string]
  const params = { id: quiz.trainingId }
  const api = server.api.as(agent)
  const put = async (content_id: string, fields: { completed: boolean; opened?: boolean }) =>
    api('PUT /trainings/:id/progress', { params, body: { content_id, ...fields } })
  const read = async () => (await api('GET /trainings/:id/progress', { params })).body
  expect(await read()).not.toHaveProperty('last_content_id')
  await put(one, { completed: false, opened: true })
  expect((await read()).last_content_id).toBe(one)
  await put(one, { completed: true })
  expect(await read()).not.toHaveProperty('last_content_id')
  await put(two, { completed: false, opened: true })
  expect((await read()).last_content_id).toBe(two)
  // Back to what was seen: it stays seen.
  await put(one, { completed: false, opened: true })
  const { last_content_id: last, sections } = await read()
  expect(last).toBe(one)
  expect(sections.find(({ content_id: id }) => id === one)!.completed).toBe(true)
  const seen = await server.db
    .selectFrom('audit_events')
    .select('id')
    .where('action', '=', 'training.section_seen')
    .where('actor_id', '=', agent.id)
    .execute()
  expect(seen).toHaveLength(1)
})

import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aQuestion, createMember, createTraining, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  agent = await createMember(server)
})
afterAll(async () => server.stop())

const author = () => server.api.as(admin)

/** A topic with so many questions, whose right option is always the second. */
async function fillTopic(questions: number, fields: object = {}) {
  const topic = `Topic ${uuidv7().slice(-8)}`
  const drafts = Array.from({ length: questions }, (_, index) => ({
    ...aQuestion(`${topic}, ${index + 1}?`),
    ...fields,
  }))
  const { body } = await author()('POST /question-bank', { body: { topic, questions: drafts } })
  return { topic, ids: body.map(({ id }) => id) }
}

const drawing = async (draws: object[], fields: object = {}) =>
  createTraining(author(), { questions: [aQuestion('Its own')], draws, max_attempts: 0, ...fields })

const take = (person: Member) => {
  const api = server.api.as(person)
  return {
    toTake: async (id: string) =>
      (await api('GET /trainings/:id/attempt', { params: { id } })).body,
    start: async (id: string) =>
      (await api('POST /trainings/:id/attempt', { params: { id } })).body,
    submit: async (id: string, answers: Record<string, number>) =>
      api.raw('POST /trainings/:id/submit', { params: { id }, body: { answers } }),
    questions: async (id: string) =>
      (await api('GET /trainings/:id/questions', { params: { id } })).body,
  }
}

const idsOf = (of: { questions: { id: string }[] }) => of.questions.map(({ id }) => id)
const allRight = (ids: string[]) => Object.fromEntries(ids.map((id) => [id, 1]))

test('an attempt asks what was drawn for it: shown before, kept and graded', async () => {
  const { topic, ids } = await fillTopic(12, { points: 2 })
  const { id } = await drawing([{ topic, questions: 3 }])
  const { toTake, start, submit } = take(agent)
  const before = await toTake(id)
  expect(before.id).toBeNull()
  const drawn = idsOf(before).slice(1)
  expect(drawn).toHaveLength(3)
  expect(new Set(drawn).size).toBe(3)
  expect(drawn.every((one) => ids.includes(one))).toBe(true)
  const begun = await start(id)
  expect(idsOf(begun)).toEqual(idsOf(before))
  expect(JSON.stringify(begun)).not.toMatch(/correctAnswer|topic|seed/)
  // Whatever becomes of the bank.
  const params = { id: drawn[0]! }
  await author()('PUT /question-bank/:id', { params, body: { topic, ...aQuestion('Otherwise') } })
  await author()('DELETE /question-bank/:id', { params: { id: drawn[1]! } })
  expect((await toTake(id)).questions).toEqual(begun.questions)
  const { body: result } = await submit(id, { ...allRight(idsOf(begun)), [drawn[2]!]: 0 })
  // Seven points: one of its own, and two for each that was drawn.
  expect(result).toMatchObject({ score: 71.4, passed: true, wrong: [drawn[2]] })
})

test('each attempt and each person draws anew', async () => {
  const { topic } = await fillTopic(20)
  const { id } = await drawing([{ topic, questions: 5 }], { required_score: 100 })
  const { start, submit } = take(agent)
  const first = idsOf(await start(id))
  await submit(id, { ...allRight(first), [first[0]!]: 0 })
  const second = idsOf(await start(id))
  expect(second).toHaveLength(6)
  expect(second).not.toEqual(first)
  expect(idsOf(await take(await createMember(server)).start(id))).not.toEqual(first)
})

test('begun many times at once it is drawn once', async () => {
  const { topic } = await fillTopic(20)
  const { id } = await drawing([{ topic, questions: 6 }], { shuffle: true })
  const { start } = take(await createMember(server))
  const begun = await Promise.all(Array.from({ length: 8 }, async () => start(id)))
  expect(new Set(begun.map((one) => one.id)).size).toBe(1)
  expect(new Set(begun.map((one) => idsOf(one).join())).size).toBe(1)
})

test('a client that knows of neither draws nor attempts takes the quiz by its list of questions', async () => {
  const { topic } = await fillTopic(9)
  const { id, test_id } = await drawing([{ topic, questions: 2 }])
  const person = await createMember(server)
  const { questions, submit } = take(person)
  const listed = await questions(id)
  expect(listed.map(({ order }) => order)).toEqual([1, 2, 3])
  const byTest = await server.api.as(person)('GET /questions', { query: { test_id } })
  expect(byTest.body.map((one) => one.id)).toEqual(listed.map((one) => one.id))
  const answers = allRight(listed.map((one) => one.id))
  expect((await submit(id, answers)).body).toMatchObject({ score: 100, passed: true, attempts: 1 })
  expect((await submit(id, answers)).body).toMatchObject({ score: 100, attempts: 1 })
  // Whoever writes the quiz is given its own questions: those that are saved with it.
  expect(await take(admin).questions(id)).toHaveLength(1)
})

test('lists count what is asked, and a quiz of draws alone is a quiz', async () => {
  const { topic } = await fillTopic(4)
  const training = await drawing([{ topic, questions: 3 }], { questions: [] })
  expect(training.questions_count).toBe(3)
  const { body } = await server.api.as(agent)('GET /trainings/:id', { params: { id: training.id } })
  expect([body.training.questions_count, body.progress.questions]).toEqual([3, 3])
  const quiz = await author()('GET /tests/:id', { params: { id: training.test_id } })
  expect(quiz.body.questions_count).toBe(3)
  // Seen to its end it is not complete: there is a quiz.
  const sections = await server.api.as(agent)('GET /trainings/:id/content', {
    params: { id: training.id },
  })
  const { body: progress } = await server.api.as(agent)('PUT /trainings/:id/progress', {
    params: { id: training.id },
    body: { content_id: sections.body[0]!.id, completed: true },
  })
  expect(progress).toMatchObject({ progress: 50, completed_at: null })
})

test('more than the topic has is refused, at saving and at publishing a draft', async () => {
  const { topic } = await fillTopic(2)
  const sentence = `The question bank has only 2 questions on “${topic}” to draw from, and 3 are asked for`
  const body = { title: 'Too many', draws: [{ topic, questions: 3 }] }
  const refused = await author().raw('POST /trainings', { body })
  expect(refused).toMatchObject({
    status: 422,
    body: { error: sentence, code: 'too_few_questions' },
  })
  expect(refused.body.fields).toEqual({ 'draws.0.questions': sentence })
  const draft = await author()('POST /drafts', { body: { kind: 'training', body } })
  const published = await author().raw('POST /drafts/:id/publish', {
    params: { id: draft.body.id },
    body: {},
  })
  expect(published).toMatchObject({ status: 422, body: { error: sentence } })
  const send = async (draws: unknown) =>
    author().raw('POST /tests', { body: { title: 'Odd', draws } })
  const unknown = await send([{ topic: `No ${topic}`, questions: 1 }])
  expect(unknown).toMatchObject({ status: 422, body: { code: 'unknown_topic' } })
  const twice = [topic, topic.toUpperCase()].map((one) => ({ topic: one, questions: 1 }))
  expect((await send(twice)).status).toBe(422)
  for (const questions of [0, -1, 1.5, 201, '', null, 'many', [2]]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other says which one it was
    expect([400, 422], String(questions)).toContain((await send([{ topic, questions }])).status)
  }
  expect((await send({ topic })).status).toBeGreaterThanOrEqual(400)
})

test('a quiz asks at most 200 questions, its own and the drawn together', async () => {
  const { topic } = await fillTopic(2)
  const draws = [{ topic, questions: 2 }]
  const save = async (own: number) => {
    const questions = Array.from({ length: own }, (_, n) => aQuestion(`Its own, ${n}`))
    return author().raw('POST /trainings', { body: { title: 'A long one', questions, draws } })
  }
  expect((await save(198)).status).toBe(201)
  expect(await save(199)).toMatchObject({ status: 422, body: { code: 'too_many' } })
})

test('fewer are drawn from a bank that shrank, its author sees it, and one question stays', async () => {
  const { topic, ids } = await fillTopic(3)
  const { id, test_id } = await drawing([{ topic, questions: 3 }], { questions: [] })
  const remove = async (question: string) =>
    author().raw('DELETE /question-bank/:id', { params: { id: question } })
  expect((await remove(ids[0]!)).status).toBe(204)
  const draws = await author()('GET /tests/:id/draws', { params: { id: test_id } })
  expect(draws.body).toEqual([{ topic, questions: 3, available: 2 }])
  expect((await take(agent).start(id)).questions).toHaveLength(2)
  // Both at once: one of them stays.
  const both = await Promise.all([remove(ids[1]!), remove(ids[2]!)])
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([204, 409]))
  expect(both.find(({ status }) => status === 409)!.body).toMatchObject({
    code: 'last_of_topic',
    error: `This is the last question on “${topic}”, and a quiz draws from that topic. Please take the draw out of it first`,
  })
  await author()('PUT /trainings/:id', { params: { id }, body: { title: 'Without', draws: [] } })
  const left = both[0].status === 409 ? ids[1]! : ids[2]!
  expect((await remove(left)).status).toBe(204)
})

test('the last question of a drawn topic does not move to another topic', async () => {
  const { topic, ids } = await fillTopic(1)
  const other = await fillTopic(1)
  await drawing([{ topic, questions: 1 }], { questions: [] })
  const move = async (to: string) =>
    author().raw('PUT /question-bank/:id', {
      params: { id: ids[0]! },
      body: { topic: to, ...aQuestion('Otherwise') },
    })
  expect(await move(other.topic)).toMatchObject({ status: 409, body: { code: 'last_of_topic' } })
  expect(await move(topic)).toMatchObject({ status: 200, body: { topic } })
})

test('what the quiz holds a copy of is not drawn again; what is left out of a save stays', async () => {
  const { topic, ids } = await fillTopic(3)
  const copy = { ...aQuestion('A copy'), bank_question_id: ids[0]! }
  const { id, test_id } = await drawing([{ topic, questions: 2 }], { questions: [copy] })
  expect(
    idsOf(await take(agent).toTake(id))
      .slice(1)
      .toSorted(),
  ).toEqual(ids.slice(1))
  const before = idsOf(await take(agent).toTake(id))
  await author()('PUT /trainings/:id', { params: { id }, body: { title: 'Renamed' } })
  const draws = await author()('GET /tests/:id/draws', { params: { id: test_id } })
  expect(draws.body).toEqual([{ topic, questions: 2, available: 2 }])
  await author()('PUT /trainings/:id', {
    params: { id },
    body: { title: 'Renamed', draws: [{ topic, questions: 2 }] },
  })
  expect(idsOf(await take(agent).toTake(id))).toEqual(before)
  const tooMany = await author().raw('PUT /trainings/:id', {
    params: { id },
    body: { title: 'Renamed', draws: [{ topic, questions: 3 }] },
  })
  expect(tooMany.status).toBe(422)
})

test('statistics count what was drawn under its own id, and an export says what is in no file', async () => {
  const { topic, ids } = await fillTopic(2)
  const { id, test_id } = await drawing([{ topic, questions: 1 }])
  const asked = idsOf(await take(agent).start(id))
  await take(agent).submit(id, { ...allRight(asked), [asked[1]!]: 0 })
  const params = { id: test_id }
  const { body } = await author()('GET /admin/tests/:id/statistics', { params })
  expect(body.questions.map(({ topic: of, answered, right }) => [of, answered, right])).toEqual([
    [undefined, 1, 1],
    ...ids.toSorted().map((one) => [topic, one === asked[1] ? 1 : 0, 0]),
  ])
  const file = await author().raw('GET /tests/:id/questions/export', { params })
  expect(file.headers.get('x-draws')).toBe('1')
})

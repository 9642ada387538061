import type { Answer } from '@frontdesk/contract/attempts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readAttempts } from '../evidence/pack-lists.actions.ts'
import { shareOldQuestions, shareQuestions } from './share-questions.actions.ts'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { role: 'admin' })
})
afterAll(async () => server.stop())

const single = { question: 'One?', options: ['a', 'b', 'c', 'd', 'e'], correctAnswer: 3 }
const KINDS = [
  { ...single, feedback: 'Look again' },
  { question: 'Which?', kind: 'several', options: ['x', 'y', 'z'], correctAnswers: [0, 2] },
  { question: 'Is it so?', kind: 'true_false', correctAnswer: 1 },
  {
    question: 'In which order?',
    kind: 'ordering',
    options: ['4th', '2nd', '3rd', '1st'],
    points: 2,
  },
  { question: 'Whom?', kind: 'text', acceptedAnswers: ['The office', '1'] },
]
// What a kind has no need of is left out, as any client may: the type of the body can't say that.
type Body = { question: string; options: string[]; correctAnswer: number }

async function addTraining() {
  const api = server.api.as(admin)
  const topic = 'Of the bank'
  await api('POST /question-bank', {
    body: { topic, questions: [{ ...single, question: 'Drawn?' }] },
  }).catch(() => undefined)
  const { body } = await api('POST /trainings', {
    body: {
      title: 'Every kind',
      shuffle: true,
      max_attempts: 0,
      questions: KINDS as unknown as Body[],
      draws: [{ topic, questions: 1 }],
    },
  })
  return body
}

/** Takes the quiz with an answer to each question, the first option or two of them where there are any. */
async function take(person: Member, trainingId: string): Promise<string> {
  const api = server.api.as(person)
  const params = { id: trainingId }
  const { body } = await api('POST /trainings/:id/attempt', { params })
  const answers: Record<string, Answer> = Object.fromEntries(
    body.questions.map(({ id, kind, options }) => {
      if (kind === 'text') return [id, 'the  office']
      if (kind === 'ordering') return [id, options.map((_, place) => place)]
      return [id, kind === 'several' ? [0, 1] : 0]
    }),
  )
  await api('POST /trainings/:id/submit', { params, body: { attempt_id: body.id, answers } })
  return body.id
}

const age = async (ids: string[], days = 2) =>
  sql`update test_attempts set completed_at = completed_at - ${days} * interval '1 day'
    where id = any(${ids}::uuid[])`.execute(server.db)

/** Everything that anybody is told of these attempts. */
async function readAll(ids: string[], testId: string) {
  const told: unknown[] = []
  for (const id of ids) {
    const params = { id }
    const { body } = await server.api.as(admin)('GET /tests/attempts/:id', { params })
    told.push({ ...body, completed_at: null })
  }
  const { body: statistics } = await server.api.as(admin)('GET /admin/tests/:id/statistics', {
    params: { id: testId },
  })
  const packed: unknown[] = []
  const scope: Parameters<typeof readAttempts>[1] = {
    userIds: null,
    itemIds: [testId],
    from: null,
    to: null,
  }
  for await (const row of readAttempts(server.db, scope)) packed.push(row)
  return { told, statistics, packed }
}

const lookInside = async (ids: string[]) =>
  (
    await sql<{ whole: boolean; copies: number | null }>`
      select questions is not null as whole, cardinality(question_copies) as copies from test_attempts
      where id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`.execute(server.db)
  ).rows
const countCopies = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from question_copies`.execute(server.db))
    .rows[0]!.n

const MOVED = { whole: false, copies: 6 }
const WHOLE = { whole: true, copies: null }

test('what finished attempts asked is kept once for all, and reads as before', async () => {
  const { id, test_id: testId } = await addTraining()
  const people = await Promise.all(Array.from({ length: 6 }, async () => createMember(server)))
  const ids: string[] = []
  for (const person of people) ids.push(await take(person, id))
  await age(ids)
  // As they were before options had an order of their own, and as no program writes them.
  await sql`update test_attempts set questions = (
      select jsonb_agg(one - 'optionOrder' order by at) from jsonb_array_elements(questions) with ordinality as asked (one, at)
    ) where id = ${ids[4]}`.execute(server.db)
  await sql`update test_attempts set questions = jsonb_set(questions, '{0,correctAnswer}', '9') where id = ${ids[5]}`.execute(
    server.db,
  )
  const before = await readAll(ids, testId)
  expect(before.packed).toHaveLength(6)

  // All but the last: it would read otherwise afterwards.
  expect(await shareQuestions(server.db)).toBe(5)
  expect(await lookInside(ids)).toEqual([MOVED, MOVED, MOVED, MOVED, MOVED, WHOLE])
  expect(await readAll(ids, testId)).toEqual(before)
  // The author's six words each once, and the six of the old one as it was shown to them.
  const copies = await countCopies()
  expect(copies).toBeGreaterThanOrEqual(6)
  expect(copies).toBeLessThanOrEqual(6 + 6 + 1)
  expect(await shareQuestions(server.db)).toBe(0)
  expect(await countCopies()).toBe(copies)

  // Others add none, and an edit adds the one that it wrote.
  const more = [await take(people[0]!, id), await take(people[1]!, id)]
  await age(more)
  await shareQuestions(server.db)
  expect(await countCopies()).toBe(copies)
  const { body: written } = await server.api.as(admin)('GET /trainings/:id/questions', {
    params: { id },
  })
  await server.api.as(admin)('PUT /questions/:id', {
    params: { id: written[0]!.id },
    body: { ...single, question: 'One, edited?' },
  })
  await age([await take(people[2]!, id)])
  await shareQuestions(server.db)
  expect(await countCopies()).toBe(copies + 1)
})

test('a repeated submit is still told what it was told', async () => {
  const { id } = await addTraining()
  const person = await createMember(server)
  const attempt = await take(person, id)
  await age([attempt])
  const api = server.api.as(person)
  const { body: kept } = await api('GET /tests/attempts/:id', { params: { id: attempt } })
  await shareQuestions(server.db)
  const again = await api('POST /trainings/:id/submit', {
    params: { id },
    body: { attempt_id: attempt, answers: kept.answers },
  })
  expect(again.body).toMatchObject({ attempt_id: attempt, score: kept.score, wrong: kept.wrong })
})

test('what a server of before may read stays: what is under way or new, and everything on the first day', async () => {
  const { id } = await addTraining()
  const [past, now, open] = await Promise.all([1, 2, 3].map(async () => createMember(server)))
  const ids = [await take(past!, id), await take(now!, id)]
  await age([ids[0]!])
  const { body } = await server.api.as(open!)('POST /trainings/:id/attempt', { params: { id } })
  ids.push(body.id)
  const signal = new AbortController().signal
  await shareOldQuestions(server.db, signal)
  expect(await lookInside(ids)).toEqual([WHOLE, WHOLE, WHOLE])
  await sql`update kysely_migration set "timestamp" = (now() - interval '25 hours')::text
    where name like '%keep_questions_once'`.execute(server.db)
  await shareOldQuestions(server.db, AbortSignal.abort())
  expect(await lookInside(ids)).toEqual([WHOLE, WHOLE, WHOLE])
  await shareOldQuestions(server.db, signal)
  expect(await lookInside(ids)).toEqual([MOVED, WHOLE, WHOLE])
})

test('a copy is what its hash says, and stays', async () => {
  const refused = [
    sql`insert into question_copies (sha256, question) values (sha256('x'), '{"id": "y"}')`,
    sql`update question_copies set question = question || '{"points": 9}'`,
    sql`delete from question_copies`,
    sql`truncate question_copies`,
  ]
  for (const statement of refused) {
    await expect(statement.execute(server.db)).rejects.toThrow(/question_copies/)
  }
})

test('many are moved in parts', async () => {
  const { id, test_id: testId } = await addTraining()
  const person = await createMember(server)
  const attempt = await take(person, id)
  await age([attempt], 30)
  await sql`
    insert into test_attempts (id, test_id, user_id, attempt_number, test_title, required_score, questions, answers, score,
      passed, started_at, completed_at, wrong)
    select gen_random_uuid(), test_id, user_id, 1 + n, test_title, required_score, questions, answers, score, passed,
      started_at, completed_at, wrong
    from test_attempts, generate_series(1, 450) as n where test_attempts.id = ${attempt}`.execute(
    server.db,
  )
  expect(await shareQuestions(server.db)).toBeGreaterThanOrEqual(451)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from test_attempts
    where test_id = ${testId} and question_copies is not null`.execute(server.db)
  expect(rows).toEqual([{ n: 451 }])
})

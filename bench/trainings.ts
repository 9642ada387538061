/**
 * `npm run bench:trainings`: submits of a 20-question quiz with 32 at once, beside a bare `pg` client
 * that writes the same rows in one transaction each; and the list of 200 trainings with progress for
 * somebody with 5,000 past attempts.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { sql } from 'kysely'
import pg from 'pg'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import type { Db } from '../server/src/db/connect.ts'
import { findEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
import { insertSession } from '../server/src/http/session.ts'
import { createQuiz, type Quiz, rightAnswers } from '../server/src/testing/quizzes.ts'
import { withDatabase } from './running-database.ts'
import { createFirstAdmin } from './sign-in.ts'
import { exitCodeOf, sized } from './size.ts'
import { startBuilt } from './started-server.ts'

const CONCURRENCY = 32
/** Submits of one round; each is of an attempt of its own. */
const SUBMITS = sized(1024, 32)
const ROUNDS = sized(5, 1)
/** Rounds before those: just started, a program runs uncompiled, and the larger one for longer. */
const WARM_UPS = sized(2, 0)
const LEAST_RATIO = 0.5
const TRAININGS = sized(200, 4)
const PAST_ATTEMPTS = sized(5000, 40)
const MOST_MS = 20

interface Open {
  token: string
  userId: string
  attemptId: string
  quiz: Quiz
}

await buildIfNeeded()
const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const server = await startBuilt('main', { DATA_DIR: dataDir })
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
try {
  await createFirstAdmin(server.url)
  const good = [await compareSubmits(), await measureList()]
  process.exitCode = exitCodeOf(good.every(Boolean))
  console.log(good.every(Boolean) ? 'Holds.' : 'Does not hold.')
} finally {
  agent.destroy()
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}

async function compareSubmits(): Promise<boolean> {
  const people = await withDatabase(dataDir, createPeople)
  const ratios: number[] = []
  const rates: number[][] = []
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const [forUs, forBare] = await withDatabase(
      dataDir,
      async (db) => [await openAttempts(db, people), await openAttempts(db, people)] as const,
    )
    const ours = () => rateOf(forUs, submitOverHttp)
    const bare = () => submitBare(forBare)
    const pair =
      round % 2 === 0 ? [await ours(), await bare()] : [await bare(), await ours()].toReversed()
    if (round < 0) continue
    rates.push(pair)
    ratios.push(pair[0]! / pair[1]!)
  }
  const [ourRate, bareRate] = [0, 1].map((which) =>
    Math.round(median(rates.map((pair) => pair[which]!))),
  )
  const ratio = median(ratios)
  console.log(
    `submit of 20 questions, ${CONCURRENCY} at once: ours ${ourRate}/s, bare ${bareRate}/s: ratio ${ratio.toFixed(2)} (promised ${LEAST_RATIO})`,
  )
  return ratio >= LEAST_RATIO
}

async function createPeople(db: Db) {
  return Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, number) =>
      createPerson(db, `taker-${number}@example.com`),
    ),
  )
}

/** As many attempts under way as a round submits: each person at each of enough trainings. */
async function openAttempts(db: Db, people: { id: string; token: string }[]): Promise<Open[]> {
  const open: Open[] = []
  while (open.length < SUBMITS) {
    const quiz = await createQuiz(db, { questions: 20 })
    const questions = JSON.stringify(
      quiz.questions.map((question) => ({
        ...question,
        question: 'Which way does the front door of the house face?',
        options: ['North', 'East', 'South', 'West'],
        optionOrder: [0, 1, 2, 3],
        points: 1,
      })),
    )
    const rows = people.map(({ id, token }) => ({
      token,
      userId: id,
      attemptId: randomUUID(),
      quiz,
    }))
    await db
      .insertInto('test_attempts')
      .values(
        rows.map(({ userId, attemptId }) => ({
          id: attemptId,
          test_id: quiz.testId,
          user_id: userId,
          attempt_number: 1,
          test_title: 'Directions',
          required_score: 70,
          questions,
        })),
      )
      .execute()
    open.push(...rows)
  }
  return open
}

/** How many a second, with so many at once. */
async function rateOf<T>(items: T[], work: (item: T, worker: number) => Promise<void>) {
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, worker) => {
      while (next < items.length) {
        next += 1
        await work(items[next - 1]!, worker)
      }
    }),
  )
  return (1000 * items.length) / (performance.now() - started)
}

async function submitOverHttp({ token, attemptId, quiz }: Open): Promise<void> {
  const body = JSON.stringify({ attempt_id: attemptId, answers: rightAnswers(quiz) })
  const { status, text } = await send('POST', `/trainings/${quiz.trainingId}/submit`, token, body)
  if (status !== 200) throw new Error(text)
}

function send(method: string, path: string, token: string, body = '') {
  return new Promise<{ status: number; text: string }>((done, fail) => {
    const call = request(
      `${server.url}/api/v1${path}`,
      {
        method,
        agent,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('end', () => done({ status: response.statusCode ?? 0, text }))
      },
    )
    call.on('error', fail)
    call.end(body)
  })
}

/** What anybody would write by hand: hold the attempt, grade it, certificate and audit trail, commit. */
async function submitBare(open: Open[]): Promise<number> {
  const connection = await findEmbeddedPostgres(dataDir)
  const clients = await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      const client = new pg.Client(connection!)
      await client.connect()
      return client
    }),
  )
  const rate = await rateOf(open, async ({ userId, attemptId, quiz }, worker) => {
    const client = clients[worker]!
    await client.query('begin')
    await client.query('select questions from test_attempts where id = $1 for update', [attemptId])
    await client.query(
      'update test_attempts set answers = $2, score = 100, passed = true, completed_at = now() where id = $1',
      [attemptId, JSON.stringify(rightAnswers(quiz))],
    )
    await client.query(
      `insert into certificates (id, code, user_id, test_id, attempt_id, person_name, title, score, completed_at, facts_sha256)
       values ($1, $2, $3, $4, $5, 'Pat Doyle', 'Directions', 100, now(), sha256('facts'))`,
      [randomUUID(), codeOf(attemptId), userId, quiz.testId, attemptId],
    )
    await client.query(
      `insert into audit_events (id, actor_id, actor_name, action, item_type, item_id, item_title, details, ip, user_agent, request_id)
       values ($1, $2, 'Pat Doyle', 'attempt.graded', 'attempt', $3, 'Directions', '{}', '127.0.0.1', 'bench', 'bench')`,
      [randomUUID(), userId, attemptId],
    )
    await client.query('commit')
  })
  await Promise.all(clients.map(async (client) => client.end()))
  return rate
}

function codeOf(id: string): string {
  return id.replaceAll('-', '').slice(-24).toUpperCase()
}

async function measureList(): Promise<boolean> {
  const { token } = await withDatabase(dataDir, createVeteran)
  await timeLists(token, 1, 100)
  const alone = await timeLists(token, 1, 400)
  const together = await timeLists(token, 8, 400)
  console.log(
    `list of ${TRAININGS} trainings for somebody with ${PAST_ATTEMPTS} attempts: ${tell(alone)} (promised ${MOST_MS}); with 8 at once ${tell(together)}`,
  )
  return p95(alone) <= MOST_MS
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!
}

function tell(times: number[]): string {
  return `median ${median(times).toFixed(1)} ms, p95 ${p95(times).toFixed(1)} ms`
}

/** Milliseconds as the client sees them: the server's own time is less. */
async function timeLists(token: string, workers: number, calls: number): Promise<number[]> {
  const times: number[] = []
  const call = async () => {
    const started = performance.now()
    const { status, text } = await send('GET', `/trainings?limit=${TRAININGS}`, token)
    times.push(performance.now() - started)
    if (status !== 200) throw new Error(text)
    if ((JSON.parse(text) as unknown[]).length !== TRAININGS) throw new Error('Not a whole list')
  }
  const worker = async () => {
    for (let done = 0; done < calls / workers; done += 1) await call()
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return times
}

/** Somebody with 25 attempts at each of the 200 trainings. */
async function createVeteran(db: Db): Promise<{ id: string; token: string }> {
  await sql`update trainings set archived_at = now()`.execute(db)
  await sql`update tests set archived_at = now()`.execute(db)
  const veteran = await createPerson(db, 'vera@example.com')
  for (let number = 0; number < TRAININGS; number += 1) {
    const quiz = await createQuiz(db, { questions: 10, sections: ['One', 'Two', 'Three', 'Four'] })
    const questions = JSON.stringify(
      quiz.questions.map((one) => ({
        ...one,
        question: 'Which way?',
        options: ['N', 'E'],
        points: 1,
      })),
    )
    await sql`insert into test_attempts
      (id, test_id, user_id, attempt_number, test_title, required_score, questions, answers, score,
       passed, started_at, completed_at)
      select gen_random_uuid(), ${quiz.testId}, ${veteran.id}, number, 'Past', 70, ${questions}, '{}',
        50, false, now() - (100 - number) * interval '1 day', now() - (100 - number) * interval '1 day'
      from generate_series(1, ${sql.lit(PAST_ATTEMPTS / TRAININGS)}) as number`.execute(db)
    await sql`insert into requirements (id, test_id, everyone)
      values (${randomUUID()}, ${quiz.testId}, true)`.execute(db)
  }
  // As the database does by itself some time later.
  await sql`vacuum analyze`.execute(db)
  return veteran
}

async function createPerson(db: Db, email: string): Promise<{ id: string; token: string }> {
  const id = randomUUID()
  await db
    .insertInto('users')
    .values({ id, first_name: 'Pat', last_name: 'Doyle', email })
    .execute()
  const origin = { ip: '127.0.0.1', userAgent: 'bench', requestId: randomUUID() }
  const { token } = await insertSession(db, { userId: id, rememberMe: false, origin })
  return { id, token }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** The least that can answer a list: node:http, pg, and the server's own statements. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { env } from 'node:process'
import pg from 'pg'
// Sets the parsers of times and counts, as the server does.
import '../server/src/db/connect.ts'
import { gatherTests, type TestRow } from '../server/src/features/users/test-progress.queries.ts'
import type { CapturedQueries, CapturedQuery } from './captured-queries.ts'

const setup = JSON.parse(env.BARE_SETUP ?? '') as CapturedQueries & { limit?: number }
const { connection, session, list, tests } = setup
const pool = new pg.Pool({ ...connection, max: 10 })

/** Milliseconds from each request to the end of its answer, since somebody last asked for them. */
const times: number[] = []

const server = createServer((request, response) => {
  if (request.url === '/times') return response.end(JSON.stringify(times.splice(0)))
  const received = performance.now()
  response.once('finish', () => times.push(performance.now() - received))
  void answer(request, response)
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const hash = createHash('sha256').update(token).digest()
  const values = session.values.map((value) => (isHash(value) ? hash : value))
  const found = await pool.query(session.text, values)
  if (found.rows.length === 0) return response.writeHead(401).end()
  const { rows } = await pool.query<Record<string, unknown>>(list.text, list.values)
  const total = rows[0]?.total as number | undefined
  // One more than a page was asked for, to see whether there is a next one.
  if (setup.limit !== undefined) rows.splice(setup.limit)
  for (const row of rows) {
    delete row.cursor
    delete row.total
  }
  const body = JSON.stringify(tests ? await withTests(rows, tests) : rows)
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...(total !== undefined && { 'X-Total-Count': total }),
  })
  return response.end(body)
}

/** With how far each person on the page is, from one statement for all of them. */
async function withTests(rows: Record<string, unknown>[], { text, values }: CapturedQuery) {
  const found = await pool.query<TestRow>({ name: 'tests', text, values })
  const testsOf = gatherTests(values[0] as string[], found.rows)
  return rows.map((row) => {
    const { tests: _, ...counts } = testsOf(row.id as string)
    return { ...row, ...counts }
  })
}

function isHash(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
}

server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

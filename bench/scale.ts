/**
 * `npm run bench:scale`: what each screen costs in the server as the brokerage grows, with all that people sign,
 * write, read and file; what the tables, the server's memory and its start take. `-- --people=100000 --keep=<folder>`
 * as for `bench:obligations`, which measures such a folder too. Nothing is judged: docs/scaling.md has the curves.
 */
import { loadavg } from 'node:os'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { apiClient } from '../server/src/testing/api-client.ts'
import { type LargeDesk, onLargeDesk, signInPeople, SIZES } from './large-desk.ts'
import { idOf, unsignedBy } from './obligations-load.ts'
import { lines, p95 } from './promises.ts'
import { chatOf, fillAll } from './scale-load.ts'
import { timesOf } from './server-times.ts'
import { sized } from './size.ts'

const LOOKS = sized(40, 2)
const PEOPLE = sized(196, 7)
const FOUND_WITHIN_MS = 30 * 60_000

const tell = (line: string) => {
  console.log(`  ${line}`)
  lines.push(line)
}

/** From the server's first line until its search knows the last document. */
async function measureStart({ server, token }: LargeDesk): Promise<void> {
  const started = performance.now()
  const api = apiClient(server.url, { token })
  const isFound = async () => {
    const { status, body } = await api('GET /search', { query: { query: 'easement' } })
    return status === 200 && body.documents.length > 0
  }
  while (!(await isFound())) {
    if (performance.now() - started > FOUND_WITHIN_MS) throw new Error('The search finds nothing')
    await wait(100)
  }
  tell(`the search answers ${((performance.now() - started) / 1000).toFixed(1)} s after listening`)
}

async function measureMemory({ server }: LargeDesk): Promise<void> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  tell(`memory of the server ${(kilobytes / 1024).toFixed(0)} MB`)
}

async function measureTables({ db }: LargeDesk): Promise<void> {
  const { rows } = await sql<{ name: string; many: number; bytes: number; indexes: number }>`
    select relname as name, reltuples::float8 as many, pg_total_relation_size(oid)::float8 as bytes,
      pg_indexes_size(oid)::float8 as indexes
    from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc limit 9`.execute(db)
  const inMegabytes = (bytes: number) => (bytes / 1_048_576).toFixed(0)
  for (const { name, many, bytes, indexes } of rows)
    tell(
      `${name}: ${many} rows, ${inMegabytes(bytes)} MB, of which indexes ${inMegabytes(indexes)}`,
    )
}

const STAFF: Record<string, string> = {
  'who is signed in': '/auth/me',
  'own list': '/users/me/obligations',
  policies: '/policies?view=list&limit=25',
  'one policy': `/policies/${idOf.item(7)}`,
  directory: '/users?limit=50',
  'documents by title': '/documents?limit=25',
  'documents, newest first': '/documents?limit=25&sort=updated&order=desc',
  'documents of a category': '/documents?limit=25&category=Legal',
  'documents with a frequent word': '/documents?limit=25&search=lease',
  'documents with a rare word': '/documents?limit=25&search=easement',
  'search, two letters': '/search?query=ha',
  'search, a frequent word': '/search?query=lease',
  'search, a rare word': '/search?query=easement',
  'search, two words': '/search?query=lease+street',
  'search, a slip': '/search?query=easemnet',
  conversations: '/chat',
  unread: '/chat/unread',
  notifications: '/notifications?limit=25',
}

const ADMIN: Record<string, string> = {
  overview: '/admin/overview',
  people: '/admin/users?view=list&limit=25',
  'people by a name': '/admin/users?view=list&limit=25&search=marsh',
  'one person': `/admin/users/${idOf.person(7)}`,
  register: '/admin/obligations?limit=50&sort=due_at&order=asc',
  'who signed what': '/admin/policies/acknowledgments?limit=50',
  'who signed one policy': `/admin/policies/acknowledgments?limit=50&policy_id=${idOf.item(7)}`,
  'audit trail': '/admin/audit?limit=50',
  'audit trail, a rare action': '/admin/audit?limit=50&action=policy.archived',
  mails: '/admin/mails?limit=50',
}

function tellTimes(name: string, times: number[]): void {
  const half = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
  tell(`${name}: half within ${half.toFixed(1)} ms, 95 % ${p95(times).toFixed(1)} ms`)
}

async function measureReading(desk: LargeDesk, tokens: string[]): Promise<void> {
  for (const [name, path] of Object.entries(STAFF))
    tellTimes(name, await timesOf(desk, { tokens, path, looks: LOOKS }))
  const [first] = tokens
  const chat = `/chat/${chatOf(1, desk.people)}`
  const looks = { tokens: [first!], looks: LOOKS }
  tellTimes(
    'one conversation',
    await timesOf(desk, { ...looks, path: `${chat}/messages?limit=50` }),
  )
  const word = `${chat}/search?query=lockbox`
  tellTimes('a word in a conversation', await timesOf(desk, { ...looks, path: word }))
  for (const [name, path] of Object.entries(ADMIN))
    tellTimes(name, await timesOf(desk, { tokens: [desk.token], path, looks: LOOKS }))
}

/** As whoever calls sees it, with the line there and back. */
async function measureWriting({ server, people }: LargeDesk, tokens: string[]): Promise<void> {
  const saying: number[] = []
  const signing: number[] = []
  for (const [index, token] of tokens.entries()) {
    const api = apiClient(server.url, { token })
    const time = async (times: number[], call: () => Promise<{ status: number }>) => {
      const started = performance.now()
      const { status } = await call()
      if (status >= 300) throw new Error(`Writing was answered with ${status}`)
      times.push(performance.now() - started)
    }
    const n = index + 1
    const unsigned = unsignedBy(n)
    if (unsigned === undefined) continue
    const params = { id: chatOf(n, people) }
    await time(saying, async () =>
      api('POST /chat/:id/messages', { params, body: { body: 'Lockbox?', client_id: token } }),
    )
    const policy = { id: idOf.item(unsigned) }
    await time(signing, async () =>
      api('POST /policies/:id/acknowledge', { params: policy, body: {} }),
    )
  }
  tellTimes('saying something, seen from outside', saying)
  tellTimes('signing, seen from outside', signing)
}

await buildIfNeeded()
for (const people of SIZES) {
  await onLargeDesk(people, fillAll, async (desk) => {
    await measureStart(desk)
    await measureTables(desk)
    const tokens = await signInPeople(desk.db, PEOPLE)
    await measureReading(desk, tokens)
    await measureWriting(desk, tokens)
    await measureMemory(desk)
  })
}
const load = loadavg().map((one) => one.toFixed(1))
console.log(`\n${lines.join('\n')}\nload of the machine: ${load.join(', ')}`)
process.exitCode = 0

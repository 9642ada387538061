/**
 * `npm run bench:admin-people`: the team table of 5,000 people as the screen asks for it, a page
 * and how many there are, with 8 asking at once, beside a bare node:http + pg server that runs the same statement.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import {
  listTeam,
  type TeamFilter,
  type TeamSort,
} from '../server/src/features/users/admin-users.queries.ts'
import { apiClient } from '../server/src/testing/api-client.ts'
import { compareList, fillPeople, settle } from './people-load.ts'
import { withDatabase } from './running-database.ts'
import { createFirstAdmin } from './sign-in.ts'
import { startBuilt } from './started-server.ts'

const limit = 25

type Asked = TeamFilter & { sort?: TeamSort; order?: 'asc' | 'desc'; cursor?: string }

const LOADS: [name: string, asked: Asked][] = [
  ['the first page', { sort: 'name', order: 'asc' }],
  ['by role', { sort: 'role', order: 'desc' }],
  ['agents by status', { role: 'agent', sort: 'status', order: 'asc' }],
  ['who was here last', { sort: 'last_login_at', order: 'desc' }],
  ['who is active, the newest first', { status: 'active', sort: 'created_at', order: 'desc' }],
  ['a search for “marsh”', { search: 'marsh', sort: 'name', order: 'asc' }],
  ['a search for one in 45', { search: 'person47', sort: 'name', order: 'asc' }],
]

await buildIfNeeded()
const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const ours = await startBuilt('main', { DATA_DIR: dataDir })
try {
  const { token } = await createFirstAdmin(ours.url)
  const api = apiClient(ours.url).as({ token })
  for (const title of ['Wire fraud', 'Showing safety', 'Fair housing']) {
    const { body } = await api('POST /policies', { body: { title, content: 'Read this.' } })
    await api('POST /policies/:id/assign', { params: { id: body.id }, body: { everyone: true } })
  }
  const test = { title: 'State law', questions: [{ question: 'Ready?', options: ['Yes', 'No'] }] }
  const { body: saved } = await api('POST /tests', { body: test })
  await api('POST /tests/:id/assign', { params: { id: saved.id }, body: { everyone: true } })
  await fillPeople(dataDir)
  const good: boolean[] = []
  for (const [name, asked] of [...LOADS, await latePage(dataDir)]) {
    good.push(
      await compareList(
        { dataDir, ours, token },
        {
          name,
          path: `/admin/users?${new URLSearchParams({ ...asked, limit: String(limit), view: 'list' })}`,
          limit,
          run: async (db) => listTeam(db, { ...asked, limit, view: 'list' }),
        },
      ),
    )
  }
  process.exitCode = settle(good)
} finally {
  await ours.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}

/** Behind four fifths of the people. */
async function latePage(folder: string): Promise<[string, Asked]> {
  const { page } = await withDatabase(folder, async (db) => listTeam(db, { limit: 4000 }))
  return ['a late page', { cursor: page.next! }]
}

/**
 * `npm run bench:people`: the directory of 5,000 people, its first page and what a search finds, with
 * 8 asking at once, beside a bare node:http + pg server that runs the same statements in the same run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { listPeople } from '../server/src/features/users/users.queries.ts'
import { compareList, fillPeople, settle } from './people-load.ts'
import { createFirstAdmin } from './sign-in.ts'
import { startBuilt } from './started-server.ts'

const limit = 50

await buildIfNeeded()
const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const ours = await startBuilt('main', { DATA_DIR: dataDir })
try {
  const { token } = await createFirstAdmin(ours.url)
  await fillPeople(dataDir)
  const good: boolean[] = []
  for (const search of ['', 'marsh']) {
    const filter: Record<string, string> = search ? { search } : {}
    good.push(
      await compareList(
        { dataDir, ours, token },
        {
          name: search ? `a search for “${search}”` : 'the first page',
          path: `/users?${new URLSearchParams({ ...filter, limit: String(limit) })}`,
          limit,
          run: async (db) => listPeople(db, { ...filter, limit }),
        },
      ),
    )
  }
  process.exitCode = settle(good)
} finally {
  await ours.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}

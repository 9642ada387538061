import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs'
import type { Db } from '../../server/src/db/connect.ts'
import { insertSession } from '../../server/src/http/session.ts'
import type { OpenDatabase } from '../crash-desk.ts'
import { withDatabase } from '../running-database.ts'
import { startBuilt } from '../started-server.ts'

/** The demo, which has something of everything, on a folder of its own. */
export async function startDemo(settings: Record<string, string> = {}) {
  await buildIfNeeded()
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-drill-')))
  const server = await startBuilt('demo', { DATA_DIR: folder, LOG_LEVEL: 'error', ...settings })
  const open: OpenDatabase = async (work) => withDatabase(folder, work)
  return {
    url: server.url,
    open,
    server,
    end: async () => {
      await server.end('SIGTERM')
      await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
    },
  }
}

/** An admin who has just signed in, whatever was done to the others. */
export async function signAdminIn(db: Db): Promise<string> {
  await db.deleteFrom('rate_limits').execute()
  const { id } = await db
    .insertInto('users')
    .values({
      id: crypto.randomUUID(),
      first_name: 'Ada',
      last_name: 'Drill',
      email: `drill-${crypto.randomUUID()}@example.com`,
      role: 'admin',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const origin = { ip: '127.0.0.1', userAgent: 'drill', requestId: crypto.randomUUID() }
  return (await insertSession(db, { userId: id, rememberMe: true, origin })).token
}

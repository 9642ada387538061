import { VERSION } from '@frontdesk/contract/constants'
import { systemEndpoints } from '@frontdesk/contract/system'
import { sql } from 'kysely'
import { notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { openFiles } from '../../platform/files.ts'
import { retryDeadJob } from '../../platform/jobs.ts'
import type { Services } from '../../services.ts'
import { wordsOfJob } from './job-words.ts'
import { seldom } from './seldom.ts'
import { findSystem, type Parts } from './system.actions.ts'
import { countFiles } from './system.queries.ts'

export function systemRoutes(
  mount: Mount,
  services: Services,
  searchState: Parts['searchState'],
): void {
  const files = openFiles(services.config, 'documents')
  const countSeldom = seldom(async () => countFiles(services.db))
  mount(systemEndpoints.live, async () => ({ status: 'ok' as const }))

  mount(systemEndpoints.ready, async ({ db }) => {
    await sql`select 1`.execute(db)
    await files.check()
    return { status: 'ok' as const, version: VERSION }
  })

  mount(systemEndpoints.getSystem, async ({ db }) =>
    findSystem(db, services, { files, searchState, countFiles: countSeldom }),
  )

  mount(systemEndpoints.retryJob, async (call) => {
    const { db, params } = call
    const name = await retryDeadJob(db, params.id)
    if (name === undefined) throw notFound('This job is gone, or under way again')
    await recordAudit(db, call, { action: 'job.retried', details: { what: wordsOfJob(name) } })
  })
}

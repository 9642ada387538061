import { VERSION } from '@frontdesk/contract/constants'
import { systemEndpoints } from '@frontdesk/contract/system'
import { sql } from 'kysely'
import type { Mount } from '../../http/mount.ts'
import { openFiles } from '../../platform/files.ts'
import type { Services } from '../../services.ts'

export function systemRoutes(mount: Mount, { config }: Services): void {
  const files = openFiles(config, 'documents')
  mount(systemEndpoints.live, async () => ({ status: 'ok' as const }))

  mount(systemEndpoints.ready, async ({ db }) => {
    await sql`select 1`.execute(db)
    await files.check()
    return { status: 'ok' as const, version: VERSION }
  })
}

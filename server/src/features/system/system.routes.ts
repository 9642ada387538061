import { access, constants } from 'node:fs/promises'
import { VERSION } from '@frontdesk/contract/constants'
import { systemEndpoints } from '@frontdesk/contract/system'
import { sql } from 'kysely'
import { AppError } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'

export function systemRoutes(mount: Mount, { config }: Services): void {
  mount(systemEndpoints.live, async () => ({ status: 'ok' as const }))

  mount(systemEndpoints.ready, async ({ db }) => {
    await sql`select 1`.execute(db)
    await access(config.dataDir, constants.W_OK).catch(() => {
      throw new AppError(503, 'storage_unavailable', 'The data folder cannot be written to', {
        retryAfter: 5,
      })
    })
    return { status: 'ok' as const, version: VERSION }
  })
}

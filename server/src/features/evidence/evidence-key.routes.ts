import { checkpointEndpoints, type EvidenceKey } from '@frontdesk/contract/checkpoints'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { apiHeaders } from '../../http/headers.ts'
import type { Mount } from '../../http/mount.ts'
import { findSigningKey, listKeys, vkeyOf } from './evidence-keys.ts'

async function findPublicKeys(db: Db): Promise<EvidenceKey> {
  const [signing, all] = await Promise.all([findSigningKey(db), listKeys(db)])
  if (!signing) throw new Error('The key that signs checkpoints is missing: start the server once')
  return {
    origin: signing.origin,
    key: await vkeyOf(signing),
    keys: await Promise.all(
      all.map(async (key) => ({
        key: await vkeyOf(key),
        from: key.created_at,
        until: key.retired_at,
      })),
    ),
  }
}

export function evidenceKeyRoutes(mount: Mount): void {
  mount(checkpointEndpoints.getEvidenceKey, async ({ db }) => findPublicKeys(db))
}

/** The address that a lawyer types: the key alone on the first line, then those before it. */
export function evidenceKeyPage(app: FastifyInstance, db: Db, extraHeaders: object): void {
  const headers = { ...apiHeaders, ...extraHeaders, 'Cache-Control': 'no-cache' }
  app.get('/evidence/key', async (_request, reply) => {
    const { key, keys } = await findPublicKeys(db)
    const before = keys.filter(({ until }) => until !== null)
    const lines = [key, ...before.map((one) => `${one.key} until ${one.until}`)]
    return reply
      .headers(headers)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}

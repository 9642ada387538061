import { checkpointEndpoints, type EvidenceSettings } from '@frontdesk/contract/checkpoints'
import type { Db } from '../../db/connect.ts'
import { etagOf, refuseIfChanged } from '../../http/etag.ts'
import { sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import type { Services } from '../../services.ts'
import { makeCheckpointWithin } from './checkpoints.actions.ts'
import { findCheckpointCopies, listCheckpointCopies } from './copies-outside.queries.ts'
import { findSigningKey, lockEvidence, openSigner, vkeyOf } from './evidence-keys.ts'
import { findEvidenceSettings, updateMailTo } from './evidence-settings.queries.ts'
import { describePdfSigner } from './pdf-certificates.ts'

const hostOf = (url: string | null | undefined) => (url ? new URL(url).host : null)

async function findAll(db: Db, { config }: Pick<Services, 'config'>): Promise<EvidenceSettings> {
  const key = (await findSigningKey(db))!
  const { certificate, problem } = await describePdfSigner({ db, config })
  return {
    ...(await findEvidenceSettings(db)),
    key: await vkeyOf(key),
    key_since: key.created_at,
    key_lost: (await openSigner(config, key)) === null,
    time_authority: hostOf(config.tsaUrl),
    witness: hostOf(config.witness?.url),
    pdf_certificate: certificate && {
      made_by: certificate.madeBy,
      subject: certificate.subject,
      issuer: certificate.issuer,
      fingerprint: certificate.fingerprint,
      valid_until: certificate.validUntil,
    },
    pdf_problem: problem,
  }
}

/** Checkpoints as admins see them, and who gets them. */
export function checkpointRoutes(mount: Mount, services: Services): void {
  mount(checkpointEndpoints.listCheckpoints, async ({ db, query, reply, request }) => {
    const { page, total } = await listCheckpointCopies(db, {
      limit: query.limit ?? 20,
      cursor: query.cursor,
    })
    reply.header('X-Total-Count', String(total))
    return sendPage({ reply, request }, page)
  })

  mount(checkpointEndpoints.makeCheckpoint, async (call) => {
    const { number } = await makeCheckpointWithin(call.db, services, 'asked', call)
    return findCheckpointCopies(call.db, number)
  })

  mount(checkpointEndpoints.getEvidenceSettings, async ({ db, reply }) => {
    const settings = await findAll(db, services)
    reply.header('ETag', etagOf(settings))
    return settings
  })

  mount(checkpointEndpoints.updateEvidenceSettings, async (call) => {
    const { db, actor, body, request, reply } = call
    await lockEvidence(db)
    await refuseIfChanged(await findEvidenceSettings(db), {
      ifMatch: request.headers['if-match'],
      sentence: 'Somebody else has saved the addresses in the meantime',
      findCurrent: async () => findAll(db, services),
    })
    await updateMailTo(db, body.mail_to, actor.id)
    await recordAudit(db, call, {
      action: 'evidence.mail_to_changed',
      details: { addresses: body.mail_to.join(', ') || 'nobody' },
    })
    await publish(db, { keys: ['checkpoints'], adminsOnly: true })
    const settings = await findAll(db, services)
    reply.header('ETag', etagOf(settings))
    return settings
  })
}

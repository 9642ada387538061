import { createHash, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordAudit } from '../../platform/audit.ts'
import { addJob } from '../../platform/jobs.ts'
import { publish } from '../../platform/publish.ts'
import { checkpointMail } from './evidence-mails.ts'
import { queueMails } from '../mail/queue-mail.actions.ts'
import { askOutside } from './ask-outside.ts'
import {
  type CopyKind,
  findUncosigned,
  forgetFailure,
  listUnstamped,
  noteFailure,
} from './copies-outside.queries.ts'
import { readVerifierKey } from './signed-note.ts'
import { findCheckpoint, insertToken } from './checkpoints.queries.ts'
import { findMailTo, insertCheckpointMails } from './evidence-settings.queries.ts'

/** One checkpoint, of which a copy is to be had outside. */
export type CopyJob = { number: number }

/** Has copies of a new checkpoint made, in its transaction: mails, a time stamp, a cosignature. */
export async function queueCopies(
  tx: Db,
  config: Config,
  { number, size, isMailed }: { number: number; size: number; isMailed: boolean },
): Promise<void> {
  if (config.tsaUrl) await addStamping(tx, number)
  if (config.witness) await addCosigning(tx, number)
  if (!isMailed) return
  const people = await findMailTo(tx)
  const mailIds = await queueMails(
    tx,
    checkpointMail,
    people.map((to) => ({ to, data: { number, size } })),
  )
  await insertCheckpointMails(
    tx,
    people.map((to, at) => ({ number, to_email: to, mail_id: mailIds[at]! })),
  )
}

const addStamping = async (db: Db, number: number) =>
  addJob(db, 'stamp_checkpoint', { number }, { key: `stamp:${number}` })

/** One at a time: a witness takes them in their order only. */
const addCosigning = async (db: Db, number: number) =>
  addJob(db, 'cosign_checkpoint', { number }, { key: `cosign:${number}`, queue: 'witness' })

/** Has copies asked for whose jobs are gone: a backup has none. What was given up after many tries stays so. */
export async function requeueForgottenCopies(db: Db, { tsaUrl, witness }: Config): Promise<void> {
  if (tsaUrl) for (const number of await listUnstamped(db)) await addStamping(db, number)
  if (!witness) return
  const number = await findUncosigned(db, (await readVerifierKey(witness.key)).name)
  if (number !== undefined) await addCosigning(db, number)
}

const NONCE_BYTES = 12

/**
 * Has a time authority stamp a checkpoint (RFC 3161), and keeps the token once everything about it is right.
 * @throws where it has none yet: the job is tried again
 */
export async function stampCheckpoint(
  { db, config }: { db: Db; config: Config },
  log: FastifyBaseLogger,
  { number }: CopyJob,
  signal: AbortSignal,
): Promise<void> {
  const { tsaUrl, tsaPolicy } = config
  const checkpoint = await findCheckpoint(db, number)
  if (!tsaUrl || !checkpoint) return
  await keepOrSay(db, log, { number, kind: 'token' }, async () => {
    const { timestampRequest, tokenOfResponse, verifyTimestamp } = await import('./timestamp.ts')
    const digest = createHash('sha256').update(checkpoint.note, 'utf8').digest()
    const nonce = randomBytes(NONCE_BYTES)
    // Neither negative nor with a zero in front: it comes back as it went.
    nonce[0] = 0x40 | (nonce[0]! & 0x3f)
    const policy = tsaPolicy ?? undefined
    const answer = await askOutside(
      tsaUrl,
      {
        body: timestampRequest(digest, { nonce, policy }),
        type: 'application/timestamp-query',
        accept: 'application/timestamp-reply',
      },
      signal,
    )
    if (answer.status !== 200) throw new Error(`The time authority answered with ${answer.status}`)
    const token = tokenOfResponse(answer.body)
    const { generatedAt, authority } = await verifyTimestamp(token, { digest, nonce, policy })
    return async (tx) =>
      insertToken(tx, { number, authority, token: Buffer.from(token), generatedAt })
  })
}

/**
 * Gets a copy and keeps it; where it can't be had, nothing of it is kept, and the log, the audit trail and the
 * settings say why.
 * @param get returns what keeps the copy
 */
export async function keepOrSay(
  db: Db,
  log: FastifyBaseLogger,
  copy: { number: number; kind: CopyKind },
  get: () => Promise<(tx: Db) => Promise<void>>,
): Promise<void> {
  const { number, kind } = copy
  try {
    const keep = await get()
    await inTransaction(db, async (tx) => {
      await keep(tx)
      await forgetFailure(tx, number, kind)
      await publish(tx, { keys: ['checkpoints'], adminsOnly: true })
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ checkpoint: number, kind, reason }, 'a copy of a checkpoint could not be had')
    await inTransaction(db, async (tx) => {
      if (!(await noteFailure(tx, { number, kind, reason }))) return
      const action = kind === 'token' ? 'evidence.stamp_failed' : 'evidence.cosignature_failed'
      const origin = { ip: 'the server itself', userAgent: 'checkpoints', requestId: uuidv7() }
      await recordAudit(tx, { origin }, { action, details: { number, reason } })
      await publish(tx, { keys: ['checkpoints'], adminsOnly: true })
    })
    throw error
  }
}

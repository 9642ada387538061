import type { Db } from '../../db/connect.ts'
import type { Attachment } from '../../platform/mail-transport.ts'
import { hashOfText } from '../policies/acknowledgment-chain.ts'
import { listSealedRecords, listTexts } from '../policies/acknowledgments.queries.ts'
import { findCheckpoint, findNewestCheckpoint } from './checkpoints.queries.ts'
import { findSigningKey, vkeyOf } from './evidence-keys.ts'

const FORMAT = 'frontdesk-receipt-1'

/**
 * What the signer of a record keeps of it, as docs/evidence.md has it.
 * @returns undefined where there is no such record, as after the restore of an older backup
 */
export async function receiptOf(db: Db, sequence: number): Promise<Attachment | undefined> {
  const [record] = await listSealedRecords(db, { after: sequence - 1, limit: 1 })
  if (record?.sequence !== sequence) return undefined
  const [text] = await listTexts(db, [record])
  const key = await findSigningKey(db)
  if (!text || !key) return undefined
  if (hashOfText(text.title, text.content) !== record.content_sha256) return undefined
  const { title, content } = text
  const receipt = {
    format: FORMAT,
    record: {
      form: record.form,
      sequence: record.sequence,
      id: record.id,
      policy_id: record.policy_id,
      user_id: record.user_id,
      version: record.version,
      acknowledged_at: record.acknowledged_at,
      policy_title: record.policy_title,
      person_name: record.person_name,
      person_email: record.person_email,
      person_role: record.person_role,
      content_sha256: record.content_sha256,
      consent: record.consent,
      sign_in_method: record.sign_in_method,
      session_origin: record.session_origin,
      session_id: record.session_id,
      ip: record.ip,
      user_agent: record.user_agent,
      ...(record.ceremony !== null && { ceremony: record.ceremony }),
      previous_hash: record.previous_hash,
      hash: record.hash,
    },
    text: { title, content },
    key: await vkeyOf(key),
    checkpoint: (await findNewestCheckpoint(db))?.note ?? null,
  }
  return {
    filename: `receipt-${sequence}.json`,
    contentType: 'application/json',
    content: `${JSON.stringify(receipt, undefined, 2)}\n`,
  }
}

/** A checkpoint as it is mailed; undefined where there is none. */
export async function checkpointFile(db: Db, number: number): Promise<Attachment | undefined> {
  const checkpoint = await findCheckpoint(db, number)
  if (!checkpoint) return undefined
  return {
    filename: `checkpoint-${number}.note`,
    contentType: 'text/plain; charset=utf-8',
    content: checkpoint.note,
  }
}

import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Who gets checkpoints by mail. */
export async function findMailTo(db: Db): Promise<string[]> {
  const { mail_to: to } = await db
    .selectFrom('evidence_settings')
    .select('mail_to')
    .executeTakeFirstOrThrow()
  return to
}

export async function findEvidenceSettings(db: Db) {
  return db
    .selectFrom('evidence_settings')
    .leftJoin('users as editors', 'editors.id', 'evidence_settings.updated_by')
    .select([
      'mail_to',
      'evidence_settings.revision',
      'evidence_settings.updated_at',
      'editors.name as updated_by_name',
    ])
    .executeTakeFirstOrThrow()
}

export async function updateMailTo(tx: Db, mailTo: string[], actorId: string): Promise<void> {
  await tx
    .updateTable('evidence_settings')
    .set({
      mail_to: mailTo,
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
      updated_by: actorId,
    })
    .execute()
}

export async function insertCheckpointMails(
  tx: Db,
  mails: { number: number; to_email: string; mail_id: string }[],
): Promise<void> {
  if (mails.length > 0) await tx.insertInto('checkpoint_mails').values(mails).execute()
}

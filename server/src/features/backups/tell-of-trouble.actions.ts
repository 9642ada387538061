import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { queueMails } from '../mail/queue-mail.actions.ts'
import { insertNotifications } from '../notifications/notifications.queries.ts'
import { listActiveAdmins } from '../webhooks/admins.queries.ts'
import { type BackupTroubleData, backupTroubleMail, troubleTitle } from './backup-mails.ts'

/** Tells all admins, by mail and by their bell, what is wrong with the backups. */
export async function tellOfTrouble(tx: Db, data: BackupTroubleData): Promise<void> {
  const admins = await listActiveAdmins(tx)
  await queueMails(
    tx,
    backupTroubleMail,
    admins.map(({ id, email }) => ({ to: email, userId: id, data })),
  )
  const source = `backup:${uuidv7()}`
  await insertNotifications(
    tx,
    admins.map(({ id }) => ({
      user_id: id,
      kind: 'authoring',
      source,
      facts: { about: 'backup', title: troubleTitle(data.about), problem: data.problem },
    })),
    { isMailed: true },
  )
}

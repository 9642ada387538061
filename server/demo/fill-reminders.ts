import type { Db } from '../src/db/connect.ts'
import { insertMail } from '../src/features/mail/mails.queries.ts'
import { reminderMail } from '../src/features/reminders/reminder-mails.ts'
import {
  insertDigests,
  listDueDigests,
  markReminded,
} from '../src/features/reminders/reminders.queries.ts'
import { demoBrokerage } from './brokerage.ts'
import { daysAgo } from './time.ts'

/** Where Harbor & Pine is. */
const TIME_ZONE = 'America/New_York'

/** Everybody was reminded yesterday, so that not all of them are at the first start. */
export async function fillReminders(db: Db): Promise<void> {
  const sentAt = daysAgo(1, 16)
  const context = { brokerage: demoBrokerage.brokerage_name, address: '', url: '' }
  const digests = await listDueDigests(db, { now: new Date(sentAt), timeZone: TIME_ZONE })
  if (digests.length === 0) return
  await insertDigests(db, digests)
  await markReminded(db, digests, new Date(sentAt))
  for (const digest of digests) {
    const data = { timeZone: TIME_ZONE, items: digest.items }
    const id = await insertMail(db, {
      kind: reminderMail.name,
      to: digest.email,
      subject: reminderMail.write(context, data).subject,
      data,
      userId: digest.user_id,
      linkId: null,
    })
    await db
      .updateTable('mails')
      .set({ status: 'sent', sent_at: sentAt, created_at: sentAt, attempts: 1 })
      .where('id', '=', id)
      .execute()
  }
}

import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'
import { findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import { type Digest, insertDigest, listDueDigests } from './reminders.queries.ts'

/**
 * Reminds everybody for whom it is time, and returns how many that were. It may run at any moment, as
 * often and in as many places at once as one likes: a row for each person and day stands before each
 * mail. What was missed while no server ran is made up for by one mail, not by one for each day.
 */
export async function sendReminders(
  db: Db,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  const settings = await findSettings(db)
  if (!settings.reminders) return 0
  let sent = 0
  for (const digest of await listDueDigests(db, { now, timeZone: timeZoneOf(settings) })) {
    if (signal?.aborted) break
    if (await sendDigest(db, digest)) sent += 1
  }
  return sent
}

async function sendDigest(db: Db, digest: Digest): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // A server that is about to write down the same waits here for the other one.
    if (!(await insertDigest(tx, digest))) return false
    const { user_id: userId, email, time_zone: timeZone, items } = digest
    await queueMail(tx, { kind: 'reminder', to: email, userId, data: { timeZone, items } })
    return true
  })
}

import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { queueMails } from '../mail/queue-mail.actions.ts'
import { findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import { insertEscalations, listEscalations } from './escalations.queries.ts'
import { type Digest, insertDigests, listDueDigests, markReminded } from './reminders.queries.ts'

/** So many people are told in one transaction: a server that dies has told these, or nobody of them. */
const AT_ONCE = 250

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
  const digests = await listDueDigests(db, { now, timeZone: timeZoneOf(settings) })
  let sent = 0
  for (let first = 0; first < digests.length; first += AT_ONCE) {
    if (signal?.aborted) return sent
    sent += await sendDigests(db, digests.slice(first, first + AT_ONCE), now)
  }
  return sent
}

async function sendDigests(db: Db, digests: Digest[], now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    // A server that is about to write down the same waits here for the other one.
    const ours = await insertDigests(tx, digests)
    if (ours.length === 0) return 0
    await markReminded(tx, ours, now)
    await queueMails(
      tx,
      ours.map(({ user_id: userId, email, time_zone: timeZone, items }) => ({
        kind: 'reminder',
        to: email,
        userId,
        data: { timeZone, items },
      })),
    )
    return ours.length
  })
}

/** Tells managers, once of each, what has been overdue in their teams for longer than the settings say. */
export async function escalate(
  db: Db,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  const settings = await findSettings(db)
  const { reminders, escalate_after_days: days } = settings
  if (!reminders || days === null) return
  const found = await listEscalations(db, { now, timeZone: timeZoneOf(settings) }, days)
  for (const { manager_id: userId, email, obligation_ids: ids } of found) {
    if (signal?.aborted) return
    await inTransaction(db, async (tx) => {
      const told = await insertEscalations(tx, userId, ids)
      if (told.length === 0) return
      await queueMails(tx, [
        { kind: 'escalation', to: email, userId, data: { days, obligation_ids: told, items: [] } },
      ])
    })
  }
}

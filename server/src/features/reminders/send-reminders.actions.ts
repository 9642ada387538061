import type { Db } from '../../db/connect.ts'
import { itemFacts } from '../../db/item-facts.ts'
import { inTransaction } from '../../db/transaction.ts'
import { escalationMail } from '../obligations/obligation-mails.ts'
import { queueMails } from '../mail/queue-mail.actions.ts'
import {
  insertNotifications,
  type NotificationDraft,
} from '../notifications/notifications.queries.ts'
import { findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import { insertEscalations, listEscalations } from './escalations.queries.ts'
import {
  type DueItem,
  insertDigests,
  listDueDigests,
  listNextPeople,
  markReminded,
} from './reminders.queries.ts'

/** So many people are told in one transaction: a server that dies has told these, or nobody of them. */
const AT_ONCE = 250
/** Before everybody's. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Tells everybody of what is due for whom it is time, and returns how many people were told; which ways it
 * goes is decided with all else (tell-people.actions.ts). It may run at any moment, as often and in as many
 * places at once as one likes: a row for each person and day stands before each telling. What was missed while no
 * server ran is made up for at once, not once for each day.
 */
export async function sendReminders(
  db: Db,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  let told = 0
  // Some people at a time: what is due of everybody would neither be found in time nor fit the memory.
  for (let last: string | undefined = NO_ID; last !== undefined;) {
    if (signal?.aborted) return told
    const people: string[] = await listNextPeople(db, last, AT_ONCE)
    if (people.length > 0) told += await inTransaction(db, async (tx) => remind(tx, people, now))
    last = people.at(-1)
  }
  return told
}

/** Tells these people of what is due for whom it is time, in the caller's transaction; returns how many. */
export async function remind(tx: Db, people: string[], now: Date): Promise<number> {
  const settings = await findSettings(tx)
  if (!settings.reminders) return 0
  const digests = await listDueDigests(tx, { now, timeZone: timeZoneOf(settings) }, people)
  if (digests.length === 0) return 0
  // A server that is about to write down the same waits here for the other one.
  const ours = await insertDigests(tx, digests)
  if (ours.length === 0) return 0
  await markReminded(tx, ours, now)
  const drafts = ours.flatMap(({ user_id, items }) =>
    items.filter(({ fresh }) => fresh).map((item) => draftOf(user_id, item)),
  )
  await insertNotifications(tx, drafts, { at: now })
  return ours.length
}

const draftOf = (userId: string, item: DueItem): NotificationDraft => ({
  user_id: userId,
  kind: 'due_soon',
  source: `due:${item.obligation_id}:${item.stage_day}`,
  obligation_id: item.obligation_id,
  facts: {
    about: 'item',
    ...itemFacts(item.kind, item.training_id ?? item.id),
    title: item.title,
    due_at: item.due_at,
  },
})

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
      await queueMails(tx, escalationMail, [
        { to: email, userId, data: { days, obligation_ids: told, items: [] } },
      ])
    })
  }
}

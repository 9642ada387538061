import type { Mail, MailDelivery, MailStatus } from '@frontdesk/contract/mails'
import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import {
  contains,
  type Count,
  countMatching,
  type Page,
  type PageOptions,
  readPage,
} from '../../db/page.ts'

/** Sent mails are forgotten after so long, and failed ones too. */
const KEPT_DAYS = 90

export interface NewMail {
  kind: string
  to: string
  subject: string
  data: object
  userId: string | null
  linkId: string | null
}

/** Writes a mail down as queued and returns its id. */
export async function insertMail(db: Db, mail: NewMail): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('mails')
    .values({
      id,
      kind: mail.kind,
      to_email: mail.to,
      subject: mail.subject,
      data: JSON.stringify(mail.data),
      user_id: mail.userId,
      link_id: mail.linkId,
    })
    .execute()
  return id
}

const columns = [
  'id',
  'kind',
  'to_email as to',
  'subject',
  'status',
  'delivery',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
] as const

const nextAttempt = sql<string | null>`case when status = 'queued' then next_attempt_at end`.as(
  'next_attempt_at',
)

interface MailFilter {
  status?: MailStatus
  search?: string
}

/** Mails, newest first, and how many match. */
export async function listMails(
  db: Db,
  options: PageOptions & MailFilter,
): Promise<{ page: Page<Mail>; count: Count }> {
  const key = [sql<string>`created_at`, sql<string>`id`] as const
  const matching = db
    .selectFrom('mails')
    .$if(Boolean(options.status), (query) => query.where('status', '=', options.status!))
    .$if(Boolean(options.search), (query) =>
      query.where(contains(options.search!, ['to_email', 'subject'])),
    )
  const listed = matching.select(columns).select(nextAttempt)
  return {
    page: await readPage(listed, key, 'desc', options),
    count: await countMatching(db, matching),
  }
}

/** One mail as admins see it; undefined where there is none. */
export async function findMail(db: Db, id: string): Promise<Mail | undefined> {
  const query = db.selectFrom('mails').select(columns).select(nextAttempt)
  return query.where('id', '=', id).executeTakeFirst()
}

/** How many mails stand where. */
export async function countMails(db: Db): Promise<Record<MailStatus, number>> {
  const count = (status: MailStatus): RawBuilder<number> =>
    sql<number>`count(*) filter (where status = ${status})`
  return db
    .selectFrom('mails')
    .select([count('queued').as('queued'), count('sent').as('sent'), count('failed').as('failed')])
    .executeTakeFirstOrThrow()
}

/** How many mails somebody was sent within an interval such as `1 hour`. */
export async function countRecentMails(db: Db, userId: string, within: string): Promise<number> {
  const { recent } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('recent'))
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<string>`now() - ${within}::interval`)
    .executeTakeFirstOrThrow()
  return recent
}

/** Takes a queued mail that is due and that nobody is busy with; undefined where that is not so. */
export async function claimMail(db: Db, id: string, seconds: number) {
  return db
    .updateTable('mails')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      claimed_until: sql`now() + ${seconds} * interval '1 second'`,
    }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where(sql<boolean>`(claimed_until is null or claimed_until < now())`)
    .returning(['id', 'kind', 'to_email', 'user_id', 'data', 'link_id', 'attempts'])
    .executeTakeFirst()
}

export async function markSent(db: Db, id: string, delivery: MailDelivery): Promise<void> {
  await db
    .updateTable('mails')
    .set({ status: 'sent', delivery, sent_at: sql`now()`, claimed_until: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** @param isHeldBack it was not to be sent any more, and nothing is wrong */
export async function markFailed(
  db: Db,
  id: string,
  { reason, isHeldBack }: { reason: string; isHeldBack: boolean },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ status: 'failed', claimed_until: null, last_error: reason, held_back: isHeldBack })
    .where('id', '=', id)
    .execute()
}

/** Back into the queue, to be tried again after so many seconds. */
export async function markWaiting(
  db: Db,
  id: string,
  next: { delaySeconds: number; reason: string | null; attempts?: number },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      status: 'queued',
      held_back: false,
      delivery: null,
      sent_at: null,
      claimed_until: null,
      last_error: next.reason,
      next_attempt_at: sql`now() + ${next.delaySeconds} * interval '1 second'`,
      ...(next.attempts !== undefined && { attempts: next.attempts }),
    })
    .where('id', '=', id)
    .execute()
}

/** Which link a mail carries and whether it waits; locked until the transaction ends. */
export async function lockMail(db: Db, id: string) {
  return db
    .selectFrom('mails')
    .select(['id', 'kind', 'to_email', 'status', 'subject', 'link_id', 'user_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Queued mails that are due and that nobody is busy with: their job died with its server. */
export async function listForgottenMails(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<', sql<string>`now() - interval '1 minute'`)
    .where(sql<boolean>`(claimed_until is null or claimed_until < now())`)
    .orderBy('next_attempt_at')
    .limit(1000)
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes what was settled long ago, but for what went to somebody who is held; runs hourly. */
export async function deleteOldMails(db: Db): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('status', '!=', 'queued')
    .where('created_at', '<', sql<string>`now() - ${KEPT_DAYS} * interval '1 day'`)
    .where(
      sql<boolean>`not exists (select from standing_holds as hold where hold.user_id = mails.user_id)`,
    )
    .execute()
}

import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { addJob } from '../../platform/jobs.ts'
import { publish } from '../../platform/publish.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import type { MailKind } from './mail-kind.ts'
import { insertMail } from './mails.queries.ts'

export interface QueuedMail<Data> {
  to: string
  data: Data
  userId?: string
  /** Of the link that the mail carries; it is written into it when it is sent. */
  linkId?: string
}

/** Queues a mail in the caller's transaction: it is sent if the change happens, and not otherwise. */
export async function queueMail<Data extends object>(
  db: Db,
  kind: MailKind<Data>,
  mail: QueuedMail<NoInfer<Data>>,
): Promise<void> {
  const brokerage = brokerageName(await findSettings(db))
  const { subject } = kind.write({ brokerage, address: '', url: '' }, mail.data)
  const id = await insertMail(db, {
    kind: kind.name,
    to: mail.to,
    subject,
    data: mail.data,
    userId: mail.userId ?? null,
    linkId: mail.linkId ?? null,
  })
  await addSendJob(db, id)
  await publish(db, { keys: ['mails'], adminsOnly: true })
}

/**
 * The same for many, in a few statements however many they are; none of them carries a link.
 * @returns their ids, in their order
 * @param overSeconds spreads them over so long, for what nobody waits for: the rest has its share of the server
 */
export async function queueMails<Data extends object>(
  db: Db,
  kind: MailKind<Data>,
  mails: QueuedMail<NoInfer<Data>>[],
  overSeconds = 0,
): Promise<string[]> {
  if (mails.length === 0) return []
  const brokerage = brokerageName(await findSettings(db))
  const rows = mails.map(({ to, data, userId = null }, at) => {
    const { subject } = kind.write({ brokerage, address: '', url: '' }, data)
    const delay = (at * overSeconds) / mails.length
    return { id: uuidv7(), kind: kind.name, to_email: to, subject, data, user_id: userId, delay }
  })
  await sql`
    with written as (
      insert into mails (id, kind, to_email, subject, data, user_id, next_attempt_at)
      select id, kind, to_email, subject, data, user_id, now() + delay * interval '1 second'
      from json_to_recordset(${JSON.stringify(rows)}) as mail (
        id uuid, kind text, to_email text, subject text, data jsonb, user_id uuid,
        delay double precision
      )
      returning id, next_attempt_at
    )
    select count(graphile_worker.add_job(
      'send_mail', json_build_object('mail_id', id), run_at => next_attempt_at,
      job_key => 'mail:' || id, max_attempts => 25
    )) from written
  `.execute(db)
  await publish(db, { keys: ['mails'], adminsOnly: true })
  return rows.map(({ id }) => id)
}

/** Has those that failed and wait for their next try tried at once: something has changed. */
export async function sendWaitingNow(db: Db): Promise<void> {
  await sql`
    select count(graphile_worker.add_job(
      'send_mail', json_build_object('mail_id', id), job_key => 'mail:' || id, max_attempts => 25
    )) from (
      select id from mails
      where status = 'queued' and attempts > 0 and (claimed_until is null or claimed_until < now())
      order by created_at limit 1000
    ) as waiting
  `.execute(db)
}

/** Adds the job that sends a mail; one that waits for the same mail is replaced. */
export async function addSendJob(db: Db, mailId: string, delaySeconds = 0): Promise<void> {
  await addJob(db, 'send_mail', { mail_id: mailId }, { key: `mail:${mailId}`, delaySeconds })
}

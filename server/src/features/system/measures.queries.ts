import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** What the database knows of how the installation does; times in seconds, sizes in bytes. */
export interface Measures {
  database_bytes: number
  jobs_waiting: number
  jobs_running: number
  /** Have failed at least once, those that are tried no more included. */
  jobs_failing: number
  /** Have failed, and are tried again later. */
  jobs_again: number
  oldest_job_seconds: number
  mails_queued: number
  mails_failed: number
  oldest_mail_seconds: number
  /** When the newest of those that a mail server has taken went. */
  last_mail_at: string | null
  /** Of mails that were written after the last one that went: how often they were tried, since when, and why in vain. */
  mail_tries_failed: number
  mail_failing_since: string | null
  last_mail_error: string | null
  records: number
  checkpoint_at: string | null
  copies_missing: number
  items_being_worked_out: number
  backup_at: string | null
  backup_failed: boolean | null
  rehearsal_at: string | null
  rehearsal_passed: boolean | null
}

/** Reads all of them in one statement; each part is an index's end, or a table that stays small. */
export async function readMeasures(db: Db): Promise<Measures> {
  const { rows } = await sql<Measures>`
    select pg_database_size(current_database()) as database_bytes,
      jobs.*, mails.*,
      (select coalesce(max(sequence), 0) from policy_acknowledgments) as records,
      (select created_at from checkpoints order by number desc limit 1) as checkpoint_at,
      (select count(*) from checkpoint_failures) as copies_missing,
      (select count(*) from obligation_backlog) as items_being_worked_out,
      (select max(ended_at) from backups where state = 'done') as backup_at,
      (select state = 'failed' from backups where state in ('done', 'failed')
        order by asked_at desc limit 1) as backup_failed,
      last_rehearsal.ended_at as rehearsal_at,
      last_rehearsal.state = 'passed' as rehearsal_passed
    from (
      select count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)
          as jobs_waiting,
        count(*) filter (where locked_at is not null) as jobs_running,
        count(*) filter (where last_error is not null) as jobs_failing,
        count(*) filter (where last_error is not null and locked_at is null and attempts < max_attempts)
          as jobs_again,
        coalesce(extract(epoch from now() - min(run_at) filter (
          where locked_at is null and run_at <= now() and attempts < max_attempts
        )), 0)::double precision as oldest_job_seconds
      from graphile_worker.jobs
    ) as jobs
    cross join (
      select (select count(*) from mails where status = 'queued') as mails_queued,
        (select count(*) from mails where status = 'failed' and not held_back
          and created_at > now() - interval '7 days') as mails_failed,
        (select coalesce(extract(epoch from now() - min(created_at)), 0)::double precision
          from mails where status = 'queued') as oldest_mail_seconds,
        last_mail.at as last_mail_at,
        failing.*
      from (
        select (
          select case when delivery = 'smtp' then sent_at end from mails
          where status = 'sent' order by created_at desc limit 1
        ) as at
      ) as last_mail
      cross join lateral (
        select coalesce(sum(attempts), 0)::integer as mail_tries_failed,
          min(created_at) as mail_failing_since,
          (array_agg(last_error order by created_at desc))[1] as last_mail_error
        from mails
        where status in ('queued', 'failed') and last_error is not null and not held_back
          and created_at > greatest(last_mail.at, now() - interval '7 days')
      ) as failing
    ) as mails
    left join (
      select ended_at, state from rehearsals where ended_at is not null order by asked_at desc limit 1
    ) as last_rehearsal on true
  `.execute(db)
  return rows[0]!
}

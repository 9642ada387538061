import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, type Runner, run, runMigrations, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { BoundedClient, clientConfig, type ConnectionSource, type Db } from '../db/connect.ts'

/** A kind of job: what it does with what was written down for it. It may run twice, and has to bear that. */
export type Job<Payload> = (payload: Payload, signal: AbortSignal) => Promise<void>

/** All kinds by their names. */
export type Jobs = Record<string, Job<never>>

export interface RunningJobs {
  /** Takes no more, and gives those in flight a few seconds. */
  stop(): Promise<void>
}

/** So many at once: a slow mail server must not hold up the others. */
const CONCURRENCY = 4
const POLL_MS = 2000
/** `npm start` has nine seconds to stop in all. */
const FINISH_WITHIN_MS = 3000
/** A database that says nothing for so long is gone; none of the library's own queries takes a second. */
const ANSWER_WITHIN_MS = 60_000
const RESTART_MS = 1000
const LONGEST_RESTART_MS = 15_000

/**
 * Brings the job tables, in a schema of their own, up to date; several nodes may do so at once.
 * @throws where the database can't be reached
 */
export async function migrateJobs(source: ConnectionSource): Promise<void> {
  const pool = openPool(source, 2)
  try {
    await runMigrations({ pgPool: pool, logger: silent })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The tables of the jobs could not be brought up to date: ${reason}`, {
      cause: error,
    })
  } finally {
    await pool.end()
  }
}

/** What there is to do: kinds of jobs, and a crontab of those that run by the clock. */
export interface Work {
  jobs: Jobs
  clock: string
  /** So often it is looked, beside LISTEN, for jobs that come due by the clock; every two seconds where not said. */
  pollMs?: number
}

/** Works off jobs on connections of its own, which must be direct: LISTEN does not pass a pooler. */
export function startJobs(
  source: ConnectionSource,
  { jobs, clock, pollMs = POLL_MS }: Work,
  log: FastifyBaseLogger,
): RunningJobs {
  const pool = openPool(source, CONCURRENCY + 1)
  let runner: Runner | null = null
  const stopping = new AbortController()

  async function keepRunning(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        runner = await run({
          pgPool: pool,
          logger: loggerFor(log),
          taskList: taskListOf(jobs),
          concurrency: CONCURRENCY,
          pollInterval: pollMs,
          gracefulShutdownAbortTimeout: FINISH_WITHIN_MS,
          noHandleSignals: true,
          // Without it a job that can't be ticked off, the database being away, ends the process.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
          crontab: clock,
        })
        failures = 0
        if (stopping.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'jobs wait for the database')
      }
      failures += 1
      const pause = Math.min(RESTART_MS * 2 ** (failures - 1), LONGEST_RESTART_MS)
      await wait(pause, undefined, stopping).catch(() => undefined)
    }
  }

  const running = keepRunning()
  return {
    stop: async () => {
      stopping.abort()
      // Both fail where the database is away: then there is nothing to finish.
      await runner?.stop().catch(() => undefined)
      await running
      await pool.end()
    },
  }
}

/**
 * Adds a job, in the caller's transaction. With a `key`, a job that waits under the same one is
 * replaced. Of those in one `queue` only one runs at a time, on all nodes together.
 */
export async function addJob(
  db: Db,
  name: string,
  payload: object,
  options: { key?: string; queue?: string; delaySeconds?: number } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json,
      run_at => now() + ${options.delaySeconds ?? 0} * interval '1 second',
      max_attempts => 25,
      job_key => ${options.key ?? null},
      queue_name => ${options.queue ?? null}
    )
  `.execute(db)
}

/** Whether a job under this key is about to be taken. */
export async function isJobDue(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs
    where key = ${key} and locked_at is null and run_at <= now()
  `.execute(db)
  return rows.length > 0
}

/** The longest job, and then some: what is held longer is held by a server that died. */
const ABANDONED_AFTER = '5 minutes'

/** Lets others take jobs, and the queues of jobs, whose server died; the library itself waits for four hours. */
export async function releaseAbandonedJobs(db: Db): Promise<void> {
  for (const table of ['_private_jobs', '_private_job_queues']) {
    await sql`
      update ${sql.id('graphile_worker', table)} set locked_at = null, locked_by = null
      where locked_at < now() - ${ABANDONED_AFTER}::interval
    `.execute(db)
  }
}

/**
 * What was queued or taken while the clock was ahead would wait for as long as it was wrong: it counts from now on, and
 * is as far away as it was meant to be.
 */
export async function countJobsFromNow(db: Db): Promise<void> {
  await sql`
    update graphile_worker._private_jobs
    set run_at = now() + greatest(run_at - created_at, interval '0'), created_at = now()
    where created_at > now() + interval '1 minute'
  `.execute(db)
  for (const table of ['_private_jobs', '_private_job_queues']) {
    await sql`
      update ${sql.id('graphile_worker', table)} set locked_at = now()
      where locked_at > now() + interval '1 minute'
    `.execute(db)
  }
  // What runs by the clock has run for all these days already.
  await sql`
    update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '1 minute'
  `.execute(db)
}

/** Removes jobs that have failed for good: their work was taken up by another one long ago, or is no longer of use. */
export async function forgetFailedJobs(db: Db): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and run_at < now() - interval '30 days'
  `.execute(db)
}

/** A job that is tried no more. */
export interface DeadJob {
  id: string
  name: string
  error: string
  failed_at: string
  tries: number
}

/**
 * Jobs that failed for good, newest first, with how many there are in all. What runs by the clock counts only
 * while it has not begun again.
 */
export async function listDeadJobs(
  db: Db,
  most: number,
): Promise<{ jobs: DeadJob[]; count: number }> {
  const { rows } = await sql<DeadJob & { count: number }>`
    select jobs.id::text as id, jobs.task_identifier as name, coalesce(jobs.last_error, '') as error,
      jobs.updated_at as failed_at, jobs.attempts as tries, count(*) over () as count
    from graphile_worker.jobs as jobs
    left join graphile_worker._private_known_crontabs as clock
      on clock.identifier = jobs.task_identifier
    where jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
      and (clock.last_execution is null or jobs.created_at >= clock.last_execution)
    order by jobs.updated_at desc, jobs.id desc
    limit ${most}
  `.execute(db)
  const jobs = rows.map(({ id, name, error, failed_at, tries }) => ({
    id,
    name,
    error,
    failed_at,
    tries,
  }))
  return { jobs, count: rows[0]?.count ?? 0 }
}

/** Has a job that failed for good begin anew; returns its name, or undefined where there is no such job. */
export async function retryDeadJob(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    with dead as (
      select id, task_identifier from graphile_worker.jobs
      where id = ${id}::bigint and attempts >= max_attempts and locked_at is null
    ), again as (
      select done.id from dead, graphile_worker.reschedule_jobs(
        array[dead.id], run_at => now(), attempts => 0
      ) as done
    )
    select dead.task_identifier as name from dead join again using (id)
  `.execute(db)
  return rows[0]?.name
}

function openPool(source: ConnectionSource, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(source),
    Client: BoundedClient,
    max: size,
    query_timeout: ANSWER_WITHIN_MS,
  })
  // A connection that breaks must not end the process; the pool replaces it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function taskListOf(jobs: Jobs): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      (payload, { abortSignal }) =>
        job(payload as never, abortSignal ?? new AbortController().signal),
    ]),
  )
}

const silent = new Logger(() => () => undefined)

const URGENT = new Set<string>(['error', 'warning'])

/** Its own lines are for those who look closely; what failed is for everyone. */
function loggerFor(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message) => {
    if (URGENT.has(level)) log.warn(`jobs: ${message}`)
    else log.trace(`jobs: ${message}`)
  })
}

import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

interface DatabaseFacts {
  version: string
  started_at: string
  connections: number
  most_connections: number
  longest_statement_seconds: number
  longest_wait_seconds: number
}

/** What PostgreSQL says of itself to anybody who may connect. */
export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_postmaster_start_time() as started_at,
      (select sum(numbackends)::integer from pg_stat_database) as connections,
      current_setting('max_connections')::integer as most_connections,
      coalesce(max(running.seconds), 0)::double precision as longest_statement_seconds,
      coalesce(max(running.seconds) filter (where running.waits), 0)::double precision
        as longest_wait_seconds
    from (
      select extract(epoch from clock_timestamp() - query_start) as seconds,
        wait_event_type = 'Lock' as waits
      from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
    ) as running
  `.execute(db)
  return rows[0]!
}

/** How many uploaded files the database knows of, and their size. */
export async function countFiles(db: Db): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*) as files, coalesce(sum(size), 0)::bigint as bytes from (
      select file_size as size from documents where file_key is not null
      union all select file_size from chat_files
      union all select file_size from process_run_proofs
      union all select size from training_files
      union all select size from pictures
      union all select file_size from evidence_packs where file_key is not null
      union all select file_size from imports where kept_at is null
    ) as files
  `.execute(db)
  return rows[0]!
}

interface BackupFacts {
  last_bytes: number | null
  last_problem: string | null
  kept: number
  kept_bytes: number
  under_way: boolean
  rehearsal_said: string | null
}

/** What became of the backups, beside what the measures say. */
export async function readBackupFacts(db: Db): Promise<BackupFacts> {
  const { rows } = await sql<BackupFacts>`
    select
      (select bytes from backups where state = 'done' order by ended_at desc limit 1) as last_bytes,
      (select problem from backups where state in ('done', 'failed') order by asked_at desc limit 1)
        as last_problem,
      (select report[array_length(report, 1)] from rehearsals where ended_at is not null
        order by asked_at desc limit 1) as rehearsal_said,
      count(*) filter (where state = 'done' and cause <> 'command' and removed_at is null) as kept,
      coalesce(sum(bytes) filter (
        where state = 'done' and cause <> 'command' and removed_at is null
      ), 0)::bigint as kept_bytes,
      count(*) filter (where state in ('waiting', 'running')) > 0 as under_way
    from backups
  `.execute(db)
  return rows[0]!
}

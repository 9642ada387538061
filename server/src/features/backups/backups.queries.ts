import type { Backup, Rehearsal } from '@frontdesk/contract/backups'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'

type Cause = Backup['cause']
interface Asked {
  cause: Cause
  askedBy?: string
}

const backupColumns = [
  'backups.id',
  'cause',
  'state',
  'backups.name',
  'place',
  'step',
  'users.name as asked_by_name',
  'asked_at',
  'started_at',
  'ended_at',
  'rows',
  'files',
  'bytes',
  'verified_at',
  'problem',
  'removed_at',
] as const

const found = (db: Db) =>
  db.selectFrom('backups').leftJoin('users', 'users.id', 'backups.asked_by').select(backupColumns)

/** Newest first. */
export async function listBackups(db: Db, options: PageOptions): Promise<Page<Backup>> {
  return readPage(found(db), [sql`asked_at`, sql`backups.id`], 'desc', options)
}

/** @throws where there is none of this id */
export async function findBackup(db: Db, id: string): Promise<Backup> {
  return found(db).where('backups.id', '=', id).executeTakeFirstOrThrow()
}

/** The newest that is done; of those whose file is there, where it has to be. */
export async function findNewestDone(
  db: Db,
  { isThere = false }: { isThere?: boolean } = {},
): Promise<Backup | undefined> {
  return found(db)
    .where('state', '=', 'done')
    .$if(isThere, (query) => query.where('removed_at', 'is', null).where('cause', '<>', 'command'))
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Those whose files this place still has. */
export async function listKept(
  db: Db,
  place: string,
): Promise<{ id: string; name: string; ended_at: string }[]> {
  const rows = await db
    .selectFrom('backups')
    .select(['id', 'name', 'ended_at'])
    .where('state', '=', 'done')
    .where('cause', '<>', 'command')
    .where('place', '=', place)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map((row) => ({ ...row, ended_at: row.ended_at! }))
}

/** Writes down that one is to be made; undefined where another one is not finished. */
export async function insertBackup(db: Db, { cause, askedBy }: Asked): Promise<string | undefined> {
  const row = await db
    .insertInto('backups')
    .values({ id: uuidv7(), cause, state: 'waiting', asked_by: askedBy ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** What the operator's command made. */
export async function insertMadeByCommand(
  db: Db,
  made: { startedAt: string; file: string; rows: number; files: number; bytes: number },
): Promise<void> {
  await db
    .insertInto('backups')
    .values({
      id: uuidv7(),
      cause: 'command',
      state: 'done',
      place: 'a file of the operator’s',
      name: made.file,
      asked_at: made.startedAt,
      started_at: made.startedAt,
      ended_at: sql`now()`,
      rows: made.rows,
      files: made.files,
      bytes: made.bytes,
    })
    .execute()
}

/** Columns that a change of either kind sets. */
type BackupChange = Partial<
  Pick<Backup, 'state' | 'place' | 'name' | 'step' | 'rows' | 'files' | 'bytes' | 'problem'>
>

/** Takes one that nobody is at; false where somebody is, or it has ended. */
export async function claimBackup(
  db: Db,
  id: string,
  values: { place: string; name: string },
): Promise<boolean> {
  const row = await db
    .updateTable('backups')
    .set({ ...values, state: 'running', started_at: sql`now()`, beat_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Says how far one is; it moves its heartbeat on. */
export async function updateRunning(db: Db, id: string, change: BackupChange = {}): Promise<void> {
  await db
    .updateTable('backups')
    .set({ ...change, beat_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** One is finished, well or not. */
export async function endBackup(db: Db, id: string, change: BackupChange): Promise<void> {
  await db
    .updateTable('backups')
    .set({
      ...change,
      step: '',
      ended_at: sql`now()`,
      ...(change.state === 'done' && { verified_at: sql`now()` }),
    })
    .where('id', '=', id)
    .execute()
}

/** Their files are gone. */
export async function markRemoved(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('backups')
    .set({ removed_at: sql`now()` })
    .where('id', 'in', ids)
    .execute()
}

/** A server that says nothing for so long has died, and its work with it. */
const SILENT_FOR = '3 minutes'

/** Ends what died with its server. @returns the backups that did */
export async function failForgotten(db: Db): Promise<string[]> {
  const died = sql<boolean>`
    (state = 'running' and beat_at < now() - ${SILENT_FOR}::interval)
    or (state = 'waiting' and asked_at < now() - interval '1 hour')`
  const problem = 'The server that made it ended before it was done'
  const backups = await db
    .updateTable('backups')
    .set({ state: 'failed', problem, step: '', ended_at: sql`now()` })
    .where(died)
    .returning('id')
    .execute()
  await db
    .updateTable('rehearsals')
    .set({ state: 'failed', report: [problem], ended_at: sql`now()` })
    .where(died)
    .execute()
  return backups.map(({ id }) => id)
}

const rehearsalColumns = [
  'id',
  'cause',
  'state',
  'backup',
  'asked_at',
  'ended_at',
  'report',
] as const

/** Newest first. */
export async function listRehearsals(db: Db, options: PageOptions): Promise<Page<Rehearsal>> {
  const query = db.selectFrom('rehearsals').select(rehearsalColumns)
  return readPage(query, [sql`asked_at`, sql`id`], 'desc', options)
}

/** Writes down that there is to be one; undefined where another one is not finished. */
export async function insertRehearsal(
  db: Db,
  { cause, askedBy, state = 'waiting' }: Asked & { state?: 'waiting' | 'running' },
): Promise<Rehearsal | undefined> {
  return db
    .insertInto('rehearsals')
    .values({
      id: uuidv7(),
      cause,
      state,
      asked_by: askedBy ?? null,
      beat_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(rehearsalColumns)
    .executeTakeFirst()
}

/** Takes one that waits; false where somebody has. */
export async function claimRehearsal(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('rehearsals')
    .set({ state: 'running', started_at: sql`now()`, beat_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function beatRehearsal(db: Db, id: string): Promise<void> {
  await db
    .updateTable('rehearsals')
    .set({ beat_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** One is finished. */
export async function endRehearsal(
  db: Db,
  id: string,
  result: { passed: boolean; backup: string; report: string[] },
): Promise<void> {
  const { passed, backup, report } = result
  await db
    .updateTable('rehearsals')
    .set({ state: passed ? 'passed' : 'failed', backup, report, ended_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

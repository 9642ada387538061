import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addJob } from '../../platform/jobs.ts'
import { THRESHOLDS } from '../../platform/thresholds.ts'
import { type BackupPlan, findBackupPlan, findSlots } from './backup-settings.actions.ts'
import { failForgotten, insertBackup, insertRehearsal } from './backups.queries.ts'
import { tellOfTrouble } from './tell-of-trouble.actions.ts'

const MOST_TRIES = 3
const RETRY_MS = 30 * 60 * 1000
const TOO_OLD_MS = THRESHOLDS.backupAgeSeconds * 1000
const DAY_MS = 24 * 60 * 60 * 1000
const MONTH_DAYS = 30
/** Backups and their rehearsals: one at a time, on all servers together. */
const QUEUE = 'backups'

/** Looks, every minute, whether a backup or a rehearsal is due, and whether there has been none for too long. */
export async function backUpIfDue(db: Db, config: Config, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select from backup_settings for update`.execute(tx)
    const died = await failForgotten(tx)
    if (died.length > 0) {
      await tellOfTrouble(tx, { about: 'failed', problem: 'The server ended before it was done' })
    }
    const plan = await findBackupPlan(tx, config)
    if (!plan.enabled) return
    const { last } = await findSlots(tx, plan, now)
    if (await isBackupDue(tx, last, now)) await queueBackup(tx, { cause: 'clock' })
    if (plan.rehearses && (await isRehearsalDue(tx))) await queueRehearsal(tx, { cause: 'clock' })
    await warnIfNone(tx, plan, now)
  })
}

/** Writes a backup down and has it made; undefined where one is under way. */
export async function queueBackup(
  tx: Db,
  asked: Parameters<typeof insertBackup>[1],
): Promise<string | undefined> {
  const id = await insertBackup(tx, asked)
  if (id) await addJob(tx, 'make_backup', { backup_id: id }, { queue: QUEUE, key: `backup:${id}` })
  return id
}

/** The same of a rehearsal. */
export async function queueRehearsal(tx: Db, asked: Parameters<typeof insertRehearsal>[1]) {
  const rehearsal = await insertRehearsal(tx, asked)
  if (!rehearsal) return undefined
  const { id } = rehearsal
  await addJob(tx, 'rehearse', { rehearsal_id: id }, { queue: QUEUE, key: `rehearsal:${id}` })
  return rehearsal
}

/** Since the clock struck there is none by the clock, or some failed and it is time for the next try. */
async function isBackupDue(tx: Db, slot: Date, now: Date): Promise<boolean> {
  const tries = await tx
    .selectFrom('backups')
    .select(['state', 'ended_at'])
    .where('cause', '=', 'clock')
    .where('asked_at', '>=', slot.toISOString())
    .orderBy('asked_at', 'desc')
    .execute()
  if (tries.some(({ state }) => state !== 'failed')) return false
  const [newest] = tries
  if (!newest) return true
  const ended = new Date(newest.ended_at ?? now).getTime()
  return tries.length < MOST_TRIES && now.getTime() - ended >= RETRY_MS
}

async function isRehearsalDue(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from backups where state = 'done' and cause <> 'command' and removed_at is null)
      and not exists (
        select from rehearsals
        where asked_at > now() - make_interval(days => ${MONTH_DAYS}::integer)
      ) as due
  `.execute(tx)
  return rows[0]!.due
}

/** Once a day, as long as it lasts. */
async function warnIfNone(tx: Db, { enabledAt, warnedAt }: BackupPlan, now: Date): Promise<void> {
  const newest = await tx
    .selectFrom('backups')
    .select((row) => row.fn.max('ended_at').as('at'))
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
  const since = [newest.at, enabledAt].flatMap((at) => (at ? new Date(at).getTime() : []))
  if (now.getTime() - Math.max(...since, 0) < TOO_OLD_MS || since.length === 0) return
  if (warnedAt && now.getTime() - new Date(warnedAt).getTime() < DAY_MS) return
  await tx.updateTable('backup_settings').set({ warned_at: now.toISOString() }).execute()
  await tellOfTrouble(tx, { about: 'none', problem: '' })
}

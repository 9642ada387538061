import { filesFolder } from '../../platform/files.ts'
import { wordsOfProgress } from '../../platform/backup-manifest.ts'
import { verifyBackup } from '../../platform/backup-verify.ts'
import { writeBackup } from '../../platform/backup.ts'
import type { ConnectionSource, Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import type { Services } from '../../services.ts'
import { type BackupPlace, nameAt } from './backup-place.ts'
import { findBackupPlan, openBackupPlace } from './backup-settings.actions.ts'
import {
  beatRehearsal,
  claimBackup,
  claimRehearsal,
  endBackup,
  endRehearsal,
  findBackup,
  listKept,
  markRemoved,
  updateRunning,
} from './backups.queries.ts'
import { rehearse, type RehearsalResult } from './rehearse.actions.ts'
import { findExpired } from './retention.ts'
import { tellOfTrouble } from './tell-of-trouble.actions.ts'

type Needs = Pick<Services, 'config' | 'db'> & { direct: ConnectionSource }

const BEAT_MS = 20_000
/** Whoever watches sees it move, and the database hardly notices. */
const TELL_EVERY_MS = 1000

const STALE = { keys: ['backups' as const], adminsOnly: true }

const byTheServer = (requestId: string) => ({
  origin: { ip: 'the server itself', userAgent: 'backups', requestId },
})

/** Makes a backup that was written down, verifies it, and lets old ones go. Whatever happens stands in its row. */
export async function runBackup(needs: Needs, id: string, signal: AbortSignal): Promise<void> {
  const { db, config } = needs
  const name = nameAt(new Date())
  let place: BackupPlace
  try {
    place = await openBackupPlace(db, config)
  } catch (error) {
    return fail(db, id, error)
  }
  if (!(await claimBackup(db, id, { place: place.words, name }))) return
  const beat = setInterval(() => void updateRunning(db, id).catch(() => undefined), BEAT_MS)
  try {
    const made = await place.keep(name, async (path) => write(needs, { id, path, signal }))
    await inTransaction(db, async (tx) => {
      await endBackup(tx, id, { state: 'done', ...made })
      await recordAudit(tx, byTheServer(id), {
        action: 'backup.made',
        details: { file: `${name} in ${place.words}`, rows: made.rows },
      })
      await publish(tx, STALE)
    })
    await letOldOnesGo(needs, place)
  } catch (error) {
    await fail(db, id, error)
  } finally {
    clearInterval(beat)
  }
}

async function write(
  { db, direct, config }: Needs,
  { id, path, signal }: { id: string; path: string; signal: AbortSignal },
): Promise<{ rows: number; files: number; bytes: number }> {
  let told = -Infinity
  const tell = async (step: string) => {
    signal.throwIfAborted()
    if (performance.now() - told < TELL_EVERY_MS) return
    told = performance.now()
    await updateRunning(db, id, { step })
    await publish(db, STALE)
  }
  // Files in a bucket stay there: a backup has those of the disk.
  const { manifest, fileBytes: bytes } = await writeBackup(
    direct,
    path,
    async (at) => tell(`Copying, ${wordsOfProgress(at)}`),
    filesFolder(config),
  )
  told = 0
  await tell('Reading it again, to be sure')
  await verifyBackup(path)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return { rows, files: manifest.files.length, bytes }
}

async function fail(db: Db, id: string, error: unknown): Promise<void> {
  const problem = error instanceof Error ? error.message : String(error)
  await inTransaction(db, async (tx) => {
    await endBackup(tx, id, { state: 'failed', problem })
    const { cause } = await findBackup(tx, id)
    // Whoever pressed the button sees it.
    if (cause === 'clock') await tellOfTrouble(tx, { about: 'failed', problem })
    await publish(tx, STALE)
  })
}

/** Only files that this installation made, and never the newest. */
async function letOldOnesGo({ db, config }: Needs, place: BackupPlace): Promise<void> {
  const plan = await findBackupPlan(db, config)
  const kept = await listKept(db, place.words)
  const times = kept.map(({ ended_at: time }) => new Date(time))
  const old = findExpired(times, plan.keep, plan.timeZone).map((at) => kept[at]!)
  for (const { id, name } of old) {
    await place.remove(name)
    await markRemoved(db, [id])
  }
  if (old.length > 0) await publish(db, STALE)
}

/** Rehearses the restore of the newest backup; what it found stands in its row. */
export async function runRehearsal(needs: Needs, id: string, signal: AbortSignal): Promise<void> {
  const { db } = needs
  if (!(await claimRehearsal(db, id))) return
  const beat = setInterval(() => void beatRehearsal(db, id).catch(() => undefined), BEAT_MS)
  try {
    const result = await rehearseNewest(needs, { signal })
    await inTransaction(db, async (tx) => {
      await endRehearsal(tx, id, result)
      if (!result.passed) {
        await tellOfTrouble(tx, { about: 'rehearsal', problem: result.report.at(-1) ?? '' })
      }
      await publish(tx, STALE)
    })
  } finally {
    clearInterval(beat)
  }
}

/** The same of the newest backup that its place still has. */
export async function rehearseNewest(
  { db, config, direct }: Needs,
  options: NonNullable<Parameters<typeof rehearse>[2]>,
): Promise<RehearsalResult & { backup: string }> {
  let name = ''
  try {
    const place = await openBackupPlace(db, config)
    // The place, and not the table, which may be that of a restored backup.
    name = (await place.list()).at(-1) ?? ''
    if (name === '') throw new Error(`There is no backup in ${place.words} yet`)
    const result = await place.lend(name, async (path) => rehearse(direct, path, options))
    return { ...result, backup: name }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { passed: false, report: [problem], backup: name }
  }
}

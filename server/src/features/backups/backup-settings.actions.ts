import { isAbsolute, join } from 'node:path'
import type { BackupSettings, backupEndpoints } from '@frontdesk/contract/backups'
import type { Output } from '@frontdesk/contract/endpoint'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { unprocessable } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { readS3Location } from '../../platform/s3-location.ts'
import { seal, unseal } from '../../platform/sealed-secrets.ts'
import { findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import { type BackupPlace, bucketPlace, folderPlace } from './backup-place.ts'
import type { Retention } from './retention.ts'

type Draft = Output<(typeof backupEndpoints.updateBackupSettings)['body']>

const PURPOSE = 'backup-bucket'

/** What holds: the settings, and the environment on top of them. */
export interface BackupPlan {
  enabled: boolean
  enabledAt: string | null
  warnedAt: string | null
  atMinute: number
  keep: Retention
  rehearses: boolean
  timeZone: string
}

export async function findBackupPlan(db: Db, { backup }: Config): Promise<BackupPlan> {
  const row = await findRow(db)
  return {
    enabled: row.enabled || backup.place !== null,
    enabledAt: row.enabled_at,
    warnedAt: row.warned_at,
    atMinute: backup.at ?? row.at_minute,
    keep: backup.keep ?? {
      daily: row.keep_daily,
      weekly: row.keep_weekly,
      monthly: row.keep_monthly,
    },
    rehearses: row.rehearses,
    timeZone: timeZoneOf(await findSettings(db)),
  }
}

const findRow = (db: Db) => db.selectFrom('backup_settings').selectAll().executeTakeFirstOrThrow()

/** Opens the place where backups are kept. @throws UnreadableSecretError where the bucket's key can't be read */
export async function openBackupPlace(db: Db, config: Config): Promise<BackupPlace> {
  const { place } = config.backup
  const aside = join(config.dataDir, 'backups.part')
  if (place) return 'folder' in place ? folderPlace(place.folder) : bucketPlace(place, aside)
  const { bucket_sealed: sealed, folder } = await findRow(db)
  if (!sealed) return folderPlace(folder ?? join(config.dataDir, 'backups'))
  const location = readS3Location(await unseal(config.dataDir, sealed, PURPOSE))
  if (!location) throw new Error('The bucket for backups is not valid any more')
  return bucketPlace(location, aside)
}

/** The newest moment up to now, and the next one, at which a backup begins by the clock. */
export async function findSlots(
  db: Db,
  { atMinute, timeZone }: BackupPlan,
  now: Date,
): Promise<{ last: Date; next: Date }> {
  const { rows } = await sql<{ last: string; next: string }>`
    with today as (
      select (${now}::timestamptz at time zone ${timeZone}::text)::date
        + make_interval(mins => ${atMinute}::integer) as at
    ), slots as (
      select (at + days * interval '1 day') at time zone ${timeZone}::text as slot
      from today, generate_series(-1, 1) as days
    )
    select max(slot) filter (where slot <= ${now}) as last, min(slot) filter (where slot > ${now}) as next
    from slots
  `.execute(db)
  return { last: new Date(rows[0]!.last), next: new Date(rows[0]!.next) }
}

const two = (value: number) => String(value).padStart(2, '0')

/** As admins see it. */
export async function findBackupSettings(db: Db, config: Config): Promise<BackupSettings> {
  const row = await findRow(db)
  const plan = await findBackupPlan(db, config)
  const { place, at, keep } = config.backup
  const slots = await findSlots(db, plan, new Date())
  const words = await openBackupPlace(db, config)
    .then((opened) => opened.words)
    .catch(() => `the bucket ${row.bucket}, whose key this server can’t read`)
  return {
    enabled: plan.enabled,
    at: `${two(Math.floor(plan.atMinute / 60))}:${two(plan.atMinute % 60)}`,
    keep_daily: plan.keep.daily,
    keep_weekly: plan.keep.weekly,
    keep_monthly: plan.keep.monthly,
    rehearses: row.rehearses,
    folder: row.folder,
    bucket: row.bucket,
    place: words,
    set_by_environment: [
      ...(place ? (['place'] as const) : []),
      ...(at === null ? [] : (['at'] as const)),
      ...(keep ? (['keep'] as const) : []),
    ],
    time_zone: plan.timeZone,
    revision: row.revision,
    next_at: plan.enabled ? slots.next.toISOString() : null,
  }
}

/** @throws AppError 409 `edit_conflict`, 422 for a folder or an address that is none */
export async function updateBackupSettings(
  db: Db,
  config: Config,
  { draft, actorId, ifMatch }: { draft: Draft; actorId: string; ifMatch: string | undefined },
): Promise<BackupSettings> {
  const { revision } = await db
    .selectFrom('backup_settings')
    .select('revision')
    .forUpdate()
    .executeTakeFirstOrThrow()
  await refuseIfChanged(
    { revision },
    {
      ifMatch,
      sentence: 'Somebody else has changed the backups in the meantime',
      findCurrent: async () => findBackupSettings(db, config),
    },
  )
  const { at, folder, bucket_address: address, enabled, ...rest } = draft
  await db
    .updateTable('backup_settings')
    .set({
      ...rest,
      enabled,
      enabled_at: enabled ? sql`coalesce(enabled_at, now())` : null,
      at_minute: Number(at.slice(0, 2)) * 60 + Number(at.slice(3)),
      folder: readFolder(folder),
      ...(address !== undefined && (await sealBucket(config, address))),
      revision: revision + 1,
      updated_at: sql`now()`,
      updated_by: actorId,
    })
    .execute()
  return findBackupSettings(db, config)
}

function readFolder(folder: string): string | null {
  if (folder === '') return null
  if (isAbsolute(folder)) return folder
  const sentence = 'Please write the whole path, such as /backups'
  throw unprocessable('no_folder', sentence, { folder: sentence })
}

async function sealBucket({ dataDir }: Config, address: string | null) {
  if (address === null || address === '') return { bucket: null, bucket_sealed: null }
  const location = readS3Location(address)
  if (!location) {
    const sentence = 'Please write it like s3://key:secret@bucket/folder?region=eu-west-1'
    throw unprocessable('no_bucket', sentence, { bucket_address: sentence })
  }
  const bucket = `${location.bucket}/${location.prefix}`.replace(/\/$/, '')
  return { bucket, bucket_sealed: await seal(dataDir, address, PURPOSE) }
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, line, paging, time } from './fields.ts'

const count = (most: number) =>
  z.int('Please enter a whole number').min(0, 'At least 0').max(most, `At most ${most}`)

const schedule = {
  enabled: z.boolean().describe('Whether the portal backs itself up every day.'),
  at: z
    .string()
    .refine(
      (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
      'Please enter a time, such as 02:15',
    )
    .describe('The time of day by the brokerage’s clock, such as `02:15`.'),
  keep_daily: count(366).describe('Of so many days the last backup of each is kept.'),
  keep_weekly: count(260),
  keep_monthly: count(120),
  rehearses: z
    .boolean()
    .describe('Whether the newest backup is restored, to try it, once a month.'),
}

/** When and where the portal backs itself up. */
export const BackupSettings = z.object({
  ...schedule,
  folder: z.string().nullable().describe('Null: the folder `backups` beside the data.'),
  bucket: z.string().nullable().describe('Where it is a bucket: which, without its key.'),
  place: z.string().describe('Where backups go, in words.'),
  set_by_environment: z
    .array(z.enum(['place', 'at', 'keep']))
    .describe('What `BACKUP_URL`, `BACKUP_AT` and `BACKUP_KEEP` decide; they win.'),
  time_zone: z.string(),
  revision: z.int().describe('Counts every saved change; it is what `ETag` says.'),
  next_at: time.nullable().describe('When the next one begins.'),
})
export type BackupSettings = z.infer<typeof BackupSettings>

/** One backup, whether its file is still there or not. */
export const Backup = z.object({
  id,
  cause: z.enum(['clock', 'asked', 'command']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  name: z.string(),
  place: z.string(),
  step: z.string().describe('How far it is, in words, while it runs.'),
  asked_by_name: z.string().nullable(),
  asked_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
  rows: z.int().nullable(),
  files: z.int().nullable(),
  bytes: z.int().nullable(),
  verified_at: time.nullable().describe('When all of it was read again and found right.'),
  problem: z.string().describe('Why it failed.'),
  removed_at: time.nullable().describe('When it made room for newer ones.'),
})
export type Backup = z.infer<typeof Backup>

/** A backup restored beside the real database, to see whether it would do. */
export const Rehearsal = z.object({
  id,
  cause: z.enum(['clock', 'asked', 'command']),
  state: z.enum(['waiting', 'running', 'passed', 'failed']),
  backup: z.string().describe('The name of the backup.'),
  asked_at: time,
  ended_at: time.nullable(),
  report: z.array(z.string()).describe('What it found, a sentence each.'),
})
export type Rehearsal = z.infer<typeof Rehearsal>

export const backupEndpoints = {
  listBackups: endpoint({
    method: 'GET',
    path: '/admin/backups',
    access: 'admin',
    summary: 'Backups, newest first.',
    query: z.object(paging),
    response: z.array(Backup),
  }),
  makeBackup: endpoint({
    method: 'POST',
    path: '/admin/backups',
    access: 'admin',
    byKey: 'never',
    summary: 'Has a backup made at once. 409 `backup_under_way` while one is being made.',
    response: Backup,
    status: 201,
  }),
  getBackupSettings: endpoint({
    method: 'GET',
    path: '/admin/backups/settings',
    access: 'admin',
    summary: 'When and where backups are made; the `ETag` goes into `If-Match`.',
    response: BackupSettings,
  }),
  updateBackupSettings: endpoint({
    method: 'PUT',
    path: '/admin/backups/settings',
    access: 'admin',
    fresh: true,
    summary: 'Changes when and where backups are made. What the environment decides stays.',
    body: z.object({
      ...schedule,
      folder: line(500).describe('A folder of the server’s, absolute; empty for the usual one.'),
      bucket_address: line(1000)
        .nullish()
        .describe(
          '`s3://key:secret@bucket/folder?region=…`, which wins over the folder. Left out: the bucket stays; null: no bucket.',
        ),
    }),
    response: BackupSettings,
  }),
  listRehearsals: endpoint({
    method: 'GET',
    path: '/admin/backups/rehearsals',
    access: 'admin',
    summary: 'Rehearsals of a restore, newest first.',
    query: z.object(paging),
    response: z.array(Rehearsal),
  }),
  rehearse: endpoint({
    method: 'POST',
    path: '/admin/backups/rehearsals',
    access: 'admin',
    byKey: 'never',
    summary:
      'Restores the newest backup beside the real database, and compares. 409 `rehearsal_under_way`, 422 `no_backup`.',
    response: Rehearsal,
    status: 201,
  }),
}

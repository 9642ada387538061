import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { line, time } from './fields.ts'

/** What somebody should look at, the most urgent first. */
export const Attention = z.object({
  about: z.enum([
    'storage_unreachable',
    'disk_filling',
    'mail_failing',
    'mail_password_lost',
    'no_backup',
    'rehearsal_failed',
    'backup_failed',
    'jobs_failed',
    'jobs_wait',
    'mail_waits',
    'mails_failed',
    'connections_awaited',
    'copies_missing',
    'mail_not_set',
  ]),
  urgent: z.boolean().describe('Whether it can’t wait until tomorrow.'),
  since: time.nullable(),
  count: z.int().nullable(),
  said: z.string().describe('What the failing part says, in words; empty where it says nothing.'),
})
export type Attention = z.infer<typeof Attention>

/** A job that is tried no more. */
export const FailedJob = z.object({
  id: z.string(),
  what: z.string().describe('What it was to do, in words.'),
  error: z.string(),
  failed_at: time,
  tries: z.int(),
})
export type FailedJob = z.infer<typeof FailedJob>

/** How the installation does, for whoever looks after it; no key, password or address with one. */
export const System = z.object({
  looked_at: time,
  attention: z.array(Attention),
  server: z.object({
    version: z.string(),
    node: z.string(),
    started_at: time.describe('Of the server that answers; there may be others beside it.'),
  }),
  database: z.object({
    version: z.string(),
    embedded: z.boolean(),
    started_at: time,
    bytes: z.int(),
    connections: z.int().describe('Of everybody to this PostgreSQL.'),
    most_connections: z.int(),
    pool_used: z.int().describe('Connections of this server that are in use.'),
    pool_most: z.int(),
    pool_awaited: z.int().describe('Requests that wait for one.'),
    longest_statement_seconds: z.number().describe('Of those that run right now.'),
    longest_wait_seconds: z.number().describe('For what another one holds, right now.'),
  }),
  disk: z
    .object({ free_bytes: z.int(), total_bytes: z.int() })
    .nullable()
    .describe('That of the data folder; null where it can’t be asked.'),
  storage: z.object({
    bucket: z.string().nullable().describe('Null: files are in the data folder.'),
    reachable: z.boolean(),
    files: z.int(),
    bytes: z.int(),
  }),
  backup: z.object({
    last_at: time.nullable(),
    last_bytes: z.int().nullable(),
    place: z.string().describe('Where backups go, in words.'),
    kept: z.int().describe('Backups that are still there.'),
    kept_bytes: z.int(),
    next_at: time.nullable().describe('Null: none is made by the clock.'),
    under_way: z.boolean(),
    rehearsed_at: time.nullable(),
    rehearsal_passed: z.boolean().nullable(),
  }),
  mail: z.object({
    source: z.enum(['environment', 'settings', 'none']),
    host: z.string().nullable(),
    last_sent_at: time.nullable(),
    waiting: z.int(),
    failed: z.int().describe('Given up within the last 7 days.'),
  }),
  jobs: z.object({
    waiting: z.int().describe('Due, and not begun.'),
    running: z.int(),
    again: z.int().describe('Failed once or more, and tried again later.'),
    failed: z.array(FailedJob).describe('Tried no more, newest first, at most 20.'),
    failed_count: z.int(),
  }),
  search: z.object({ items: z.int(), caught_up: z.boolean() }),
})
export type System = z.infer<typeof System>

export const systemEndpoints = {
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    access: 'public',
    summary: 'The process answers.',
    response: z.object({ status: z.literal('ok') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    access: 'public',
    summary: 'The database and the storage can be reached; 503 otherwise.',
    response: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
  getSystem: endpoint({
    method: 'GET',
    path: '/admin/system',
    access: 'admin',
    summary: 'How the installation does, and what needs attention.',
    response: System,
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/admin/system/jobs/:id/retry',
    access: 'admin',
    byKey: 'never',
    summary: 'Has a job that failed for good tried again, at once. 404 where it is gone.',
    params: z.object({
      id: line(15).refine((value) => /^\d+$/.test(value), 'This is not the number of a job'),
    }),
  }),
}

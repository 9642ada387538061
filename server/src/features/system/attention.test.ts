import type { System } from '@frontdesk/contract/system'
import { expect, test } from 'vitest'
import { attentionFor, type Looked } from './attention.ts'

const NOW = Date.parse('2026-11-25T12:00:00.000Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()

type Change = {
  measures?: Partial<Looked['measures']>
  disk?: System['disk']
  storage?: Partial<System['storage']>
  jobs?: Partial<System['jobs']>
  awaited?: number
  source?: System['mail']['source']
  said?: Partial<Looked['said']>
  isMailPasswordLost?: boolean
}

/** An installation that does well, but for what a test says. */
const looked = (change: Change = {}): Looked => ({
  now: NOW,
  measures: {
    database_bytes: 1,
    jobs_waiting: 0,
    jobs_running: 0,
    jobs_failing: 0,
    jobs_again: 0,
    oldest_job_seconds: 600,
    mails_queued: 0,
    mails_failed: 0,
    oldest_mail_seconds: 3600,
    last_mail_at: hoursAgo(1),
    mail_tries_failed: 0,
    mail_failing_since: null,
    last_mail_error: null,
    records: 0,
    checkpoint_at: null,
    copies_missing: 0,
    items_being_worked_out: 0,
    backup_at: hoursAgo(48),
    backup_failed: false,
    rehearsal_at: null,
    rehearsal_passed: null,
    ...change.measures,
  },
  state: {
    disk: change.disk === undefined ? { free_bytes: 10, total_bytes: 100 } : change.disk,
    storage: { bucket: null, reachable: true, files: 0, bytes: 0, ...change.storage },
    database: {
      version: '17.6',
      embedded: true,
      started_at: hoursAgo(1),
      bytes: 1,
      connections: 1,
      most_connections: 100,
      pool_used: 1,
      pool_most: 10,
      pool_awaited: change.awaited ?? 20,
      longest_statement_seconds: 0,
      longest_wait_seconds: 0,
    },
    jobs: { waiting: 0, running: 0, again: 0, failed: [], failed_count: 0, ...change.jobs },
    mail: { source: change.source ?? 'settings' },
  },
  said: { storage: '', backup: '', rehearsal: '', ...change.said },
  isMailPasswordLost: change.isMailPasswordLost ?? false,
})

test('what is at a limit and not over it needs no attention', () => {
  expect(attentionFor(looked())).toEqual([])
  expect(attentionFor(looked({ disk: null }))).toEqual([])
})

const quiet = { urgent: false, since: null, count: null, said: '' }
const rows: [string, Change, Partial<ReturnType<typeof attentionFor>[number]>][] = [
  [
    'the disk',
    { disk: { free_bytes: 99, total_bytes: 1000 } },
    { about: 'disk_filling', urgent: true, count: 9 },
  ],
  [
    'the storage',
    { storage: { reachable: false }, said: { storage: 'No answer' } },
    { about: 'storage_unreachable', urgent: true, said: 'No answer' },
  ],
  ['no backup at all', { measures: { backup_at: null } }, { about: 'no_backup', urgent: true }],
  [
    'an old backup',
    { measures: { backup_at: hoursAgo(48.1) } },
    { about: 'no_backup', urgent: true, since: hoursAgo(48.1) },
  ],
  [
    'a failed backup',
    { measures: { backup_failed: true }, said: { backup: 'The disk is full' } },
    { about: 'backup_failed', said: 'The disk is full' },
  ],
  [
    'a failed rehearsal',
    { measures: { rehearsal_passed: false, rehearsal_at: hoursAgo(3) } },
    { about: 'rehearsal_failed', urgent: true, since: hoursAgo(3) },
  ],
  ['no mail server', { source: 'none' }, { about: 'mail_not_set' }],
  [
    'a password that is lost',
    { isMailPasswordLost: true },
    { about: 'mail_password_lost', urgent: true },
  ],
  [
    'a mail server that refuses',
    {
      measures: {
        mail_tries_failed: 12,
        mail_failing_since: hoursAgo(2),
        mails_failed: 3,
        last_mail_error: 'Invalid login: 535 5.7.8 authentication failed',
      },
    },
    {
      about: 'mail_failing',
      urgent: true,
      since: hoursAgo(2),
      count: 12,
      said: 'the server refuses the name or the password',
    },
  ],
  [
    'a mail that waits',
    { measures: { oldest_mail_seconds: 7200, mails_queued: 2 } },
    { about: 'mail_waits', since: hoursAgo(2), count: 2 },
  ],
  ['mails given up', { measures: { mails_failed: 2 } }, { about: 'mails_failed', count: 2 }],
  [
    'jobs that wait',
    { measures: { oldest_job_seconds: 3600 }, jobs: { waiting: 7 } },
    { about: 'jobs_wait', since: hoursAgo(1), count: 7 },
  ],
  ['jobs given up', { jobs: { failed_count: 2 } }, { about: 'jobs_failed', count: 2 }],
  ['connections', { awaited: 21 }, { about: 'connections_awaited', count: 21 }],
  ['copies', { measures: { copies_missing: 1 } }, { about: 'copies_missing', count: 1 }],
]

test.each(rows)('%s needs attention, and nothing else', (_name, change, expected) => {
  expect(attentionFor(looked(change))).toEqual([{ ...quiet, ...expected }])
})

test('what can’t wait comes first', () => {
  const change = { source: 'none' as const, measures: { copies_missing: 1, backup_at: null } }
  expect(attentionFor(looked(change)).map(({ about }) => about)).toEqual([
    'no_backup',
    'mail_not_set',
    'copies_missing',
  ])
})

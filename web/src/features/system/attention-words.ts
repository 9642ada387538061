import type { Attention } from '@frontdesk/contract/system'
import { counted, formatDate, formatTime } from '#web/lib/format.ts'

/** What is wrong, what to do about it, and where. */
interface Words {
  sentence: string
  advice?: string
  place?: { label: string; to: string }
}

/** `9:14 AM` of today, else the day. */
export function momentOf(iso: string | null, now = new Date()): string {
  if (!iso) return ''
  const isToday = new Date(iso).toDateString() === now.toDateString()
  return isToday ? formatTime(iso) : formatDate(iso)
}

const backups = (label: string) => ({ label, to: '/admin/settings/backup' })
const mail = (label: string) => ({ label, to: '/admin/settings/mail' })

const WORDS: Record<Attention['about'], (one: Attention) => Words> = {
  storage_unreachable: ({ said }) => ({
    sentence: 'Files can’t be stored.',
    advice: said || 'Look at the disk or the bucket that they are kept on.',
  }),
  disk_filling: ({ count }) => ({
    sentence: `Only ${count} percent of the disk is free.`,
    advice: 'Nothing can be saved once it is full.',
    place: backups('Keep fewer backups'),
  }),
  mail_failing: ({ count, since, said }) => ({
    sentence: `Mail has failed ${counted(count ?? 0, 'time', 'times')} since ${momentOf(since)}: ${said}.`,
    place: mail('Mend mail'),
  }),
  mail_password_lost: () => ({
    sentence: 'The password of the mail server can’t be read on this server.',
    advice: 'No mail goes out until it is given anew.',
    place: mail('Give the password'),
  }),
  no_backup: ({ since }) => ({
    sentence: since ? `No backup since ${momentOf(since)}.` : 'There has never been a backup.',
    advice: since ? undefined : 'Without one, a lost disk is everything lost.',
    place: backups('Backups'),
  }),
  rehearsal_failed: ({ since, said }) => ({
    sentence: `The newest backup could not be restored when it was tried${since ? `, ${momentOf(since)}` : ''}.`,
    advice: said,
    place: backups('Backups'),
  }),
  backup_failed: ({ said }) => ({
    sentence: 'The last backup failed.',
    advice: said,
    place: backups('Backups'),
  }),
  jobs_failed: ({ count }) => ({
    sentence: `${counted(count ?? 0, 'job has', 'jobs have')} failed for good.`,
    place: { label: 'See below', to: '#failed-jobs' },
  }),
  jobs_wait: ({ count, since }) => ({
    sentence: `${counted(count ?? 0, 'job has', 'jobs have')} been due since ${momentOf(since)}.`,
    advice: 'The server’s log says what holds them up; a restart takes them up again.',
  }),
  mail_waits: ({ count, since }) => ({
    sentence: `${counted(count ?? 0, 'mail has', 'mails have')} waited since ${momentOf(since)}.`,
    place: { label: 'See the mails', to: '/admin/mail?status=queued' },
  }),
  mails_failed: ({ count }) => ({
    sentence: `${counted(count ?? 0, 'mail', 'mails')} of the last week could not be delivered.`,
    place: { label: 'See the mails', to: '/admin/mail?status=failed' },
  }),
  connections_awaited: ({ count }) => ({
    sentence: `${counted(count ?? 0, 'request waits', 'requests wait')} for a connection to the database.`,
    advice: 'If that lasts, the database is too slow, or DATABASE_POOL_SIZE too small.',
  }),
  copies_missing: ({ count }) => ({
    sentence: `${counted(count ?? 0, 'copy', 'copies')} of checkpoints outside could not be had.`,
    place: { label: 'See the checkpoints', to: '/admin/evidence' },
  }),
  mail_not_set: () => ({
    sentence: 'No mail server is set.',
    advice: 'Nobody gets invitations, reminders or links for a new password.',
    place: mail('Set up mail'),
  }),
}

export const wordsFor = (one: Attention): Words => WORDS[one.about](one)

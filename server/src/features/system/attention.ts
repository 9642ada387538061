import type { Attention, System } from '@frontdesk/contract/system'
import { THRESHOLDS } from '../../platform/thresholds.ts'
import { refusalInWords } from '../mail/refusal-words.ts'
import type { Measures } from './measures.queries.ts'

/** What is looked at; `now` in milliseconds. */
export interface Looked {
  now: number
  measures: Measures
  state: Pick<System, 'disk' | 'storage' | 'database' | 'jobs'> & {
    mail: Pick<System['mail'], 'source'>
  }
  said: { storage: string; backup: string; rehearsal: string }
  isMailPasswordLost: boolean
}

const one = (
  about: Attention['about'],
  facts: Partial<Omit<Attention, 'about'>> = {},
): Attention => ({ about, urgent: false, since: null, count: null, said: '', ...facts })

/** Everything that somebody should look at: what can't wait comes first, otherwise in the order of this list. */
export function attentionFor(looked: Looked): Attention[] {
  const all = [...ofPlaces(looked), ...ofBackups(looked), ...ofMail(looked), ...ofWork(looked)]
  return [...all.filter(({ urgent }) => urgent), ...all.filter(({ urgent }) => !urgent)]
}

/** Seconds that something has lasted, as the moment at which it began. */
const since = (now: number, seconds: number) => new Date(now - seconds * 1000).toISOString()

function ofPlaces({ state, said }: Looked): Attention[] {
  const { disk, storage } = state
  const found: Attention[] = []
  if (!storage.reachable) {
    found.push(one('storage_unreachable', { urgent: true, said: said.storage }))
  }
  if (disk && disk.free_bytes / disk.total_bytes < THRESHOLDS.freeShare) {
    const percent = Math.floor((disk.free_bytes / disk.total_bytes) * 100)
    found.push(one('disk_filling', { urgent: true, count: percent }))
  }
  return found
}

function ofBackups({ now, measures, said }: Looked): Attention[] {
  const { backup_at: at, backup_failed: hasFailed } = measures
  const found: Attention[] = []
  if (at === null || now - Date.parse(at) > THRESHOLDS.backupAgeSeconds * 1000) {
    found.push(one('no_backup', { urgent: true, since: at }))
  }
  if (measures.rehearsal_passed === false) {
    const { rehearsal_at: tried } = measures
    found.push(one('rehearsal_failed', { urgent: true, since: tried, said: said.rehearsal }))
  }
  if (hasFailed) found.push(one('backup_failed', { said: said.backup }))
  return found
}

/** A server that refuses everything is one matter; mails that only some recipients refuse are another. */
function ofMail({ now, measures, state, isMailPasswordLost }: Looked): Attention[] {
  if (state.mail.source === 'none') return [one('mail_not_set')]
  if (isMailPasswordLost) return [one('mail_password_lost', { urgent: true })]
  const { mail_tries_failed: tries, mail_failing_since: failing, last_mail_error: error } = measures
  if (tries > 0) {
    const facts = { since: failing, count: tries, said: refusalInWords(error ?? '') }
    return [one('mail_failing', { urgent: true, ...facts })]
  }
  const found: Attention[] = []
  if (measures.oldest_mail_seconds > THRESHOLDS.mailWaitsSeconds) {
    const facts = { since: since(now, measures.oldest_mail_seconds), count: measures.mails_queued }
    found.push(one('mail_waits', facts))
  }
  if (measures.mails_failed > 0) found.push(one('mails_failed', { count: measures.mails_failed }))
  return found
}

function ofWork({ now, measures, state }: Looked): Attention[] {
  const { jobs, database } = state
  const found: Attention[] = []
  if (measures.oldest_job_seconds > THRESHOLDS.jobDueSeconds) {
    const facts = { since: since(now, measures.oldest_job_seconds), count: jobs.waiting }
    found.push(one('jobs_wait', facts))
  }
  if (jobs.failed_count > 0) found.push(one('jobs_failed', { count: jobs.failed_count }))
  if (database.pool_awaited > THRESHOLDS.connectionsAwaited) {
    found.push(one('connections_awaited', { count: database.pool_awaited }))
  }
  if (measures.copies_missing > 0) {
    found.push(one('copies_missing', { count: measures.copies_missing }))
  }
  return found
}

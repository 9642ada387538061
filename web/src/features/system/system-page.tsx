import type { Attention, FailedJob, System } from '@frontdesk/contract/system'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { BackUpNow } from '#web/features/backups/back-up-now.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { counted, formatDate, formatTime } from '#web/lib/format.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { classes, textLink } from '#web/ui/classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { DateTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'
import { SystemFacts } from './system-facts.tsx'

/** How the installation does: what needs attention first, then every part. */
export function SystemPage() {
  const { data, error, refetch } = useQuery(systemQuery)
  return (
    <SettingsFrame title="System">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <div>
          <h2 className="text-xl font-semibold">System</h2>
          <p className="mt-1 max-w-[60ch] text-muted">
            How the portal itself does. The page keeps itself up to date.
          </p>
        </div>
        {data && <p className="text-sm text-muted">As of {formatTime(data.looked_at)}</p>}
      </div>
      {error && (
        <div className="mb-6">
          <ErrorPanel
            title={data ? 'What is shown may be old' : 'Failed to load the system'}
            onRetry={() => void refetch()}
          >
            {messageOf(error, 'Please try again.')}
          </ErrorPanel>
        </div>
      )}
      {!error && !data && <SkeletonLines lines={14} />}
      {data && <Everything system={data} />}
    </SettingsFrame>
  )
}

function Everything({ system }: { system: System }) {
  return (
    <div className="grid gap-8">
      <AttentionList attention={system.attention} backup={system.backup} />
      {system.jobs.failed_count > 0 && <FailedJobs jobs={system.jobs} />}
      <SystemFacts system={system} />
    </div>
  )
}

type AttentionListProps = { attention: Attention[]; backup: System['backup'] }

/** What somebody should look at, each with the place where it is mended. */
function AttentionList({ attention, backup }: AttentionListProps) {
  return (
    <section aria-labelledby="attention">
      <h3 id="attention" className="mb-3 font-semibold">
        What needs attention
      </h3>
      <div aria-live="polite">
        {attention.length === 0 ? (
          <p className="flex items-center gap-3 rounded-lg border border-success-line bg-success-soft px-4 py-3">
            <CircleCheck className="size-4.5 shrink-0 text-success" aria-hidden="true" />
            Nothing. Everything works as it should.
          </p>
        ) : (
          <ul
            aria-labelledby="attention"
            className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
          >
            {attention.map((one) => (
              <AttentionRow key={one.about} one={one} isUnderWay={backup.under_way} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function AttentionRow({ one, isUnderWay }: { one: Attention; isUnderWay: boolean }) {
  const { sentence, advice, place } = wordsFor(one)
  const Icon = one.urgent ? CircleAlert : TriangleAlert
  const isOfBackup = one.about === 'no_backup' || one.about === 'backup_failed'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 pr-3 pl-4">
      <div className="flex min-w-[min(17rem,100%)] grow basis-0 items-start gap-3">
        <Icon
          className={classes(
            'mt-[0.15em] size-4.5 shrink-0',
            one.urgent ? 'text-danger' : 'text-warning',
          )}
          aria-hidden="true"
        />
        <div className="min-w-0 wrap-anywhere">
          <p className="font-medium">
            {one.urgent && <span className="sr-only">Urgent: </span>}
            {sentence}
          </p>
          {advice && <p className="text-sm text-muted">{advice}</p>}
        </div>
      </div>
      {(place ?? isOfBackup) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:pl-[1.9rem]">
          {place && <PlaceLink {...place} />}
          {isOfBackup && <BackUpNow isUnderWay={isUnderWay} size="sm" />}
        </div>
      )}
    </li>
  )
}

const LINK = `inline-flex min-h-8 items-center text-sm font-medium ${textLink}`

function PlaceLink({ label, to }: { label: string; to: string }) {
  return to.startsWith('#') ? (
    <a href={to} className={LINK}>
      {label}
    </a>
  ) : (
    <PathLink to={to} className={LINK}>
      {label}
    </PathLink>
  )
}

/** Work that is tried no more, with what it said last. */
function FailedJobs({ jobs }: { jobs: System['jobs'] }) {
  const more = jobs.failed_count - jobs.failed.length
  return (
    <section id="failed-jobs" aria-labelledby="failed-jobs-title" className="scroll-mt-24">
      <h3 id="failed-jobs-title" className="mb-1 font-semibold">
        Jobs that failed for good
      </h3>
      <p className="mb-3 max-w-[60ch] text-sm text-muted">
        They were tried again and again. Once the cause is mended, try them once more; after 30 days
        they are forgotten.
      </p>
      <ul
        aria-labelledby="failed-jobs-title"
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
      >
        {jobs.failed.map((job) => (
          <FailedJobRow key={job.id} job={job} />
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-sm text-muted">And {more} more.</p>}
    </section>
  )
}

function FailedJobRow({ job }: { job: FailedJob }) {
  const retry = useRetryJob()
  const tryAgain = () =>
    retry.mutate(job.id, {
      onSuccess: () => toast.success(`“${job.what}” is tried again`),
      onError: (error) => toast.error(messageOf(error, 'The job was not begun.')),
    })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 pr-3 pl-4">
      <div className="min-w-[min(17rem,100%)] grow basis-0">
        <p className="font-medium">{job.what}</p>
        <p className="text-sm wrap-anywhere text-muted">
          <DateTime iso={job.failed_at} />, after {job.tries === 1 ? '1 try' : `${job.tries} tries`}
          {job.error && `: ${job.error}`}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        busy={retry.isPending}
        busyLabel="Beginning…"
        aria-label={`Try again: ${job.what}`}
        onClick={tryAgain}
      >
        Try again
      </Button>
    </li>
  )
}

/** Nothing on the page is read faster than it is looked at. */
const LOOK_EVERY_MS = 15_000

/** How the installation does. A backup that begins or ends says so itself; the rest is asked for anew. */
const systemQuery = queryOptions({
  queryKey: ['backups', 'system'],
  queryFn: ({ signal }) => call('GET /admin/system', { signal }),
  refetchInterval: LOOK_EVERY_MS,
  staleTime: 0,
})

function useRetryJob() {
  const refresh = useRefresh('backups')
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/system/jobs/:id/retry', { params: { id } }),
    onSettled: refresh,
  })
}

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

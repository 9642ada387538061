import type { FailedJob, System } from '@frontdesk/contract/system'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRetryJob } from './system.api.ts'

/** Work that is tried no more, with what it said last. */
export function FailedJobs({ jobs }: { jobs: System['jobs'] }) {
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

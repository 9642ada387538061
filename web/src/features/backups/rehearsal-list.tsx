import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, Clock, LifeBuoy, LoaderCircle } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { DateTime } from '#web/ui/relative-time.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { rehearsalsQuery, useRehearse } from './backups.api.ts'

const STATES = {
  waiting: { tone: 'neutral', icon: Clock, word: 'Waiting' },
  running: { tone: 'accent', icon: LoaderCircle, word: 'Under way' },
  passed: { tone: 'success', icon: Check, word: 'It would do' },
  failed: { tone: 'danger', icon: CircleAlert, word: 'It would not do' },
} as const

/** The last rehearsals, with what they found. */
export function RehearsalList() {
  const { data, error, refetch } = useQuery(rehearsalsQuery)
  const rehearse = useRehearse()
  if (error && !data) {
    return (
      <ErrorPanel title="Failed to load the rehearsals" onRetry={() => void refetch()}>
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  if (!data) return <SkeletonLines lines={4} />
  const isUnderWay = data.some(({ state }) => state === 'waiting' || state === 'running')
  const button = (
    <Button
      variant="secondary"
      disabled={isUnderWay}
      busy={rehearse.isPending}
      busyLabel="Beginning…"
      onClick={() =>
        rehearse.mutate(undefined, {
          onError: (failure) => toast.error(messageOf(failure, 'The rehearsal was not begun.')),
        })
      }
    >
      Rehearse a restore
    </Button>
  )
  if (data.length === 0) {
    return <EmptyState icon={LifeBuoy} title="Never rehearsed" action={button} />
  }
  return (
    <div className="grid gap-4">
      <div>{button}</div>
      <ul aria-label="Rehearsals" className="grid gap-2" aria-live="polite">
        {data.map(({ id, state, backup, asked_at: asked, ended_at: ended, report }) => (
          <li key={id} className="rounded-lg border border-line bg-surface px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <DateTime iso={ended ?? asked} className="font-medium" />
              <Badge tone={STATES[state].tone} icon={STATES[state].icon}>
                {STATES[state].word}
              </Badge>
            </div>
            {backup && <p className="mt-1 text-sm wrap-anywhere text-muted">{backup}</p>}
            {report.length > 0 && (
              <ul className="mt-2 grid list-disc gap-1 ps-5 text-sm wrap-anywhere">
                {report.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

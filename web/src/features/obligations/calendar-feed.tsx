import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Section } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { calendarFeedQuery, useEndFeed, useRenewFeed } from './obligations.api.ts'

/** What is due in the person's own calendar, by a secret address. */
export function CalendarFeed() {
  const { data, error, refetch } = useQuery(calendarFeedQuery)
  return (
    <Section
      title="Calendar"
      description="What is due shows up in your own calendar, such as Google’s, Apple’s or Outlook’s. Whoever has the address can read it, so keep it to yourself."
    >
      {data && <Feed createdAt={data.created_at} lastUsedAt={data.last_used_at} />}
      {!data && error && (
        <ErrorPanel title="Failed to load your calendar" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {!data && !error && <SkeletonLines lines={2} />}
    </Section>
  )
}

type FeedProps = { createdAt: string | null; lastUsedAt: string | null }

function Feed({ createdAt, lastUsedAt }: FeedProps) {
  const renew = useRenewFeed()
  const end = useEndFeed()
  const [asked, setAsked] = useState<'renew' | 'end' | null>(null)
  const url = renew.data?.url
  const exists = createdAt !== null
  const make = () =>
    renew.mutate(undefined, {
      onError: (error) => toast.error(failureOf(error, 'Failed to make the address')),
      onSettled: () => setAsked(null),
    })
  const stop = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        renew.reset()
        toast.success('The calendar’s address works no more')
      },
      onError: (error) => toast.error(failureOf(error, 'Failed to end the calendar')),
      onSettled: () => setAsked(null),
    })
  return (
    <Card className="grid gap-4">
      {exists && (
        <p className="text-muted">
          Made on {formatDate(createdAt)},{' '}
          {lastUsedAt ? `last read on ${formatDate(lastUsedAt)}` : 'not read yet'}.
        </p>
      )}
      {exists && url && (
        <Field
          label="Address"
          hint="Paste it where your calendar subscribes to one. It is shown only now."
        >
          <span className="flex items-center gap-2">
            <TextInput readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
            <CopyButton label="Copy the address" text={url} />
          </span>
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {exists ? (
          <>
            <Button variant="secondary" icon={RefreshCw} onClick={() => setAsked('renew')}>
              New address
            </Button>
            <Button variant="ghost" onClick={() => setAsked('end')}>
              End the calendar
            </Button>
          </>
        ) : (
          <Button
            variant="secondary"
            icon={CalendarPlus}
            busy={renew.isPending}
            busyLabel="Making…"
            onClick={make}
          >
            Make an address
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={asked === 'end' ? 'End the calendar?' : 'Make a new address?'}
        question="Calendars that read the present address get nothing any more."
        confirmLabel={asked === 'end' ? 'End the calendar' : 'Make a new address'}
        danger={asked === 'end'}
        busy={renew.isPending || end.isPending}
        onConfirm={asked === 'end' ? stop : make}
      />
    </Card>
  )
}

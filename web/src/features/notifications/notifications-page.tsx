import type { Notification } from '@frontdesk/contract/notifications'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell, Check, CheckCheck, Mail, SlidersHorizontal } from 'lucide-react'
import type { MouseEvent } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { EmptyState, ListResults } from '#web/ui/lists.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { NotificationRow } from './notification-row.tsx'
import {
  notificationsQuery,
  saidOfRead,
  useReadAll,
  useReadNotification,
} from './notifications.api.ts'

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const

export function NotificationsPage() {
  const { params, change } = useSearchParams((raw) => ({
    show: textOf(raw.show) === 'unread' ? 'unread' : '',
  }))
  const isUnread = params.show === 'unread'
  const list = useInfiniteQuery(notificationsQuery(isUnread))
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Notifications"
        description="What was asked of you, what came of it, and who called on you."
        actions={
          <ButtonLink to="/profile/notifications" variant="secondary" icon={SlidersHorizontal}>
            Choose
          </ButtonLink>
        }
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label="Which notifications"
          options={SHOWN}
          value={isUnread ? 'unread' : 'all'}
          onChange={(value) => change({ show: value === 'unread' ? 'unread' : '' })}
        />
        <ReadAll rows={rows} />
      </div>
      <ListResults
        of={list}
        failure="Failed to load your notifications"
        waiting={
          <div className="rounded-lg border border-line bg-surface p-5" aria-busy="true">
            <SkeletonLines lines={6} />
          </div>
        }
        none={<NothingToShow isUnread={isUnread} />}
        label="Notifications"
        className="overflow-hidden rounded-lg border border-line bg-surface"
      >
        {(one) => (
          <NotificationRow key={one.id} notification={one}>
            <ReadButton notification={one} />
          </NotificationRow>
        )}
      </ListResults>
    </div>
  )
}

function NothingToShow({ isUnread }: { isUnread: boolean }) {
  return isUnread ? (
    <EmptyState icon={CheckCheck} title="You have read everything" />
  ) : (
    <EmptyState icon={Bell} title="Nothing yet">
      When something is asked of you, comes due, or somebody mentions you, it will stand here.
    </EmptyState>
  )
}

function ReadAll({ rows }: { rows: Notification[] }) {
  const readAll = useReadAll()
  const hasUnread = rows.some((one) => one.read_at === null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {readAll.error && (
        <p role="alert" className="text-sm text-danger">
          {failureOf(readAll.error, 'Failed to mark them as read')}
        </p>
      )}
      <Button
        variant="secondary"
        size="sm"
        icon={CheckCheck}
        // It keeps its place and the focus: only what it says changes.
        aria-disabled={!hasUnread || undefined}
        className="aria-disabled:opacity-60"
        busy={readAll.isPending}
        onClick={() => {
          if (!hasUnread) return
          readAll.mutate(rows[0], { onSuccess: (done) => toast.success(saidOfRead(done)) })
        }}
      >
        Mark all as read
      </Button>
    </div>
  )
}

/** Above the link that the whole row is. */
function ReadButton({
  notification: { id, title, read_at: readAt },
}: {
  notification: Notification
}) {
  const { mutateAsync, isPending } = useReadNotification()
  const isUnread = readAt === null
  const press = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const row = currentTarget.closest('li')
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    try {
      // Awaited, because among what is unread this row goes, and news of it may come first.
      await mutateAsync({ id, read: isUnread })
      toast.success(isUnread ? 'Marked as read.' : 'Marked as unread.')
    } catch (error) {
      toast.error(failureOf(error, 'Failed to keep that'))
    }
    if (currentTarget.isConnected) return
    // The focus would go with the row: it goes on to another, or to the page where there is none.
    const onward = next?.querySelector<HTMLElement>('.row-link') ?? document.querySelector('main')
    onward?.focus()
  }
  return (
    <span className="relative z-1 -my-1">
      <IconButton
        label={isUnread ? `Mark as read: ${title}` : `Mark as unread: ${title}`}
        title={isUnread ? 'Mark as read' : 'Mark as unread'}
        icon={isUnread ? Check : Mail}
        size="sm"
        disabled={isPending}
        onClick={(event) => void press(event)}
      />
    </span>
  )
}

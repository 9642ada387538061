import { useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { NotificationRow } from './notification-row.tsx'
import { latestQuery, saidOfRead, useReadAll } from './notifications.api.ts'

type NotificationPanelProps = {
  bell: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The latest, below the bell. */
export function NotificationPanel({ bell, onClose }: NotificationPanelProps) {
  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      <Popover.Anchor virtualRef={bell} />
      <Popover.Portal container={globalThis.document.querySelector('main')}>
        <Popover.Content
          aria-label="Notifications"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(closing) => {
            closing.preventDefault()
            bell.current?.focus()
          }}
          // The bell closes what it has opened by itself.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && bell.current?.contains(event.target)) {
              event.preventDefault()
            }
          }}
          className={classes(
            'z-50 flex max-h-(--radix-popover-content-available-height) w-[min(26rem,var(--radix-popover-content-available-width))] flex-col',
            'overflow-hidden rounded-lg border border-line bg-raised shadow-raised',
            'data-[state=open]:animate-fade-in',
          )}
        >
          <Latest onClose={onClose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Latest({ onClose }: { onClose: () => void }) {
  const { data: latest, error, refetch } = useQuery(latestQuery)
  const readAll = useReadAll()
  const hasUnread = latest?.some((one) => one.read_at === null) ?? false
  return (
    <>
      <div className="flex min-h-13 items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="font-semibold">Notifications</h2>
        {hasUnread && (
          <Button
            variant="ghost"
            size="sm"
            icon={CheckCheck}
            busy={readAll.isPending}
            onClick={() =>
              readAll.mutate(latest?.[0], {
                onSuccess: (done) => toast.success(saidOfRead(done)),
              })
            }
          >
            Mark all as read
          </Button>
        )}
      </div>
      <div className="min-h-0 grow overflow-y-auto">
        {readAll.error && (
          <div className="p-3">
            <ErrorPanel onDismiss={() => readAll.reset()}>
              {failureOf(readAll.error, 'Failed to mark them as read')}
            </ErrorPanel>
          </div>
        )}
        {!latest && error && (
          <div className="p-3">
            <ErrorPanel title="Failed to load your notifications" onRetry={() => void refetch()}>
              {failureOf(error, 'Please try again.')}
            </ErrorPanel>
          </div>
        )}
        {!latest && !error && (
          <div className="p-4" aria-busy="true">
            <SkeletonLines lines={4} />
          </div>
        )}
        {latest?.length === 0 && (
          <p className="px-4 py-8 text-center text-muted">
            Nothing yet. What is asked of you will stand here.
          </p>
        )}
        {latest && latest.length > 0 && (
          <ul aria-label="Latest">
            {latest.map((one) => (
              <NotificationRow key={one.id} notification={one} onOpen={onClose} />
            ))}
          </ul>
        )}
      </div>
      <PathLink
        to="/notifications"
        className="flex h-11 shrink-0 items-center justify-center border-t border-line font-medium text-accent hover:bg-hover focus-visible:-outline-offset-2"
        onClick={onClose}
      >
        See all notifications
      </PathLink>
    </>
  )
}

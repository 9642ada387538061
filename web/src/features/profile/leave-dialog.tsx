import { useBlocker } from '@tanstack/react-router'
import { currentSession } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'

/** Asks before what was typed is lost, within the app and out of it. */
export function LeaveDialog({ holds }: { holds: () => boolean }) {
  const block = () => holds() && currentSession().state === 'signed-in'
  const blocker = useBlocker({
    shouldBlockFn: block,
    enableBeforeUnload: block,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title="Leave without saving?"
      question="What you changed on this page is not saved yet."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

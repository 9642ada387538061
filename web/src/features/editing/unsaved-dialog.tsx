import { useBlocker } from '@tanstack/react-router'
import { currentSession } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'

type UnsavedDialogProps = {
  isDirty: boolean
  isSettled: () => boolean
  title?: string
  question?: string
}

/** Asks before leaving a form with unsaved text, within the app and out of it. */
export function UnsavedDialog({
  isDirty,
  isSettled,
  title = 'Leave without saving?',
  question = 'What you typed is kept in this tab, and is back when you return to this form.',
}: UnsavedDialogProps) {
  // Nobody is kept from the sign-in page once their session has ended; the text is kept.
  const holds = () => isDirty && !isSettled() && currentSession().state === 'signed-in'
  const blocker = useBlocker({
    shouldBlockFn: holds,
    enableBeforeUnload: holds,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title={title}
      question={question}
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

import { Suspense, useState } from 'react'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { hasUnsavedTexts, unsentChatTexts } from '#web/lib/session-storage.ts'
import { useSession } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.tsx'

const ConfirmDialog = late(() => import('#web/ui/confirm.tsx'), 'ConfirmDialog')

/** Here the session has ended all the same. */
const whyNot = (error: unknown) =>
  error instanceof ApiError && error.status === 0
    ? new Error(
        'The server can’t be reached. You are signed out on this device; the server ends the session when it runs out.',
      )
    : error

/** What would be lost, in sentences; empty where nothing would. */
function losses(): string[] {
  const { waits, draft } = unsentChatTexts()
  return [
    hasUnsavedTexts() && 'A form in this tab holds text that is not saved.',
    waits && 'A message in a conversation still waits to be sent.',
    draft && 'A conversation holds a draft that is not sent.',
  ].filter((sentence) => sentence !== false)
}

/** Signs out, and what asks first where something typed would be lost with it. */
export function useSignOut() {
  const { signOut } = useSession()
  const [lost, setLost] = useState<string[]>([])
  const leave = () => {
    signOut().catch((error: unknown) => toast.error(failureOf(whyNot(error), 'Logout failed')))
  }
  const ask = () => {
    const found = losses()
    if (found.length > 0) setLost(found)
    else leave()
  }
  const question = lost.length > 0 && (
    <Suspense>
      <ConfirmDialog
        open
        onOpenChange={() => setLost([])}
        title={hasUnsavedTexts() ? 'Sign out without saving?' : 'Sign out without sending?'}
        question={`${lost.join(' ')} Signing out removes ${lost.length > 1 ? 'all of it' : 'it'}.`}
        confirmLabel="Sign out"
        cancelLabel="Stay"
        danger
        onConfirm={leave}
      />
    </Suspense>
  )
  return { ask, question }
}

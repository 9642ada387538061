import { lazy, Suspense, useState, type ReactNode } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { hasUnsavedTexts } from '#web/lib/session-storage.ts'
import { useSession } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.tsx'

const ConfirmDialog = lazy(async () => {
  const { ConfirmDialog: component } = await import('#web/ui/confirm.tsx')
  return { default: component }
})

type SignOutButtonProps = { className?: string; title?: string; children: ReactNode }

/** Signs out; asks first where something typed would be lost with it. */
export function SignOutButton({ className, title, children }: SignOutButtonProps) {
  const { signOut } = useSession()
  const [isAsking, setAsking] = useState(false)
  const leave = () => {
    signOut().catch((error: unknown) => toast.error(failureOf(error, 'Logout failed')))
  }
  return (
    <>
      <button
        type="button"
        title={title}
        onClick={() => (hasUnsavedTexts() ? setAsking(true) : leave())}
        className={className}
      >
        {children}
      </button>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            title="Sign out without saving?"
            question="A form in this tab holds text that is not saved. Signing out removes it."
            confirmLabel="Sign out"
            cancelLabel="Stay"
            danger
            onConfirm={leave}
          />
        </Suspense>
      )}
    </>
  )
}

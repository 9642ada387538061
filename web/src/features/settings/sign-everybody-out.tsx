import { LogOut } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSignEverybodyOut } from './admin-settings.api.ts'

/** For the day on which something got out. */
export function SignEverybodyOut() {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const ending = useSignEverybodyOut()
  const end = async () => {
    try {
      const { ended } = await ending.mutateAsync()
      cancel()
      toast.success(
        ended === 0
          ? 'Nobody else was signed in.'
          : `Everybody else is signed out: ${ended === 1 ? 'one session' : `${ended} sessions`}.`,
      )
    } catch {
      // The panel below says why.
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      {isAsking ? (
        <ConfirmBox
          question="Sign everybody out, on every device but this one?"
          confirmLabel="Sign everybody out"
          busy={ending.isPending}
          busyLabel="Signing out…"
          onConfirm={() => void end()}
          onCancel={cancel}
        />
      ) : (
        <Button variant="secondary" icon={LogOut} ref={trigger} onClick={ask}>
          Sign Everybody Out…
        </Button>
      )}
      {ending.error && (
        <ErrorPanel onDismiss={() => ending.reset()}>
          {failureOf(ending.error, 'Failed to sign everybody out')}
        </ErrorPanel>
      )}
    </div>
  )
}

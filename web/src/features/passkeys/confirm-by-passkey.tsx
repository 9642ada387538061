import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { knowsPasskeys, passkeysQuery, useConfirmByPasskey } from './passkeys.api.ts'

/** For those who have a passkey: it in the place of the password. */
export function ConfirmByPasskey({ onDone }: { onDone: () => void }) {
  const { data } = useQuery(passkeysQuery)
  const confirm = useConfirmByPasskey()
  if (!data || data.unavailable !== null || data.passkeys.length === 0 || !knowsPasskeys()) {
    return null
  }
  return (
    <div className="mt-5 grid gap-4 border-t border-line pt-5">
      <Button
        variant="secondary"
        icon={KeyRound}
        busy={confirm.isPending}
        busyLabel="Waiting…"
        onClick={() => confirm.mutate(undefined, { onSuccess: onDone })}
      >
        Use a Passkey Instead
      </Button>
      {confirm.error && (
        <ErrorPanel onDismiss={() => confirm.reset()}>
          {failureOf(confirm.error, 'Failed to confirm it')}
        </ErrorPanel>
      )}
    </div>
  )
}

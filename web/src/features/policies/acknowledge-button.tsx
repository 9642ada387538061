import type { Policy } from '@frontdesk/contract/policies'
import type { CeremonyInput } from '@frontdesk/contract/signing'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { useServerReachable } from '#web/lib/connection.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useAcknowledgePolicy } from './policies.api.ts'

type AcknowledgeButtonProps = {
  policy: Policy
  secondary: boolean
  /** What goes with the press, where the policy takes more than that, and who hears what is missing in it. */
  ceremony?: () => CeremonyInput
  onMissing?: (fields: Record<string, string>) => void
  onNewerVersion: () => Promise<void>
}

/** Agrees to the version on screen, never to one that nobody has shown. */
export function AcknowledgeButton(props: AcknowledgeButtonProps) {
  const { policy, secondary, ceremony, onMissing, onNewerVersion } = props
  const navigate = useNavigate()
  const acknowledge = useAcknowledgePolicy(policy.id)
  const [isTurning, setIsTurning] = useState(false)
  const reachable = useServerReachable()
  const waitsId = useId()

  const press = async () => {
    try {
      await acknowledge.mutateAsync({ version: policy.version, ceremony: ceremony?.() })
      toast.success(`You acknowledged “${policy.title}”`)
      await navigate({ to: '/policies' })
    } catch (error) {
      if (error instanceof ApiError && error.fields) onMissing?.(error.fields)
      if (!isChanged(error)) return // Shown below.
      setIsTurning(true)
      await onNewerVersion()
      setIsTurning(false)
    }
  }
  // With the newer version on screen this button is another one; else the refusal stays here.
  const error =
    isTurning || isSaidBeside(acknowledge.error) || isCancelled(acknowledge.error)
      ? null
      : acknowledge.error
  return (
    <>
      <Button
        variant={secondary ? 'secondary' : 'primary'}
        className="w-full"
        busy={acknowledge.isPending || isTurning}
        busyLabel="Acknowledging…"
        disabled={!reachable}
        aria-describedby={reachable ? undefined : waitsId}
        onClick={() => void press()}
      >
        Acknowledge Policy
      </Button>
      {!reachable && (
        <p id={waitsId} className="mt-2 text-sm text-muted">
          This waits for the line: nothing is signed while there is none.
        </p>
      )}
      {error && (
        <div className="mt-3">
          <ErrorPanel title="Failed to acknowledge policy">
            {messageOf(error, 'An unexpected error occurred')}
          </ErrorPanel>
        </div>
      )}
    </>
  )
}

/** What is missing in a field of the page is said there. */
const isSaidBeside = (error: unknown) =>
  error instanceof ApiError &&
  error.code === 'ceremony_required' &&
  Object.keys(error.fields ?? {}).every((name) => name === 'ceremony.typed_name')

/** Asked to prove who they are, they chose not to: nothing failed. */
const isCancelled = (error: unknown) =>
  error instanceof ApiError && error.code === 'fresh_sign_in_required'

/** The text, or the words that one agrees to, are others by now. */
const isChanged = (error: unknown) =>
  error instanceof ApiError && (error.code === 'newer_version' || error.code === 'consent_changed')

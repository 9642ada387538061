import { messageOf } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

type RegisterFailureProps = { error: Error; onRetry: () => void }

export function RegisterFailure({ error, onRetry }: RegisterFailureProps) {
  return (
    <ErrorPanel title="Failed to load policy acknowledgments" onRetry={onRetry}>
      {messageOf(error, 'Please try again.')}
    </ErrorPanel>
  )
}

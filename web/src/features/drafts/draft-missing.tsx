import { useNavigate } from '@tanstack/react-router'
import { isUnknown, messageOf } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

type DraftMissingProps = { error: Error; onRetry: () => void }

/** Stands where a draft can't be shown. */
export function DraftMissing({ error, onRetry }: DraftMissingProps) {
  const navigate = useNavigate()
  const goBack = () => void navigate({ to: '/drafts' })
  return (
    <>
      <h1 className="sr-only">Draft</h1>
      {isUnknown(error) ? (
        <ErrorPanel title="Draft not found" onGoBack={goBack}>
          It may have been published or discarded meanwhile.
        </ErrorPanel>
      ) : (
        <ErrorPanel title="Failed to load the draft" onRetry={onRetry} onGoBack={goBack}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
    </>
  )
}

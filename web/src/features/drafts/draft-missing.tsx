import { useNavigate } from '@tanstack/react-router'
import { MissingPage } from '#web/ui/error-panel.tsx'

type DraftMissingProps = { error: Error; onRetry: () => void }

/** Stands where a draft can't be shown. */
export function DraftMissing({ error, onRetry }: DraftMissingProps) {
  const navigate = useNavigate()
  const goBack = () => void navigate({ to: '/drafts' })
  return (
    <MissingPage
      what="Draft"
      error={error}
      unknown={{
        title: 'Draft not found',
        why: 'It may have been published or discarded meanwhile.',
      }}
      failure="Failed to load the draft"
      onRetry={onRetry}
      onGoBack={goBack}
    />
  )
}

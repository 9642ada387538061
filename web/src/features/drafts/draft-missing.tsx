import { MissingPage } from '#web/ui/error-panel.tsx'

type DraftMissingProps = { error: Error; onRetry: () => void }

/** Stands where a draft can't be shown. */
export function DraftMissing({ error, onRetry }: DraftMissingProps) {
  return (
    <MissingPage
      what="Draft"
      error={error}
      whyUnknown="It may have been published or discarded meanwhile."
      failure="Failed to load the draft"
      onRetry={onRetry}
      list="/drafts"
    />
  )
}

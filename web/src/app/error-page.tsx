import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** Stands where a page broke. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <div className="mx-auto w-full max-w-2xl p-(--page-gutter)">
      <ErrorPanel
        title="This page could not be shown"
        onGoBack={() => router.history.back()}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      >
        {error instanceof ApiError ? error.message : 'An unexpected error occurred'}
      </ErrorPanel>
    </div>
  )
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'

/** Tells anybody whether a certificate is genuine: name, title and date, nothing else. */
export function VerifyPage() {
  const { code } = useParams({ from: '/verify/$code' })
  const { data, error, refetch } = useQuery(certificateFactsQuery(code))
  if (error) {
    const isUnknown = error instanceof ApiError && error.status === 404
    return (
      <AuthFrame title="Certificate">
        <ErrorPanel
          title={
            isUnknown ? 'This certificate is not known' : 'The certificate could not be checked'
          }
          onRetry={isUnknown ? undefined : () => void refetch()}
        >
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      </AuthFrame>
    )
  }
  if (!data) {
    return (
      <AuthFrame title="Certificate">
        <div aria-busy="true">
          <SkeletonLines lines={4} />
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Certificate"
      lead={
        <span className="flex items-center gap-2 font-medium text-success">
          <BadgeCheck className="size-5 shrink-0" aria-hidden="true" />
          This certificate is genuine.
        </span>
      }
    >
      <dl className="grid gap-5 border-t border-line pt-6">
        <Fact name="Name">{data.person_name}</Fact>
        <Fact name="Completed">{data.title}</Fact>
        <Fact name="Date">
          {/* The day that the paper says. */}
          <time dateTime={data.completed_at}>
            {new Date(data.completed_at).toLocaleDateString('en-US', {
              dateStyle: 'long',
              timeZone: 'UTC',
            })}
          </time>
        </Fact>
      </dl>
    </AuthFrame>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-lg font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

/** What a certificate's code stands for. */
const certificateFactsQuery = (code: string) =>
  queryOptions({
    queryKey: ['certificate', code],
    queryFn: ({ signal }) => call('GET /verify/:code', { signal, params: { code } }),
    retry: false,
  })

import { INVALID_INVITATION } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { AuthFrame, quietLink } from '#web/features/auth/auth-frame.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { AcceptInviteForm } from './accept-invite-form.tsx'
import { invitedEmailQuery } from './invitations.api.ts'

export function AcceptInvitePage() {
  const { token } = useSearch({ from: '/accept-invite' })
  const { data: settings } = useQuery(publicSettings)
  return (
    <AuthFrame
      title="Accept Invitation"
      lead={
        settings && `Join ${settings.brokerage_name}: your name and a password are all it takes.`
      }
    >
      {token ? <Invited token={token} /> : <ErrorPanel>Invalid invitation link</ErrorPanel>}
      <p className="mt-7 text-muted">
        Already have an account?{' '}
        <Link to="/login" className={`${quietLink} font-medium text-accent`}>
          Sign in
        </Link>
      </p>
    </AuthFrame>
  )
}

function Invited({ token }: { token: string }) {
  const { data, error, isPending, refetch } = useQuery(invitedEmailQuery(token))
  if (isPending) return <SkeletonLines lines={4} />
  if (data) return <AcceptInviteForm token={token} invited={data} />
  // The link may be good, only nobody can say so right now.
  const isPassing = error instanceof ApiError && (error.status === 0 || error.status >= 429)
  if (isPassing) {
    return (
      <ErrorPanel title={INVALID_INVITATION} onRetry={() => void refetch()}>
        This could not be checked. {error.message}
      </ErrorPanel>
    )
  }
  return (
    <div className="grid gap-4">
      <ErrorPanel>{INVALID_INVITATION}</ErrorPanel>
      <p className="text-muted">
        Invitations work once and for 7 days. Please ask your administrator for a new one.
      </p>
    </div>
  )
}

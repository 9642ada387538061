import { INVALID_JOIN_LINK } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { AccountForm } from '#web/features/auth/account-form.tsx'
import { AuthFrame, quietLink } from '#web/features/auth/auth-frame.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { roleLabels } from '#web/lib/account-words.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { useJoin, visitorsLinkQuery } from './join-links.api.ts'

/** What a join link opens. */
export function JoinPage() {
  const { token } = useParams({ from: '/join/$token' })
  const { data, error, isPending, refetch } = useQuery(visitorsLinkQuery(token))
  return (
    <AuthFrame title={data ? `Join ${data.brokerage_name}` : 'Join'} lead={data && leadFor(data)}>
      {isPending && <SkeletonLines lines={4} />}
      {data && <JoinForm token={token} />}
      {error && <Refusal error={error} onRetry={() => void refetch()} />}
      <p className="mt-7 text-muted">
        Already have an account?{' '}
        <Link to="/login" className={`${quietLink} font-medium text-accent`}>
          Sign in
        </Link>
      </p>
    </AuthFrame>
  )
}

function JoinForm({ token }: { token: string }) {
  return <AccountForm creation={useJoin(token)} search={{}} />
}

type VisitorsLink = { role: 'agent' | 'manager'; domain: string | null; sends_mail: boolean }

function leadFor({ role, domain, sends_mail: sendsMail }: VisitorsLink): string {
  const as = `You join as ${role === 'agent' ? 'an' : 'a'} ${roleLabels[role].toLowerCase()}.`
  const address = domain === null ? '' : ` Please use your work email, which ends in @${domain}.`
  const begins = sendsMail
    ? ' We mail you a link, and your account begins when you open it.'
    : ' Your account begins when an administrator has approved it.'
  return as + address + begins
}

function Refusal({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // The link may be good, only nobody can say so right now.
  const isPassing = error instanceof ApiError && (error.status === 0 || error.status >= 429)
  if (!isPassing) return <ErrorPanel>{INVALID_JOIN_LINK}</ErrorPanel>
  return (
    <ErrorPanel title="This link could not be checked" onRetry={onRetry}>
      {error.message}
    </ErrorPanel>
  )
}

import { SELECT_POLICY } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { BookOpenText } from 'lucide-react'
import { policyOptionsQuery } from '#web/features/policies/policies.api.ts'
import { formatDate } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RequireForm } from './require-form.tsx'
import { policyStandingQuery } from '#web/features/requirements/standing.api.ts'

export function RequirePoliciesPage() {
  usePageTitle('Require a policy')
  const user = useLocation({ select: ({ state }) => state.user })
  // The route lets nobody in without; this is for the moment of leaving.
  return user ? <RequirePolicies key={user.id} user={user} /> : null
}

function RequirePolicies({ user }: { user: { id: string; name: string } }) {
  const options = useQuery(policyOptionsQuery)
  const standing = useQuery(policyStandingQuery(user.id))
  const policies = options.data?.map((policy) => {
    const { awaits, acknowledged } = standing.data ?? {}
    const due = awaits?.get(policy.id)
    const done = acknowledged?.get(policy.id)
    const note =
      (due === null && 'Awaits them already') ||
      (due && `Awaits them already, by ${formatDate(due)}`) ||
      (done && `Acknowledged on ${formatDate(done)}`) ||
      null
    return { ...policy, note, isDone: done !== undefined && due === undefined }
  })
  return (
    <>
      <PageHeader
        title="Require a policy"
        description={`${user.name} has to acknowledge it then, and is reminded before its due date.`}
        back={{ to: '/admin/people', label: 'Back to People' }}
      />
      {policies?.length === 0 ? (
        <EmptyState
          icon={BookOpenText}
          title="No Policies Available"
          action={<ButtonLink to="/policies/add">Add New Policy</ButtonLink>}
        >
          There is nothing yet that could be required.
        </EmptyState>
      ) : (
        <RequireForm
          type="policy"
          user={user}
          options={policies}
          failure={options.error}
          onRetry={() => void options.refetch()}
          words={{
            legend: 'Which policy?',
            search: 'Search policies',
            missing: SELECT_POLICY,
            submit: 'Require Policy',
            submitFailure: 'Failed to require policy',
            loadFailure: 'Failed to fetch policies',
            success: (title, isDone) =>
              isDone
                ? `“${title}” is now required of ${user.name}, who has acknowledged it already.`
                : `${user.name} now has to acknowledge “${title}”.`,
          }}
        />
      )}
    </>
  )
}

import { SELECT_TEST } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { GraduationCap } from 'lucide-react'
import { testOptionsQuery } from '#web/features/assessments/assessments.taking.api.ts'
import { formatDate } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RequireForm } from './require-form.tsx'
import { testStandingQuery } from '#web/features/requirements/standing.api.ts'

export function RequireTestsPage() {
  usePageTitle('Require a test')
  const user = useLocation({ select: ({ state }) => state.user })
  // The route lets nobody in without; this is for the moment of leaving.
  return user ? <RequireTests key={user.id} user={user} /> : null
}

function RequireTests({ user }: { user: { id: string; name: string } }) {
  const options = useQuery(testOptionsQuery)
  const standing = useQuery(testStandingQuery(user.id))
  const tests = options.data?.map((test) => {
    const passedAt = standing.data?.get(test.id)
    return {
      ...test,
      note: passedAt ? `Passed on ${formatDate(passedAt)}` : null,
      isDone: Boolean(passedAt),
    }
  })
  return (
    <>
      <PageHeader
        title="Require a test"
        description={`${user.name} has to pass it then, and is reminded before its due date. A training is required through its quiz.`}
        back={{ to: '/admin/people', label: 'Back to People' }}
      />
      {tests?.length === 0 ? (
        <EmptyState
          icon={GraduationCap}
          title="No Tests Available"
          action={<ButtonLink to="/admin/tests/add">Add Test</ButtonLink>}
        >
          There is nothing yet that could be required.
        </EmptyState>
      ) : (
        <RequireForm
          type="test"
          user={user}
          options={tests}
          failure={options.error}
          onRetry={() => void options.refetch()}
          words={{
            legend: 'Which test or training?',
            search: 'Search tests',
            missing: SELECT_TEST,
            submit: 'Require Test',
            submitFailure: 'Failed to require test',
            loadFailure: 'Failed to fetch tests',
            success: (title, isDone) =>
              isDone
                ? `“${title}” is now required of ${user.name}, who has passed it before.`
                : `${user.name} now has to complete “${title}”.`,
          }}
        />
      )}
    </>
  )
}

import type { Test } from '@frontdesk/contract/assessments'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ListFilter, Pencil } from 'lucide-react'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { AssignButton } from '#web/features/requirements/assign-button.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { Grants, Waivers } from './allowances.tsx'
import { Statistics } from './statistics.tsx'
import { takenTestQuery } from './assessments.taking.api.ts'

/** How one test does, and what was allowed whom. */
export function AdminTestPage() {
  const { id } = useParams({ from: '/shell/admin/tests/$id' })
  const navigate = useNavigate()
  const { data: test, error, refetch } = useQuery(takenTestQuery(id))
  usePageTitle(test && `${test.title} · Admin Panel`)
  if (test) return <TestDesk key={id} test={test} />
  if (!error) return <CardSkeleton />
  return (
    <>
      <h1 className="sr-only">Test</h1>
      <ErrorPanel
        title="Failed to fetch test data"
        onRetry={() => void refetch()}
        onGoBack={() => void navigate({ to: '/admin/tests' })}
      >
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    </>
  )
}

function TestDesk({ test }: { test: Test }) {
  return (
    <>
      <PageHeader
        title={test.title}
        description={test.description}
        back={{ to: '/admin/tests', label: 'Tests' }}
        actions={
          <>
            <AssignButton item={{ type: 'test', id: test.id, title: test.title }} />
            <ButtonLink
              to="/admin/tests"
              search={{ test: test.id }}
              variant="secondary"
              icon={ListFilter}
            >
              Attempts
            </ButtonLink>
            {test.training_id ? (
              <ButtonLink
                to="/training/$id/edit"
                params={{ id: test.training_id }}
                variant="secondary"
                icon={Pencil}
              >
                Edit Training
              </ButtonLink>
            ) : (
              <ButtonLink
                to="/admin/tests/$id/edit"
                params={{ id: test.id }}
                variant="secondary"
                icon={Pencil}
              >
                Edit Test
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Statistics testId={test.id} />
        <div className="grid min-w-0 content-start gap-10">
          <Grants test={test} />
          <Waivers test={test} />
          <LegalHoldLine of={{ type: 'test', id: test.id, title: test.title }} />
        </div>
      </div>
    </>
  )
}

import type { ListedTest } from '@frontdesk/contract/assessments'
import { requiredPath } from '@frontdesk/contract/items'
import { canEditTrainings } from '@frontdesk/contract/permissions'
import { formatPercent } from '@frontdesk/contract/training-action'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ClipboardCheck, Plus, SearchX } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { late } from '#web/lib/late.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { useUser } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DueLine } from '#web/ui/times.tsx'
import { EmptyState, ListResults } from '#web/ui/lists.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { StandingBadge } from './attempt-badges.tsx'
import { listedTestsQuery } from './assessments.taking.api.ts'

// Only those who edit need it.
const EditedTest = late(() => import('./edited-test.tsx'), 'EditedTest')

export function TestListPage() {
  usePageTitle('Tests')
  const isEditor = canEditTrainings(useUser())
  const { params, change } = useSearchParams((raw) => ({ search: textOf(raw.search) }))
  return (
    <>
      <PageHeader
        title="Tests"
        description={
          isEditor
            ? 'Every test, the quizzes of trainings among them.'
            : 'What you were asked to pass, and what you have taken.'
        }
        actions={
          isEditor && (
            <ButtonLink to="/admin/tests/add" icon={Plus}>
              Add Test
            </ButtonLink>
          )
        }
      />
      <ListSearch
        label="Search tests"
        placeholder="Search tests…"
        value={params.search}
        onChange={(search) => change({ search }, { replace: true })}
        className="mb-4 max-w-sm"
      />
      <TestList search={params.search} isEditor={isEditor} />
    </>
  )
}

function TestList({ search, isEditor }: { search: string; isEditor: boolean }) {
  return (
    <ListResults
      of={useInfiniteQuery(listedTestsQuery(search))}
      failure="Failed to fetch tests"
      none={<NoTests search={search} />}
      search={search}
      label="Tests"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      {(test) => <TestRow key={test.id} test={test} isEditor={isEditor} />}
    </ListResults>
  )
}

type TestRowProps = { test: ListedTest; isEditor: boolean }

function TestRow({ test, isEditor }: TestRowProps) {
  const { progress } = test
  // A quiz is called as its training is.
  const canEdit = isEditor && test.training_id === null
  const edited = (part: 'title' | 'menu', shown?: ReactNode) =>
    canEdit ? (
      <Suspense fallback={shown}>
        <EditedTest test={test} part={part}>
          {shown}
        </EditedTest>
      </Suspense>
    ) : (
      shown
    )
  return (
    <li className="linked-row relative flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-4 transition-colors not-last:border-b not-last:border-line hover:bg-hover sm:px-5">
      <div className="min-w-full grow basis-0 sm:min-w-60">
        <h2 className="text-lg font-semibold wrap-anywhere">
          {edited(
            'title',
            <PathLink
              to={requiredPath({ kind: 'test', ...test }, test.id)}
              className="row-link rounded-lg"
            >
              {test.title}
            </PathLink>,
          )}
        </h2>
        <p className="mt-0.5 text-sm text-muted tabular-nums">
          {test.training_id ? 'Quiz of a training' : 'Test'} ·{' '}
          {test.questions_count === 1 ? '1 question' : `${test.questions_count} questions`} ·{' '}
          {test.required_score}% to pass
        </p>
      </div>
      {progress.due_at && <DueLine dueAt={progress.due_at} />}
      {progress.lastAttemptScore !== null && progress.questions > 0 && (
        <span className="text-sm tabular-nums">{formatPercent(progress.lastAttemptScore)}</span>
      )}
      <StandingBadge progress={progress} />
      {canEdit && edited('menu')}
    </li>
  )
}

function NoTests({ search }: { search: string }) {
  if (search !== '') return <EmptyState icon={SearchX} title={`No test matches “${search}”`} />
  return (
    <EmptyState icon={ClipboardCheck} title="No tests found">
      Tests that are required of you, and those that you have taken, are listed here.
    </EmptyState>
  )
}

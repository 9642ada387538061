import { canEditPolicies } from '@frontdesk/contract/permissions'
import type { ListedPolicy } from '@frontdesk/contract/policies'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileInput, Library, Plus, ScrollText } from 'lucide-react'
import { Suspense } from 'react'
import { DraftsLink } from '#web/features/editing/draft-links.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { useWhenIdle } from '#web/lib/at-rest.ts'
import { useUser } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, NoMatch } from '#web/ui/lists.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { categoriesOf, policiesQuery } from './policies.api.ts'
import { PolicyListSkeleton, PolicyRegister } from './policy-register.tsx'

// Only admins see it, and seldom.
const ArchivedPolicies = late(() => import('./archived-policies.tsx'), 'ArchivedPolicies')

// The list itself does not wait for it.
const SavedFilters = late(
  () => import('#web/features/saved-filters/saved-filters.tsx'),
  'SavedFilters',
)

/** What opening a policy needs, there before somebody does. */
const fetchPolicyScreen = async () =>
  Promise.all([import('./policy-detail-page.tsx'), import('#web/ui/markdown-render.ts')])

const readParams = (raw: Record<string, unknown>) => ({
  search: textOf(raw.search),
  show: raw.show === 'archived' ? ('archived' as const) : undefined,
})

const shownOptions = [
  { value: 'all', label: 'All' },
  { value: 'archived', label: 'Archived' },
] as const

export function PolicyListPage() {
  const isEditor = canEditPolicies(useUser())
  const { params, change } = useSearchParams(readParams)
  const clearSearch = () => change({ search: '' }, { replace: true })
  return (
    <>
      <PageHeader
        title="Policies"
        description="What we have agreed on, and what still needs your name under it."
        actions={
          isEditor && (
            <>
              <DraftsLink kind="policy" />
              <ButtonLink
                to="/library"
                search={{ kind: 'policy' }}
                variant="secondary"
                icon={Library}
              >
                Library
              </ButtonLink>
              <ButtonLink to="/policies/import" variant="secondary" icon={FileInput}>
                Bring Your Handbook
              </ButtonLink>
              <ButtonLink to="/policies/add" icon={Plus}>
                Add New Policy
              </ButtonLink>
            </>
          )
        }
      />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <ListSearch
          label="Search policies"
          placeholder="Search policies…"
          value={params.search}
          onChange={(search) => change({ search }, { replace: true })}
          className="max-w-md"
        />
        <div className="flex flex-wrap items-center gap-3">
          <Suspense fallback={<span className="h-10 w-35" />}>
            <SavedFilters list="policies" />
          </Suspense>
          {isEditor && (
            <SegmentedControl
              label="Which policies"
              options={shownOptions}
              value={params.show ?? 'all'}
              onChange={(value) => change({ show: value === 'all' ? undefined : value })}
            />
          )}
        </div>
      </div>
      {isEditor && params.show === 'archived' ? (
        <Suspense fallback={<PolicyListSkeleton />}>
          <ArchivedPolicies search={params.search} onClearSearch={clearSearch} />
        </Suspense>
      ) : (
        <PolicyResults search={params.search} isEditor={isEditor} onClearSearch={clearSearch} />
      )}
    </>
  )
}

type PolicyResultsProps = { search: string; isEditor: boolean; onClearSearch: () => void }

function PolicyResults({ search, isEditor, onClearSearch }: PolicyResultsProps) {
  const waiting = useInfiniteQuery(policiesQuery({ search, pending: true }))
  const all = useInfiniteQuery(policiesQuery({ search, pending: false }))
  useWhenIdle(Boolean(waiting.data && all.data), fetchPolicyScreen)
  if (!waiting.data || !all.data) {
    const error = waiting.error ?? all.error
    if (!error) return <PolicyListSkeleton />
    const retry = () => void Promise.all([waiting.refetch(), all.refetch()])
    return (
      <ErrorPanel title="Failed to load policies" onRetry={retry}>
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    )
  }

  const pending = policiesOf(waiting.data.pages)
  const others = policiesOf(all.data.pages).filter((policy) => !policy.acknowledgment_required)
  const categories = isEditor ? categoriesOf([...pending, ...others]) : undefined
  const found = pending.length + others.length
  const settling = waiting.isPlaceholderData || all.isPlaceholderData
  return (
    <>
      <output className="sr-only">
        {search !== '' && !settling && `${found}${all.hasNextPage ? ' or more' : ''} found`}
      </output>
      {found === 0 && !all.hasNextPage ? (
        <NoPolicies search={search} isEditor={isEditor} onClearSearch={onClearSearch} />
      ) : (
        <div className="grid gap-8" aria-busy={settling}>
          <PolicyRegister
            title="Waiting for you"
            policies={pending}
            categories={categories}
            of={waiting}
          />
          <PolicyRegister
            title={pending.length > 0 ? 'All other policies' : 'All policies'}
            hideTitle={pending.length === 0}
            policies={others}
            categories={categories}
            of={all}
          />
        </div>
      )}
    </>
  )
}

const policiesOf = (pages: { data: ListedPolicy[] }[]) => pages.flatMap((page) => page.data)

type NoPoliciesProps = { search: string; isEditor: boolean; onClearSearch: () => void }

function NoPolicies({ search, isEditor, onClearSearch }: NoPoliciesProps) {
  if (search !== '') {
    return (
      <NoMatch title={`No policy matches “${search}”`} onClear={onClearSearch}>
        Titles, descriptions, categories and the texts themselves were searched.
      </NoMatch>
    )
  }
  return (
    <EmptyState
      icon={ScrollText}
      title="No Policies Available"
      action={
        isEditor && (
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink
              to="/library"
              search={{ kind: 'policy' }}
              variant="secondary"
              icon={Library}
            >
              Starter Library
            </ButtonLink>
            <ButtonLink to="/policies/import" variant="secondary" icon={FileInput}>
              Bring Your Handbook
            </ButtonLink>
            <ButtonLink to="/policies/add" icon={Plus}>
              Add New Policy
            </ButtonLink>
          </div>
        )
      }
    >
      {isEditor
        ? 'Write the first one, bring the handbook that you have, or take one from the library and make it yours. Then choose who has to acknowledge it.'
        : 'Once the brokerage publishes a policy, it appears here.'}
    </EmptyState>
  )
}

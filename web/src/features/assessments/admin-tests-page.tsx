import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { download } from '#web/lib/call.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSearchParams } from '#web/lib/use-search-params.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Filter } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { AttemptTable } from './attempt-table.tsx'
import {
  type AttemptsParams,
  attemptsQueryOf,
  attemptStates,
  readAttempts,
} from './attempts-params.ts'
import { testOptionsQuery } from './assessments.taking.api.ts'

export function AdminTestsPage() {
  usePageTitle('Tests · Admin Panel')
  const { params, change } = useSearchParams(readAttempts)
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">Test Attempts</h2>
        <div className="flex flex-wrap gap-2">
          <ExportButton
            fetchFile={() =>
              download('GET /admin/tests/attempts.csv', { query: attemptsQueryOf(params) })
            }
          />
          <ButtonLink to="/admin/tests/add" icon={Plus}>
            Add Test
          </ButtonLink>
        </div>
      </div>
      <AttemptFilters params={params} onChange={change} />
      <AttemptTable params={params} onChange={change} />
    </>
  )
}

type AttemptFiltersProps = {
  params: AttemptsParams
  onChange: (next: Partial<AttemptsParams>, options?: { replace?: boolean }) => void
}

function AttemptFilters({ params, onChange }: AttemptFiltersProps) {
  const { data: tests = [] } = useQuery(testOptionsQuery)
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 xl:grid-cols-[minmax(0,1fr)_16rem_12rem]">
      <ListSearch
        label="Search people and tests"
        placeholder="Search people and tests…"
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="col-span-2 xl:col-span-1"
      />
      <Filter
        label="Test"
        all="All tests"
        options={tests.map(({ id, title }) => ({ value: id, label: title }))}
        value={params.test}
        onChange={(test) => onChange({ test })}
      />
      <Filter
        label="State"
        all="All states"
        options={attemptStates}
        value={params.state}
        onChange={(state) => onChange({ state })}
      />
    </div>
  )
}

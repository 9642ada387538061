import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { download } from '#web/lib/call.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSearchParams } from '#web/lib/use-search-params.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Select } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { AttemptTable } from './attempt-table.tsx'
import {
  type AttemptsParams,
  attemptsQueryOf,
  attemptStates,
  readAttempts,
} from './attempts-params.ts'
import { testOptionsQuery } from './tests.taking.api.ts'

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
  const [text, setText] = useSearchText(params.search, (search) =>
    onChange({ search }, { replace: true }),
  )
  const { data: tests = [] } = useQuery(testOptionsQuery)
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_16rem_12rem]">
      <SearchBox
        label="Search people and tests"
        placeholder="Search people and tests…"
        value={text}
        onChange={setText}
        className="col-span-2 lg:col-span-1"
      />
      <Select
        aria-label="Test"
        value={params.test}
        onChange={(event) => onChange({ test: event.target.value })}
      >
        <option value="">All tests</option>
        {tests.map((test) => (
          <option key={test.id} value={test.id}>
            {test.title}
          </option>
        ))}
      </Select>
      <Select
        aria-label="State"
        value={params.state}
        onChange={(event) => onChange({ state: event.target.value })}
      >
        <option value="">All states</option>
        {attemptStates.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}

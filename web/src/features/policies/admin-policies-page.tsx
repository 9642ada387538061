import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { download } from '#web/lib/call.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSearchParams } from '#web/lib/use-search-params.ts'
import { ExportButton } from '#web/ui/export-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { AcknowledgedTable } from './acknowledged-table.tsx'
import { OutstandingTable } from './outstanding-table.tsx'
import { RegisterFilters } from './register-filters.tsx'
import {
  acknowledgedQueryOf,
  outstandingQueryOf,
  readRegister,
  type RegisterParams,
} from './register-params.ts'

const views = [
  { value: 'acknowledged', label: 'Acknowledged' },
  { value: 'outstanding', label: 'Outstanding' },
] as const

export function AdminPoliciesPage() {
  usePageTitle('Policies · Admin Panel')
  const { params, change } = useSearchParams(readRegister)
  const Table = params.view === 'outstanding' ? OutstandingTable : AcknowledgedTable
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label="Which acknowledgments"
          options={views}
          value={params.view || 'acknowledged'}
          // States and columns of one view mean nothing in the other.
          onChange={(view) =>
            change({ view: view === 'outstanding' ? view : '', state: '', sort: '', order: '' })
          }
        />
        <ExportButton fetchFile={() => fetchFile(params)} />
      </div>
      <RegisterFilters params={params} onChange={change} />
      <Table key={params.view} params={params} onChange={change} />
    </>
  )
}

const fetchFile = (params: RegisterParams) =>
  params.view === 'outstanding'
    ? download('GET /admin/policies/outstanding.csv', { query: outstandingQueryOf(params) })
    : download('GET /admin/policies/acknowledgments.csv', { query: acknowledgedQueryOf(params) })

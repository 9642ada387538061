import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSearchParams } from '#web/lib/use-search-params.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { AcknowledgedTable } from './acknowledged-table.tsx'
import { ExportButton } from './export-button.tsx'
import { OutstandingTable } from './outstanding-table.tsx'
import { RegisterFilters } from './register-filters.tsx'
import { readRegister } from './register-params.ts'

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
        <ExportButton params={params} />
      </div>
      <RegisterFilters params={params} onChange={change} />
      <Table key={params.view} params={params} onChange={change} />
    </>
  )
}

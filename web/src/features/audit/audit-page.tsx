import { FileSearch, Lock } from 'lucide-react'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { download } from '#web/lib/call.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSearchParams } from '#web/lib/use-search-params.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditQueryOf, readAuditParams } from './audit-params.ts'
import { AuditTable } from './audit-table.tsx'

export function AuditPage() {
  usePageTitle('Audit · Admin Panel')
  const { params, change } = useSearchParams(readAuditParams)
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[64ch] text-muted">
          Who did what, when and from where. Nobody can change or remove a line, administrators
          neither.
        </p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/admin/legal-holds" variant="secondary" icon={Lock}>
            Legal holds
          </ButtonLink>
          <ButtonLink to="/admin/auditor-links" variant="secondary" icon={FileSearch}>
            Auditor’s links
          </ButtonLink>
          <ExportButton
            fetchFile={() => download('GET /admin/audit.csv', { query: auditQueryOf(params) })}
          />
        </div>
      </div>
      <AuditFilters params={params} onChange={change} />
      <AuditTable params={params} onChange={change} />
    </>
  )
}

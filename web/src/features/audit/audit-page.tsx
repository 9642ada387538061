import { AUDIT_KINDS } from '@frontdesk/contract/constants'
import { FileSearch, Lock } from 'lucide-react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { download } from '#web/lib/call.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Field, Filter, TextInput } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import {
  type AuditKind,
  type AuditParams,
  auditQueryOf,
  AuditTable,
  type ChangeAudit,
  readAuditParams,
} from './audit-table.tsx'

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

const kindLabels: Record<AuditKind, string> = {
  sign_ins: 'Signing in and out',
  refusals: 'Refusals',
  people: 'People',
  policies: 'Policies',
  processes: 'Processes',
  trainings: 'Trainings and tests',
  documents: 'Documents',
  mail: 'Mail',
  chats: 'Conversations',
  settings: 'Settings',
  billing: 'Billing',
  exports: 'Exports and backups',
}

type AuditFiltersProps = { params: AuditParams; onChange: ChangeAudit }

function AuditFilters({ params, onChange }: AuditFiltersProps) {
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-3 max-[22rem]:*:col-span-2 xl:grid-cols-[minmax(0,1fr)_14rem_10rem_10rem]">
      <ListSearch
        label="Search people and items"
        placeholder="Search people and items…"
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="col-span-2 xl:col-span-1"
      />
      <Filter
        label="Kind"
        all="All kinds"
        className="max-xl:col-span-2"
        options={AUDIT_KINDS.map((kind) => ({ value: kind, label: kindLabels[kind] }))}
        value={params.kind}
        onChange={(kind) => onChange({ kind: AUDIT_KINDS.find((known) => known === kind) ?? '' })}
      />
      <DayField
        label="From"
        value={params.from}
        max={params.to}
        onChange={(from) => onChange({ from })}
      />
      <DayField
        label="To"
        value={params.to}
        min={params.from}
        onChange={(to) => onChange({ to })}
      />
    </div>
  )
}

type DayFieldProps = {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  return (
    <Field label={label}>
      <TextInput
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

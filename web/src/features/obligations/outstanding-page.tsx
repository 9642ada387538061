import { useQuery } from '@tanstack/react-query'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { ownTimeZoneQuery } from '#web/features/reminders/time-zone.api.ts'
import { SavedFilters } from '#web/features/saved-filters/saved-filters.tsx'
import { teamsQuery } from '#web/features/teams/teams.api.ts'
import { download } from '#web/lib/call.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSearchParams } from '#web/lib/use-search-params.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { formatDate } from '#web/lib/format.ts'
import {
  filterOf,
  noFilters,
  orderOf,
  readRegister,
  type RegisterParams,
  stepQueryOf,
} from './obligation-params.ts'
import { ObligationRegister } from './obligation-register.tsx'
import { type ChangeRegister, RegisterFilters, WhichRegister } from './register-filters.tsx'
import { StepRegister } from './step-register.tsx'

/** Who must do what, of everybody. */
export function OutstandingPage() {
  usePageTitle('Outstanding · Admin Panel')
  const { params, change } = useSearchParams(readRegister)
  const { data: zones } = useQuery(ownTimeZoneQuery)
  const { data: teams } = useQuery(teamsQuery)
  const zone = zones?.brokerage_time_zone
  const filter = filterOf(params, zone ?? 'UTC')
  const query = { ...filter, ...orderOf(params) }
  const isOfSteps = params.kind === 'step'
  return (
    <>
      <PageHeader
        title="Admin Panel"
        actions={
          <>
            <SavedFilters list="outstanding" />
            {isOfSteps ? (
              <ExportButton
                fetchFile={() =>
                  download('GET /admin/open-steps.csv', { query: stepQueryOf(params) })
                }
              />
            ) : (
              <>
                <ExportButton fetchFile={() => download('GET /admin/obligations.csv', { query })} />
                <ExportButton
                  label="Export Excel"
                  fetchFile={() => download('GET /admin/obligations.xlsx', { query })}
                />
              </>
            )}
          </>
        }
      />
      <AdminTabs />
      <WhichRegister params={params} onChange={change} />
      {isOfSteps ? (
        <>
          <Narrowed params={params} onChange={change} />
          <StepRegister scope="everybody" params={params} teams={teams} onChange={change} />
        </>
      ) : (
        <>
          <RegisterFilters scope="everybody" params={params} teams={teams} onChange={change} />
          <Narrowed params={params} onChange={change} />
          {/* Which moment a day ends at is known with the brokerage's time zone. */}
          {(params.as_of === '' || zone !== undefined) && (
            <ObligationRegister
              scope="everybody"
              params={params}
              filter={filter}
              onChange={change}
            />
          )}
        </>
      )}
    </>
  )
}

type NarrowedProps = { params: RegisterParams; onChange: ChangeRegister }

/** What the address narrows without a field for it, and the way back. */
function Narrowed({ params, onChange }: NarrowedProps) {
  const { person, kind, opens_from: from, opens_to: to } = params
  const sentences = [
    person !== '' && 'Only what one person must do.',
    from !== '' &&
      `Only what is asked for from ${formatDate(from)} on${to === '' ? '' : `, and before ${formatDate(to)}`}.`,
  ].filter(Boolean)
  if (sentences.length === 0) return null
  return (
    <div className="mb-4">
      <Notice
        action={
          <Button
            variant="secondary"
            size="sm"
            onClick={() => onChange({ ...noFilters, kind: kind === 'step' ? kind : '' })}
          >
            {person === '' ? 'Show all' : 'Show everyone'}
          </Button>
        }
      >
        <span data-narrows="">{sentences.join(' ')}</span>
      </Notice>
    </div>
  )
}

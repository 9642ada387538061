import { useQuery } from '@tanstack/react-query'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { ownTimeZoneQuery } from '#web/features/reminders/time-zone.api.ts'
import { teamsQuery } from '#web/features/teams/teams.api.ts'
import { download } from '#web/lib/call.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSearchParams } from '#web/lib/use-search-params.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { filterOf, noFilters, orderOf, readRegister } from './obligation-params.ts'
import { ObligationRegister } from './obligation-register.tsx'
import { RegisterFilters } from './register-filters.tsx'

/** Who must do what, of everybody. */
export function OutstandingPage() {
  usePageTitle('Outstanding · Admin Panel')
  const { params, change } = useSearchParams(readRegister)
  const { data: zones } = useQuery(ownTimeZoneQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const zone = zones?.brokerage_time_zone
  const filter = filterOf(params, zone ?? 'UTC')
  const query = { ...filter, ...orderOf(params) }
  return (
    <>
      <PageHeader
        title="Admin Panel"
        actions={
          <>
            <ExportButton fetchFile={() => download('GET /admin/obligations.csv', { query })} />
            <ExportButton
              label="Export Excel"
              fetchFile={() => download('GET /admin/obligations.xlsx', { query })}
            />
          </>
        }
      />
      <AdminTabs />
      <RegisterFilters scope="everybody" params={params} teams={teams} onChange={change} />
      {params.person !== '' && (
        <div className="mb-4">
          <Notice
            action={
              <Button variant="secondary" size="sm" onClick={() => change(noFilters)}>
                Show everyone
              </Button>
            }
          >
            Only what one person must do.
          </Notice>
        </div>
      )}
      {/* Which moment a day ends at is known with the brokerage's time zone. */}
      {(params.as_of === '' || zone !== undefined) && (
        <ObligationRegister scope="everybody" params={params} filter={filter} onChange={change} />
      )}
    </>
  )
}

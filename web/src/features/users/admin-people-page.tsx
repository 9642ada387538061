import { UserPlus, UsersRound } from 'lucide-react'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { SavedFilters } from '#web/features/saved-filters/saved-filters.tsx'
import { download } from '#web/lib/call.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSearchParams } from '#web/lib/use-search-params.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { PersonDialogs } from './person-dialogs.tsx'
import { TeamFilters } from './team-filters.tsx'
import { readTeam, teamQueryOf } from './team-params.ts'
import { TeamTable } from './team-table.tsx'
import { useChosenPeople } from './use-chosen-people.ts'
import { usePersonActions } from './use-person-actions.tsx'

export function AdminPeoplePage() {
  usePageTitle('People · Admin Panel')
  const { params, change } = useSearchParams(readTeam)
  const { people, selection, keep } = useChosenPeople()
  const state = usePersonActions()
  const { failure } = state
  return (
    <>
      <PageHeader
        title="Admin Panel"
        actions={
          <>
            <SavedFilters list="people" />
            <ExportButton
              fetchFile={() => download('GET /admin/users.csv', { query: teamQueryOf(params) })}
            />
            <ButtonLink to="/admin/teams" variant="secondary" icon={UsersRound}>
              Teams
            </ButtonLink>
            <ButtonLink to="/people/invite" icon={UserPlus}>
              Invite Team Member
            </ButtonLink>
          </>
        }
      />
      <AdminTabs />
      {failure && (
        <div className="mb-4">
          <ErrorPanel title={failure.title} onDismiss={state.dismiss}>
            {failure.sentence}
          </ErrorPanel>
        </div>
      )}
      <TeamFilters params={params} onChange={change} />
      <TeamTable params={params} onChange={change} actions={state.actions} selection={selection} />
      <BulkBar people={people} onKeep={keep} />
      <PersonDialogs state={state} />
    </>
  )
}

import type { AdminUser } from '@frontdesk/contract/admin-users'
import { MOST_AT_ONCE } from '@frontdesk/contract/constants'
import { UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { SavedFilters } from '#web/features/saved-filters/saved-filters.tsx'
import { download } from '#web/lib/call.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { RowSelection } from '#web/ui/data-table-head.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { PersonDialogs } from './person-dialogs.tsx'
import { readTeam, TeamFilters, teamQueryOf } from './team-filters.tsx'
import { TeamTable } from './team-table.tsx'
import { usePersonActions } from './person-actions.tsx'

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

/** Who is chosen in the team table, over pages, searches and filters. */
function useChosenPeople() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, AdminUser>>(new Map())
  const onSelect = (rows: AdminUser[], on: boolean) =>
    setChosen((before) => {
      const next = new Map(before)
      for (const row of rows) {
        if (on) next.set(row.id, row)
        else next.delete(row.id)
      }
      return next
    })
  const selection: RowSelection<AdminUser> = {
    isSelected: ({ id }) => chosen.has(id),
    onSelect,
    labelOf: ({ name }) => name,
    most: MOST_AT_ONCE,
  }
  /** Lets go of everyone, or keeps only these. */
  const keep = (ids: string[] = []) =>
    setChosen((before) => new Map([...before].filter(([id]) => ids.includes(id))))
  return { people: [...chosen.values()], selection, keep }
}

import type { AdminUser } from '@frontdesk/contract/admin-users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { useCursorStack } from '#web/lib/use-cursor-stack.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CursorPager } from '#web/ui/cursor-pager.tsx'
import type { RowSelection } from '#web/ui/data-table-selection.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { teamQuery } from './admin-users.api.ts'
import type { PersonActions } from './person-menu-items.ts'
import { teamColumns } from './team-columns.tsx'
import type { ChangeTeam } from './team-filters.tsx'
import { isFiltered, readTeam, teamQueryOf, type TeamParams } from './team-params.ts'

type TeamTableProps = {
  params: TeamParams
  onChange: ChangeTeam
  actions: PersonActions
  selection: RowSelection<AdminUser>
}

export function TeamTable({ params, onChange, actions, selection }: TeamTableProps) {
  const filter = teamQueryOf(params)
  const stack = useCursorStack(JSON.stringify(filter))
  const client = useQueryClient()
  const query = useQuery(teamQuery({ ...filter, cursor: stack.cursor }))
  if (query.error && !query.data) {
    return (
      <ErrorPanel title="Failed to load users" onRetry={() => void query.refetch()}>
        {messageOf(query.error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  const rows = query.data?.data ?? []
  return (
    <>
      <DataTable
        caption="Team"
        columns={teamColumns(rows, actions)}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/admin/people/${id}`}
        selection={selection}
        total={query.data?.total}
        loadPage={async (cursor, limit) =>
          client.fetchQuery(teamQuery({ ...filter, cursor, limit }))
        }
        sort={{ key: filter.sort, order: filter.order }}
        onSort={({ key, order }) => onChange({ sort: readTeam({ sort: key }).sort, order })}
        loading={query.isPending || query.isPlaceholderData}
        empty={
          <NobodyFits
            filtered={isFiltered(params)}
            onShowAll={() => onChange({ search: '', state: '', role: '' })}
          />
        }
      />
      <CursorPager stack={stack} answer={query.data} />
    </>
  )
}

type NobodyFitsProps = { filtered: boolean; onShowAll: () => void }

function NobodyFits({ filtered, onShowAll }: NobodyFitsProps) {
  if (!filtered) {
    return (
      <EmptyState
        icon={UsersRound}
        title="No team members found"
        action={<ButtonLink to="/people/invite">Invite Team Member</ButtonLink>}
      >
        You need admin privileges to see the team. Whoever joins or is invited stands here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={UsersRound}
      title="Nobody fits"
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show everyone
        </Button>
      }
    >
      Nobody on the team matches this search and these filters.
    </EmptyState>
  )
}

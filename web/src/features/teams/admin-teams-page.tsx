import type { Team } from '@frontdesk/contract/teams'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { TeamDialog } from './team-dialog.tsx'
import { teamsQuery, useDeleteTeam } from './teams.api.ts'

/** Offices and groups: who is in them, and who sees how they stand. */
export function AdminTeamsPage() {
  usePageTitle('Teams · Admin Panel')
  const query = useQuery(teamsQuery)
  const [edited, setEdited] = useState<Team | 'new' | null>(null)
  const [doomed, setDoomed] = useState<Team | null>(null)
  const add = (
    <Button icon={Plus} onClick={() => setEdited('new')}>
      Add Team
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Teams"
        back={{ to: '/admin/people', label: 'Back to People' }}
        actions={add}
      />
      {query.error && !query.data ? (
        <ErrorPanel title="Failed to load teams" onRetry={() => void query.refetch()}>
          {messageOf(query.error, 'Please try again.')}
        </ErrorPanel>
      ) : (
        <DataTable
          caption="Teams"
          columns={columnsFor(setEdited, setDoomed)}
          rows={query.data ?? []}
          rowKey={({ id }) => id}
          loading={query.isPending}
          empty={
            <EmptyState icon={UsersRound} title="No team yet" action={add}>
              A team is an office or a group: policies and trainings can be assigned to it, and its
              managers see who is behind.
            </EmptyState>
          }
        />
      )}
      {edited && (
        <TeamDialog team={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      <DeleteTeam team={doomed} onClose={() => setDoomed(null)} />
    </>
  )
}

const columnsFor = (
  onEdit: (team: Team) => void,
  onDelete: (team: Team) => void,
): Column<Team>[] => [
  { key: 'name', header: 'Team', cell: ({ name }) => <span className="font-medium">{name}</span> },
  { key: 'members', header: 'Members', align: 'end', cell: (team) => team.member_ids.length },
  { key: 'managers', header: 'Managers', align: 'end', cell: (team) => team.manager_ids.length },
  {
    key: 'standing',
    header: 'Standing',
    cell: ({ id }) => (
      <PathLink
        to={`/admin/outstanding?team=${id}`}
        className="text-accent underline underline-offset-3 hover:decoration-2"
      >
        What they have to do
      </PathLink>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    actions: true,
    cell: (team) => (
      <Menu
        label={`Actions for ${team.name}`}
        icon={Ellipsis}
        items={[
          { label: 'Edit', icon: Pencil, onSelect: () => onEdit(team) },
          { label: 'Delete', icon: Trash2, danger: true, onSelect: () => onDelete(team) },
        ]}
      />
    ),
  },
]

function DeleteTeam({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const remove = useDeleteTeam()
  const confirm = () => {
    if (!team) return
    remove.mutate(team.id, {
      onSuccess: () => toast.success(`The team “${team.name}” was deleted`),
      onError: (error) => toast.error(failureOf(error, 'Failed to delete the team')),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      open={team !== null}
      onOpenChange={onClose}
      title={`Delete ${team?.name ?? 'the team'}?`}
      question="What was required of the team is not required of its members any more. The people stay, and so does what they have done."
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      busyLabel="Deleting…"
      onConfirm={confirm}
    />
  )
}

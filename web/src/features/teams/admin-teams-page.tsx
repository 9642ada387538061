import type { Team } from '@frontdesk/contract/teams'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { PeoplePicker, type PickedPerson } from '#web/features/people/people-picker.tsx'
import { personQuery } from '#web/features/people/people.api.ts'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { textLink } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FormDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { teamsQuery, useDeleteTeam, useSaveTeam } from './teams.api.ts'

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
        <LoadState of={query} failure="Failed to load teams" />
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
      <PathLink to={`/admin/outstanding?team=${id}`} className={textLink}>
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

type TeamDialogProps = {
  /** Null for a new one. */
  team: Team | null
  onClose: () => void
}

/** A team's name, its members and its managers. */
function TeamDialog({ team, onClose }: TeamDialogProps) {
  const [name, setName] = useState(team?.name ?? '')
  const [members, setMembers] = useState<string[]>(team?.member_ids ?? [])
  const [managers, setManagers] = useState<string[]>(team?.manager_ids ?? [])
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSaveTeam()
  const submit = async () => {
    if (name.trim() === '') return setProblem('Please enter a name')
    setProblem(null)
    try {
      await save.mutateAsync({
        id: team?.id ?? null,
        body: { name: name.trim(), member_ids: members, manager_ids: managers },
      })
    } catch (error) {
      if (error instanceof ApiError && error.fields?.name) setProblem(error.fields.name)
      return
    }
    toast.success(`The team “${name.trim()}” was saved`)
    onClose()
  }
  return (
    <FormDialog
      title={team ? 'Edit team' : 'New team'}
      action="Save"
      busyLabel="Saving…"
      isSending={save.isPending}
      problem={save.error && !problem && failureOf(save.error, 'Failed to save the team')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Name" required error={problem}>
        <TextInput value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
      </Field>
      <People
        legend="Members"
        hint="What is required of the team is required of them."
        ids={members}
        onChange={setMembers}
      />
      <People
        legend="Managers"
        hint="They see who of the team is behind, and can remind them. They need not be members."
        ids={managers}
        onChange={setManagers}
      />
    </FormDialog>
  )
}

type PeopleProps = {
  legend: string
  hint: string
  ids: string[]
  onChange: (ids: string[]) => void
}

/** Names of so many people are asked for one by one; of more a team says how many there are. */
const MOST_NAMED = 30

function People({ legend, hint, ids, onChange }: PeopleProps) {
  const known = useQueries({ queries: ids.slice(0, MOST_NAMED).map((id) => personQuery(id)) })
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const nameOf = (id: string) =>
    picked.get(id) ?? known.find(({ data }) => data?.id === id)?.data?.name ?? 'One more person'
  const choose = (people: PickedPerson[]) => {
    setPicked(new Map([...picked, ...people.map(({ id, name }) => [id, name] as const)]))
    onChange(people.map(({ id }) => id))
  }
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">
        {legend} <span className="font-normal text-muted tabular-nums">{ids.length}</span>
      </legend>
      <p className="text-sm text-muted">{hint}</p>
      <PeoplePicker picked={ids.map((id) => ({ id, name: nameOf(id) }))} onChange={choose} />
    </fieldset>
  )
}

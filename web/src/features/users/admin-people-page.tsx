import type { AdminUser } from '@frontdesk/contract/admin-users'
import { MOST_AT_ONCE } from '@frontdesk/contract/constants'
import type { Role } from '@frontdesk/contract/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { type CellEdit, ChangedMeanwhile } from '#web/features/editing/cell-edit.ts'
import { EditableCell } from '#web/features/editing/editable-cell.tsx'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { SavedFilters } from '#web/features/saved-filters/saved-filters.tsx'
import { roleLabels, roleOptions } from '#web/lib/account-words.ts'
import { type ApiError, isEditConflict } from '#web/lib/api-error.ts'
import { download } from '#web/lib/call.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { RowSelection } from '#web/ui/data-table-head.tsx'
import { type Column, CursorPager, DataTable } from '#web/ui/data-table.tsx'
import { ErrorPanel, LoadState } from '#web/ui/error-panel.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EmailText } from '#web/ui/person-cell.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import {
  type PersonChange,
  type TeamPerson,
  teamQuery,
  useUpdatePerson,
} from './admin-users.api.ts'
import { BulkBar } from './bulk-bar.tsx'
import {
  type PersonActions,
  personMenuItems,
  PersonState,
  usePersonActions,
} from './person-actions.tsx'
import { PersonDialogs } from './person-dialogs.tsx'
import {
  type ChangeTeam,
  isFiltered,
  readTeam,
  TeamFilters,
  type TeamParams,
  teamQueryOf,
} from './team-filters.tsx'

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

type TeamTableProps = {
  params: TeamParams
  onChange: ChangeTeam
  actions: PersonActions
  selection: RowSelection<AdminUser>
}

function TeamTable({ params, onChange, actions, selection }: TeamTableProps) {
  const filter = teamQueryOf(params)
  const stack = useCursorStack(JSON.stringify(filter))
  const client = useQueryClient()
  const query = useQuery(teamQuery({ ...filter, cursor: stack.cursor }))
  if (query.error && !query.data) return <LoadState of={query} failure="Failed to load users" />
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

/** So many rows at the end open their menu upward (spec.md, section 9). */
const UPWARD_ROWS = 3

function teamColumns(rows: AdminUser[], actions: PersonActions): Column<AdminUser>[] {
  const upward = new Set(rows.slice(-UPWARD_ROWS).map(({ id }) => id))
  return [
    {
      key: 'name',
      header: 'Person',
      sortable: true,
      shrinks: 'person',
      cell: (row) => <Who person={row} />,
    },
    {
      key: 'role',
      header: 'Role',
      sortable: true,
      cell: (row) => <RoleAndTitle person={row} />,
    },
    {
      key: 'status',
      header: 'Status',
      sortable: true,
      cell: (row) => <PersonState person={row} />,
    },
    {
      key: 'pending',
      header: 'Unsigned',
      align: 'end',
      roomy: true,
      cell: ({ pending_policies: { length } }) => <Count count={length} />,
    },
    {
      key: 'behind',
      header: 'Behind',
      align: 'end',
      sortable: true,
      cell: ({ overdue_obligations: count }) => (
        <Count count={count} className="font-semibold text-danger" />
      ),
    },
    {
      key: 'tests',
      header: 'Tests',
      align: 'end',
      roomy: 'very',
      cell: (row) => <TestCount person={row} />,
    },
    {
      key: 'has_second_factor',
      header: 'Second factor',
      roomy: 'very',
      cell: ({ has_second_factor: has }) => (has ? 'On' : <span className="text-muted">–</span>),
    },
    {
      key: 'last_login_at',
      header: 'Last sign-in',
      sortable: true,
      cell: ({ last_login_at: at }) =>
        at ? (
          <RelativeTime iso={at} className="whitespace-nowrap" />
        ) : (
          <span className="text-muted">Never</span>
        ),
    },
    {
      key: 'actions',
      header: 'Actions',
      actions: true,
      cell: (row) => (
        <Menu
          label={`Actions for ${row.name}`}
          icon={Ellipsis}
          side={upward.has(row.id) ? 'top' : 'bottom'}
          items={personMenuItems(row, actions)}
        />
      ),
    },
  ]
}

function RoleAndTitle({ person }: { person: AdminUser }) {
  const { role, title } = person
  const edits = usePersonEdits(person)
  const isNamed = title && title !== roleLabels[role]
  return (
    <>
      <span className="block">
        <EditableCell edit={edits.role}>{roleLabels[role]}</EditableCell>
      </span>
      {/* An admin’s title is always Admin. */}
      {(isNamed || role !== 'admin') && (
        <span className="block text-sm text-muted cards:hidden">
          {role === 'admin' ? (
            title
          ) : (
            <EditableCell edit={edits.title}>
              {isNamed ? title : <NoTitle title={title} />}
            </EditableCell>
          )}
        </span>
      )}
    </>
  )
}

/** Says the same as the role does, or nothing: only whoever points there sees it. */
const NoTitle = ({ title }: { title: string | null }) => (
  <span className="opacity-0 group-hover/cell:opacity-100 group-focus-visible/cell:opacity-100 pointer-coarse:hidden">
    {title ?? 'No title'}
  </span>
)

const Count = ({ count, className }: { count: number; className?: string }) => (
  <span className={count === 0 ? 'text-muted' : className}>{count === 0 ? '–' : count}</span>
)

function TestCount({ person }: { person: AdminUser }) {
  const { completed_tests: completed, total_assigned_tests: assigned } = person
  if (assigned === 0) return <span className="text-muted">–</span>
  return (
    <span className="whitespace-nowrap">
      {completed} of {assigned}
    </span>
  )
}

function Who({ person }: { person: AdminUser }) {
  const { name, email } = person
  return (
    <span className="flex items-center gap-3">
      <PersonAvatar person={person} />
      <span className="min-w-0">
        {name === email ? (
          <EmailText address={email} className="block font-medium" />
        ) : (
          <>
            <span className="block font-medium">{name}</span>
            <EmailText address={email} className="block text-sm font-normal text-muted" />
          </>
        )}
      </span>
    </span>
  )
}

/** What of a person is changed in their row. */
function usePersonEdits(person: AdminUser) {
  const update = useUpdatePerson()
  const { id, name, role, title, revision } = person
  const save =
    (field: 'role' | 'title', body: (value: string) => PersonChange) =>
    async (value: string, before: string) => {
      let known = revision
      for (let isLast = false; ; isLast = true) {
        try {
          await update.mutateAsync({ id, body: body(value), revision: known })
          return
        } catch (error) {
          if (!isEditConflict(error)) throw error
          const current = personIn(error)
          if ((current[field] ?? '') !== before) throw new ChangedMeanwhile(current[field] ?? '')
          // Somebody has changed something else of them: that stays.
          if (isLast) throw error
          known = current.revision
        }
      }
    }
  return {
    role: {
      name: 'role',
      of: name,
      value: role,
      input: { type: 'select', options: roleOptions },
      confirm: (value) => ({
        title: `Change the role of ${name}?`,
        question: `From ${roleLabels[role]} to ${labelOf(value)}. It takes effect at once: what they may see and change follows their role, and so does what is required of them.`,
        label: `Make them ${labelOf(value) === 'Manager' ? 'a' : 'an'} ${labelOf(value)}`,
      }),
      save: save('role', (value) => ({ role: roleOf(value) })),
    },
    title: {
      name: 'title',
      of: name,
      value: title ?? '',
      input: { type: 'text', maxLength: 100 },
      save: save('title', (value) => ({ title: value || null })),
    },
  } satisfies Record<string, CellEdit>
}

const roleOf = (value: string): Role | undefined =>
  roleOptions.find((option) => option.value === value)?.value

const labelOf = (value: string) => {
  const role = roleOf(value)
  return role ? roleLabels[role] : value
}

function personIn(error: unknown): TeamPerson {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the contract
  return (error as ApiError).body.current as TeamPerson
}

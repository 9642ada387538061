import type { AdminUser } from '@frontdesk/contract/admin-users'
import { Ellipsis } from 'lucide-react'
import { EditableCell } from '#web/features/editing/editable-cell.tsx'
import { roleLabels } from '#web/lib/roles.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { usePersonEdits } from './person-edits.ts'
import { personMenuItems, type PersonActions } from './person-menu-items.ts'
import { PersonState } from './person-state.tsx'

/** So many rows at the end open their menu upward (spec.md, section 9). */
const UPWARD_ROWS = 3

export function teamColumns(rows: AdminUser[], actions: PersonActions): Column<AdminUser>[] {
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
      roomy: true,
      cell: (row) => <TestCount person={row} />,
    },
    {
      key: 'has_second_factor',
      header: 'Second factor',
      roomy: true,
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

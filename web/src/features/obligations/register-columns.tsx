import { ITEMS, requiredKind } from '@frontdesk/contract/items'
import type { Obligation } from '@frontdesk/contract/obligations'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ObligationStateBadge } from './obligation-state.tsx'
import type { RegisterScope } from './obligations.api.ts'

const linked = 'underline-offset-3 hover:underline'

/** What a register shows of each obligation; admins go on to the person's page. */
export function registerColumns(
  scope: RegisterScope,
  {
    due = (row) => <Due row={row} />,
    titleClasses = 'rows:min-w-24 rows:max-w-44 rows:xl:max-w-60',
  }: { due?: (row: Obligation) => ReactNode; titleClasses?: string } = {},
): Column<Obligation>[] {
  return [
    {
      key: 'user_name',
      header: 'Person',
      sortable: true,
      cell: (row) => <WhoseRow scope={scope} {...row} />,
    },
    {
      key: 'item_title',
      header: 'Item',
      sortable: true,
      cell: (row) => (
        <>
          <PathLink to={row.path} className={`block ${linked} ${titleClasses}`}>
            {row.item_title}
          </PathLink>
          <span className="block text-sm text-muted">{kindOf(row)}</span>
        </>
      ),
    },
    { key: 'due_at', header: 'Due', sortable: true, cell: due },
    { key: 'state', header: 'State', cell: (row) => <State row={row} /> },
    {
      key: 'reminded_at',
      header: 'Reminded',
      cell: ({ reminded_at: at }) =>
        at ? <RelativeTime iso={at} /> : <span className="text-muted">Never</span>,
    },
  ]
}

type WhoseRowProps = {
  scope: RegisterScope
  user_id: string
  user_name: string
  user_email: string | null
}

/** The person of a row, on the way to their page. */
export function WhoseRow({
  scope,
  user_id: id,
  user_name: name,
  user_email: email,
}: WhoseRowProps) {
  return (
    <>
      <PathLink
        to={ITEMS.user[scope === 'everybody' ? 'adminPath' : 'path'] + id}
        className={`block font-medium ${linked} wrap-anywhere rows:max-w-44 rows:xl:max-w-60`}
      >
        {name}
      </PathLink>
      {email && name !== email && (
        <EmailText
          address={email}
          className="block text-sm text-muted rows:min-w-42 tight:min-w-32 rows:max-w-44 rows:xl:max-w-60 rows:min-[88rem]:min-w-60"
        />
      )}
    </>
  )
}

/** Such as `Policy, version 3` or `Training`; from the second time on it says which. */
function kindOf(obligation: Obligation): string {
  const { version, cycle } = obligation
  const name = ITEMS[requiredKind(obligation)].label
  const words = version === null ? name : `${name}, version ${version}`
  return cycle > 1 ? `${words} · time ${cycle}` : words
}

type DueProps = { row: { due_at: string | null; closed_at?: string | null } }

/** By when a row is due. */
export function Due({ row: { due_at: at, closed_at: closedAt } }: DueProps) {
  if (!at) return <span className="text-muted">{closedAt ? '–' : 'No date'}</span>
  return (
    <time dateTime={at} title={formatDateTime(at)} className="whitespace-nowrap">
      {formatDate(at)}
    </time>
  )
}

/** A state, with the day on which it came to its end. */
function State({ row }: { row: Obligation }) {
  const { state, closed_at: closedAt, opens_at: opensAt } = row
  return (
    <>
      <ObligationStateBadge state={state} />
      {closedAt && (
        <span className="mt-0.5 block text-sm whitespace-nowrap text-muted">
          on {formatDate(closedAt)}
        </span>
      )}
      {state === 'upcoming' && (
        <span className="mt-0.5 block text-sm whitespace-nowrap text-muted">
          asked from {formatDate(opensAt)}
        </span>
      )}
    </>
  )
}

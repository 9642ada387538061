import { ITEMS, requiredKind } from '@frontdesk/contract/items'
import type { Obligation } from '@frontdesk/contract/obligations'
import type { OpenStep } from '@frontdesk/contract/open-steps'
import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { roleLabels } from '#web/lib/account-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/person-cell.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
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

const narrow = 'rows:max-w-44 rows:xl:max-w-60'

/** What a register shows of each step that is not done. */
export function stepColumns(scope: RegisterScope): Column<OpenStep>[] {
  return [
    {
      key: 'user_name',
      header: 'Person',
      sortable: true,
      cell: (step) => <Whose step={step} scope={scope} />,
    },
    {
      key: 'step',
      header: 'Step',
      cell: (step) => (
        <>
          <PathLink to={step.path} className={`block underline-offset-3 hover:underline ${narrow}`}>
            {step.title}
          </PathLink>
          <span className="block text-sm text-muted">
            Step {step.order_number} of {step.steps_count}
          </span>
        </>
      ),
    },
    {
      key: 'run_title',
      header: 'Run',
      sortable: true,
      cell: (step) => (
        <>
          <span className={`block ${narrow}`}>{step.run_title}</span>
          <span className={`block text-sm text-muted ${narrow}`}>{step.process_title}</span>
        </>
      ),
    },
    { key: 'due_at', header: 'Due', sortable: true, cell: (step) => <Due row={step} /> },
    {
      key: 'waiting_since',
      // On one line: it is wider than what stands below it.
      header: 'Idle\u00A0since',
      sortable: true,
      roomy: true,
      cell: ({ waiting_since: since }) => (
        <RelativeTime iso={since} className="whitespace-nowrap" />
      ),
    },
    { key: 'state', header: 'State', cell: (step) => <StepState step={step} /> },
  ]
}

/** To whom it was handed; otherwise whose it is by its role, or that anyone may do it. */
function Whose({ step, scope }: { step: OpenStep; scope: RegisterScope }) {
  const { user_id: id, user_name: name, user_email: email, role } = step
  if (id !== null && name !== null) {
    return <WhoseRow scope={scope} user_id={id} user_name={name} user_email={email} />
  }
  return (
    <span className="text-muted">{role ? `Any ${roleLabels[role].toLowerCase()}` : 'Anyone'}</span>
  )
}

function StepState({ step }: { step: OpenStep }) {
  // Overdue says it already.
  if (step.is_stuck && step.state !== 'overdue') {
    return (
      <Badge tone="warning" icon={Hourglass}>
        Stuck
      </Badge>
    )
  }
  return <ObligationStateBadge state={step.state} />
}

import type { OpenStep } from '@frontdesk/contract/open-steps'
import { Hourglass } from 'lucide-react'
import { roleLabels } from '#web/lib/roles.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ObligationStateBadge } from './obligation-state.tsx'
import type { RegisterScope } from './obligations.api.ts'
import { Due, WhoseRow } from './register-columns.tsx'

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
    { key: 'state', header: 'State', cell: (step) => <State step={step} /> },
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

function State({ step }: { step: OpenStep }) {
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

import type { AcknowledgmentState, OutstandingAcknowledgment } from '@frontdesk/contract/policies'
import {
  CircleCheck,
  Clock,
  History,
  type LucideIcon,
  PenLine,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export function RequiredBadge() {
  return (
    <Badge tone="warning" icon={PenLine}>
      Acknowledgement Required
    </Badge>
  )
}

type State = AcknowledgmentState | OutstandingAcknowledgment['state']

export const stateLabels: Record<State, string> = {
  current: 'Current',
  superseded: 'Superseded',
  deleted: 'Policy deleted',
  pending: 'Pending',
  overdue: 'Overdue',
}

const looks: Record<State, { tone: Tone; icon: LucideIcon }> = {
  current: { tone: 'success', icon: CircleCheck },
  superseded: { tone: 'neutral', icon: History },
  deleted: { tone: 'neutral', icon: Trash2 },
  pending: { tone: 'warning', icon: Clock },
  overdue: { tone: 'danger', icon: TriangleAlert },
}

export function StateBadge({ state }: { state: State }) {
  return <Badge {...looks[state]}>{stateLabels[state]}</Badge>
}

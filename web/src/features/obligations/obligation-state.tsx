import type { ObligationState } from '@frontdesk/contract/obligations'
import {
  CalendarClock,
  CircleCheck,
  CircleSlash,
  Clock,
  Feather,
  RefreshCw,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export const stateLabels: Record<ObligationState, string> = {
  open: 'To do',
  due_soon: 'Due soon',
  overdue: 'Overdue',
  met: 'Done',
  waived: 'Waived',
  upcoming: 'Renewal ahead',
  ended: 'Ended',
}

const looks: Record<ObligationState, { tone: Tone; icon: LucideIcon }> = {
  open: { tone: 'neutral', icon: Clock },
  due_soon: { tone: 'warning', icon: CalendarClock },
  overdue: { tone: 'danger', icon: TriangleAlert },
  met: { tone: 'success', icon: CircleCheck },
  waived: { tone: 'accent', icon: Feather },
  upcoming: { tone: 'neutral', icon: RefreshCw },
  ended: { tone: 'neutral', icon: CircleSlash },
}

/** Where one obligation stands, in a word and a sign. */
export function ObligationStateBadge({ state }: { state: ObligationState }) {
  return <Badge {...looks[state]}>{stateLabels[state]}</Badge>
}

import {
  CircleCheck,
  CircleSlash,
  Hourglass,
  KeyRound,
  MailPlus,
  MailX,
  type LucideIcon,
} from 'lucide-react'
import { NotSentInvitation } from '#web/features/mail/mail-badge.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import type { TeamPerson } from './admin-users.api.ts'

/** Whether somebody may sign in, and what they wait for where they may not yet. */
export type PersonStateName = 'active' | 'inactive' | 'approval' | 'invited' | 'expired'

export function stateOf({ status, invitation }: Pick<TeamPerson, 'status' | 'invitation'>) {
  if (status !== 'pending') return status
  if (invitation === null) return 'approval'
  return invitation === 'open' ? 'invited' : 'expired'
}

const looks: Record<PersonStateName, { label: string; tone: Tone; icon: LucideIcon }> = {
  active: { label: 'Active', tone: 'success', icon: CircleCheck },
  inactive: { label: 'Inactive', tone: 'neutral', icon: CircleSlash },
  approval: { label: 'Awaiting approval', tone: 'warning', icon: Hourglass },
  invited: { label: 'Invited', tone: 'accent', icon: MailPlus },
  expired: { label: 'Invitation expired', tone: 'warning', icon: MailX },
}

export function PersonState({ person }: { person: Pick<TeamPerson, 'status' | 'invitation'> }) {
  const state = stateOf(person)
  const { label, ...look } = looks[state]
  const { invitation } = person
  if (invitation === null || state === 'inactive') return <Badge {...look}>{label}</Badge>
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge {...look}>{label}</Badge>
      {state === 'active' && (
        <Badge tone="warning" icon={KeyRound}>
          No password yet
        </Badge>
      )}
      {invitation === 'open' && <NotSentInvitation />}
    </span>
  )
}

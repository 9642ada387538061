import {
  GraduationCap,
  KeyRound,
  Link2,
  Pencil,
  ScrollText,
  Send,
  ShieldOff,
  Trash2,
  UserCheck,
  UserX,
} from 'lucide-react'
import type { MenuItem } from '#web/ui/menu.tsx'
import type { TeamPerson } from './admin-users.api.ts'
import { stateOf } from './person-state.tsx'

export type PersonActions = Record<
  | 'edit'
  | 'resetPassword'
  | 'resetSecondFactor'
  | 'resendInvitation'
  | 'copyInvitation'
  | 'requirePolicy'
  | 'requireTest'
  | 'activate'
  | 'deactivate'
  | 'remove',
  (person: TeamPerson) => void
>

/** What an admin can do with one person, as they are now. */
export function personMenuItems(person: TeamPerson, actions: PersonActions): MenuItem[] {
  const state = stateOf(person)
  const isInvited = state !== 'inactive' && person.invitation !== null
  const item = (shown: boolean, label: string, more: Omit<MenuItem, 'label'>): MenuItem[] =>
    shown ? [{ label, ...more }] : []
  return [
    ...item(state !== 'active', 'Activate Account', {
      icon: UserCheck,
      onSelect: () => actions.activate(person),
    }),
    ...item(true, 'Edit', { icon: Pencil, onSelect: () => actions.edit(person) }),
    ...item(!isInvited && state !== 'inactive', 'Reset Password', {
      icon: KeyRound,
      onSelect: () => actions.resetPassword(person),
    }),
    ...item(person.has_second_factor, 'Reset Second Factor', {
      icon: ShieldOff,
      onSelect: () => actions.resetSecondFactor(person),
    }),
    ...item(isInvited, 'Resend Invitation', {
      icon: Send,
      onSelect: () => actions.resendInvitation(person),
    }),
    ...item(isInvited, 'Copy Invitation Link', {
      icon: Link2,
      disabled: person.invitation === 'expired',
      onSelect: () => actions.copyInvitation(person),
    }),
    ...item(state !== 'inactive', 'Require Policy', {
      icon: ScrollText,
      onSelect: () => actions.requirePolicy(person),
    }),
    ...item(state !== 'inactive', 'Require Test', {
      icon: GraduationCap,
      onSelect: () => actions.requireTest(person),
    }),
    ...item(state !== 'inactive', 'Deactivate', {
      icon: UserX,
      danger: true,
      onSelect: () => actions.deactivate(person),
    }),
    ...item(true, 'Delete', {
      icon: Trash2,
      danger: true,
      onSelect: () => actions.remove(person),
    }),
  ]
}

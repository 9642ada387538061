import { useNavigate } from '@tanstack/react-router'
import {
  CircleCheck,
  CircleSlash,
  GraduationCap,
  Hourglass,
  KeyRound,
  Link2,
  type LucideIcon,
  MailPlus,
  MailX,
  Pencil,
  ScrollText,
  Send,
  ShieldOff,
  Trash2,
  UserCheck,
  UserX,
} from 'lucide-react'
import { useState } from 'react'
import { useSendsMail } from '#web/features/brokerage/brokerage.api.ts'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { useInvitationLink } from '#web/features/invitations/invitations.api.ts'
import { NotSentInvitation } from '#web/features/mail/mail-badge.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import type { MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  type TeamPerson,
  useChangeStatus,
  useDeletePerson,
  useRequestReset,
  useResendTeamInvitation,
  useResetSecondFactor,
} from './admin-users.api.ts'

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

type PersonStateProps = {
  person: Pick<TeamPerson, 'status' | 'invitation' | 'invitation_delivery'>
}

export function PersonState({ person }: PersonStateProps) {
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
      {invitation === 'open' && <NotSentInvitation delivery={person.invitation_delivery} />}
    </span>
  )
}

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

export type Failure = { title: string; sentence: string }
export type ShownLink = { title: string; description: string; link: string }
export type Question = {
  kind: 'edit' | 'deactivate' | 'delete' | 'reset-factor'
  person: TeamPerson
}

const nowhere = async () => undefined

/**
 * What an admin can do with one person, and what is being asked, shown or refused at the moment.
 * @param onDeleted leaves the page of somebody who is gone
 */
export function usePersonActions(onDeleted: () => Promise<void> = nowhere) {
  const navigate = useNavigate()
  const [question, setQuestion] = useState<Question | null>(null)
  const { failure, setFailure, attempt } = useAttempt(() => setQuestion(null))
  const [shownLink, setShownLink] = useState<ShownLink | null>(null)
  const status = useChangeStatus()
  const offerUndo = useOfferUndo()
  const deletion = useDeletePerson(onDeleted)
  const reset = useRequestReset()
  const factorReset = useResetSecondFactor()
  const resend = useResendTeamInvitation()
  const taking = useInvitationLink()
  const sendsMail = useSendsMail()
  const changeStatus = ({ id, name }: TeamPerson, to: 'active' | 'inactive') =>
    attempt('Failed to update user status', async () => {
      const { data, undo } = await status.mutateAsync({ id, status: to })
      offerUndo(`${name} is ${nowOf(data)}`, undo)
    })
  const remove = ({ id, name }: TeamPerson) =>
    attempt('Failed to delete user', async () => {
      await deletion.mutateAsync(id)
      toast.success(`${name} is deleted.`)
    })
  const resetPassword = ({ id, name, email }: TeamPerson) =>
    attempt('Failed to reset password', async () => {
      const { message, link } = await reset.mutateAsync(id)
      if (link === null) return toast.success(`A link to choose a new password goes to ${email}.`)
      setShownLink({ title: `New password for ${name}`, description: message, link })
    })
  const resetSecondFactor = ({ id, name }: TeamPerson) =>
    attempt('Failed to reset the second factor', async () => {
      await factorReset.mutateAsync(id)
      toast.success(`${name} signs in with the password alone, and is told by mail.`)
    })
  const resendInvitation = (person: TeamPerson) =>
    attempt('Failed to resend invitation', async () => {
      const { id, email } = person
      await resend.mutateAsync(id)
      if (sendsMail) return toast.success(`A new invitation goes to ${email}.`)
      const action = { label: 'Copy link', onClick: () => void copyInvitation(person) }
      toast.offer(`Not sent: hand over the link to ${email}.`, action)
    })
  const copyInvitation = ({ id, email }: TeamPerson) =>
    attempt('Failed to make a link', async () => {
      const { link } = await taking.mutateAsync(id)
      const description = `For ${email}. It works once, until the invitation expires.`
      setShownLink({ title: 'Invitation link', description, link })
    })
  const actions: PersonActions = {
    edit: (person) => setQuestion({ kind: 'edit', person }),
    deactivate: (person) => setQuestion({ kind: 'deactivate', person }),
    remove: (person) => setQuestion({ kind: 'delete', person }),
    activate: (person) => void changeStatus(person, 'active'),
    resetSecondFactor: (person) => setQuestion({ kind: 'reset-factor', person }),
    resetPassword: (person) => void resetPassword(person),
    resendInvitation: (person) => void resendInvitation(person),
    copyInvitation: (person) => void copyInvitation(person),
    requirePolicy: ({ id, name }) =>
      void navigate({ to: '/admin/require_policies', state: { user: { id, name } } }),
    requireTest: ({ id, name }) =>
      void navigate({ to: '/admin/require_tests', state: { user: { id, name } } }),
  }
  return {
    actions,
    question,
    failure,
    shownLink,
    isBusy: status.isPending || deletion.isPending || factorReset.isPending,
    confirm: () => {
      if (question?.kind === 'deactivate') void changeStatus(question.person, 'inactive')
      if (question?.kind === 'delete') void remove(question.person)
      if (question?.kind === 'reset-factor') void resetSecondFactor(question.person)
    },
    close: () => setQuestion(null),
    dismiss: () => setFailure(null),
    hideLink: () => setShownLink(null),
  }
}

/** One at a time: what went wrong before is no longer the news. */
function useAttempt(onEnd: () => void) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const attempt = async (title: string, work: () => Promise<void>) => {
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure({ title, sentence: messageOf(error, 'Please try again.') })
    } finally {
      onEnd()
    }
  }
  return { failure, setFailure, attempt }
}

function nowOf({ status, invitation }: Pick<TeamPerson, 'status' | 'invitation'>): string {
  if (status === 'inactive') return 'deactivated.'
  if (status === 'pending') return 'invited again.'
  if (invitation === null) return 'active.'
  return 'active. They choose a password by the link of their invitation.'
}

export type PersonActionsState = ReturnType<typeof usePersonActions>

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { useInvitationLink } from '#web/features/invitations/invitations.api.ts'
import { useSendsMail } from '#web/features/brokerage/brokerage.api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import {
  useChangeStatus,
  useDeletePerson,
  useRequestReset,
  useResendTeamInvitation,
  useResetSecondFactor,
  type TeamPerson,
} from './admin-users.api.ts'
import type { PersonActions } from './person-menu-items.ts'

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

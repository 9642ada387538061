import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useInvitationLink } from '#web/features/invitations/invitations.api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import {
  useChangeStatus,
  useDeletePerson,
  useRequestReset,
  useResendTeamInvitation,
  type TeamPerson,
} from './admin-users.api.ts'
import type { PersonActions } from './person-menu-items.ts'

export type Failure = { title: string; sentence: string }
export type ShownLink = { title: string; description: string; link: string }
export type Question = { kind: 'edit' | 'deactivate' | 'delete'; person: TeamPerson }

const nowhere = async () => undefined

/**
 * What an admin can do with one person, and what is being asked, shown or refused at the moment.
 * @param onDeleted leaves the page of somebody who is gone
 */
export function usePersonActions(onDeleted: () => Promise<void> = nowhere) {
  const navigate = useNavigate()
  const [question, setQuestion] = useState<Question | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [shownLink, setShownLink] = useState<ShownLink | null>(null)
  const status = useChangeStatus()
  const deletion = useDeletePerson(onDeleted)
  const reset = useRequestReset()
  const resend = useResendTeamInvitation()
  const taking = useInvitationLink()

  /** One at a time: what went wrong before is no longer the news. */
  const attempt = async (title: string, work: () => Promise<void>) => {
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure({ title, sentence: messageOf(error, 'Please try again.') })
    } finally {
      setQuestion(null)
    }
  }
  const changeStatus = ({ id, name }: TeamPerson, to: 'active' | 'inactive') =>
    attempt('Failed to update user status', async () => {
      const changed = await status.mutateAsync({ id, status: to })
      const word = { active: 'active', inactive: 'deactivated', pending: 'invited again' }
      const still =
        changed.status === 'active' && changed.invitation !== null
          ? ' They choose a password by the link of their invitation.'
          : ''
      toast.success(`${name} is ${word[changed.status]}.${still}`)
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
  const resendInvitation = ({ id, email }: TeamPerson) =>
    attempt('Failed to resend invitation', async () => {
      await resend.mutateAsync(id)
      toast.success(`A new invitation goes to ${email}.`)
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
    isBusy: status.isPending || deletion.isPending,
    confirm: () => {
      if (question?.kind === 'deactivate') void changeStatus(question.person, 'inactive')
      if (question?.kind === 'delete') void remove(question.person)
    },
    close: () => setQuestion(null),
    dismiss: () => setFailure(null),
    hideLink: () => setShownLink(null),
  }
}

export type PersonActionsState = ReturnType<typeof usePersonActions>

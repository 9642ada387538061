import { itemPath } from '@frontdesk/contract/items'
import type { Role } from '@frontdesk/contract/users'
import { defineMail, seenMeanwhile, UnsendableError } from '../mail/mail-kind.ts'
import { listNews } from '../notifications/channels.queries.ts'
import { isStepPending } from '../users/pending-steps.queries.ts'

/** `role`: it was handed to everyone who has it. */
export interface StepData {
  /** Left out of mails that were queued before it was noted. */
  notification_id?: string
  by: string
  step_id: string
  step: string
  run_id: string
  run: string
  role: Role | null
}

const ROLE_PLURALS: Record<Role, string> = {
  admin: 'all administrators',
  manager: 'all managers',
  agent: 'all agents',
}

export const stepMail = defineMail<StepData>('step_handed_over', {
  write: ({ address }, { by, step, run, run_id: runId, role }) => ({
    subject: `${by} has handed you a step: ${step}`,
    heading: 'A step awaits you',
    paragraphs: [
      `${by} has handed “${step}” to ${role ? ROLE_PLURALS[role] : 'you'}. It is a step of “${run}”.`,
    ],
    action: { label: 'Open the run', url: address + itemPath('process_run', runId) },
    footnote: role
      ? 'One of you ticks it, and it is done for all. If it is nothing for you, hand it on to somebody else.'
      : 'If it is nothing for you, hand it on to somebody else.',
  }),
  dataNow: async (db, { user_id: userId, data }) => {
    const id = data.notification_id
    if (!userId || !(await isStepPending(db, userId, data.step_id))) {
      throw new UnsendableError('The step no longer awaits them')
    }
    if (id && (await listNews(db, [id])).length === 0) throw seenMeanwhile()
    return data
  },
})

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { COUNTS, byId, id, line, paging, time } from './fields.ts'

export const MailStatus = z.enum(['queued', 'sent', 'failed'])
export type MailStatus = z.infer<typeof MailStatus>

/** How a mail left: a mail server took it, or it is a file in the data folder, which nobody gets. */
export const MailDelivery = z.enum(['smtp', 'outbox'])
export type MailDelivery = z.infer<typeof MailDelivery>

/** One mail as admins see it; never its text, which may hold a link. */
export const Mail = z.object({
  id,
  kind: z.string().describe('What it is about, such as `invitation`.'),
  to: z.string(),
  subject: z.string(),
  status: MailStatus,
  delivery: MailDelivery.nullable().describe('How it left; null while it has not.'),
  attempts: z.number().int(),
  last_error: z.string().nullable().describe('Why the last try failed.'),
  created_at: time,
  next_attempt_at: time.nullable().describe('While it is queued.'),
  sent_at: time.nullable(),
})
export type Mail = z.infer<typeof Mail>

/** How mail leaves this installation. */
export const MailSetup = z.object({
  delivery: MailDelivery.describe(
    '`outbox`: no mail server is set, and mails are files in the data folder.',
  ),
  from: z.string(),
  links_to: z.string().describe('What the links in mails begin with.'),
  has_public_url: z
    .boolean()
    .describe('False: `PUBLIC_URL` is not set, and links may lead nowhere.'),
  counts: z.object({ queued: z.number(), sent: z.number(), failed: z.number() }),
})
export type MailSetup = z.infer<typeof MailSetup>

export const mailEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/admin/mails',
    access: 'admin',
    summary: `Mails of the last 90 days, newest first. ${COUNTS}`,
    query: z.object({
      ...paging,
      status: MailStatus.optional(),
      search: line(200).optional().describe('In the address and the subject.'),
    }),
    response: z.array(Mail),
  }),
  setup: endpoint({
    method: 'GET',
    path: '/admin/mails/setup',
    access: 'admin',
    summary: 'How mail leaves this installation, and how many mails stand where.',
    response: MailSetup,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/admin/mails/:id/resend',
    access: 'admin',
    summary:
      'Queues a mail again, at once. 422 where its link was used, replaced or withdrawn, or has expired.',
    params: byId,
    response: Mail,
  }),
}

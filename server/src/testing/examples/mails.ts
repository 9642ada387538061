import { insertMail } from '../../features/mail/mails.queries.ts'
import { type Examples, nothing } from './world.ts'

export const mailsExamples = {
  'GET /admin/mails': { input: () => ({ query: { limit: 5, status: 'queued' } }), audit: null },
  'GET /admin/mails/setup': { input: nothing, audit: null },
  'POST /admin/mails/:id/resend': {
    input: async ({ server }) => {
      const mail = { kind: 'account_exists', to: 'somebody@example.com', subject: 'Hello' }
      const id = await insertMail(server.db, { ...mail, data: {}, userId: null, linkId: null })
      return { params: { id } }
    },
    audit: 'mail.resent',
  },
} satisfies Partial<Examples>

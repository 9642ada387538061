import { insertMail } from '../../features/mail/mails.queries.ts'
import { startMailSink } from '../mailbox.ts'
import { type Examples, nothing } from './world.ts'

const mailServerBody = {
  host: 'smtp.example.com',
  port: 587,
  security: 'starttls',
  username: 'desk@example.com',
  password: 'an app password',
  from_address: 'desk@example.com',
  from_name: '',
}

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
  'GET /admin/mail-server': { input: nothing, audit: null },
  'PUT /admin/mail-server': {
    input: () => ({ body: mailServerBody }),
    audit: 'mail.server_changed',
  },
  'DELETE /admin/mail-server': {
    input: async ({ server, admin }) => {
      await server.api.as(admin)('PUT /admin/mail-server', { body: mailServerBody })
      return {}
    },
    audit: 'mail.server_removed',
  },
  'POST /admin/mail-server/test': {
    input: async () => {
      const { port } = new URL((await startMailSink()).url)
      const open = { security: 'none', username: '' }
      return { body: { ...mailServerBody, ...open, host: '127.0.0.1', port: Number(port) } }
    },
    audit: 'mail.server_tested',
  },
} satisfies Partial<Examples>

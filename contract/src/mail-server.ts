import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, line, requiredLine, time } from './fields.ts'

export const MailSecurity = z
  .enum(['tls', 'starttls', 'none'])
  .describe(
    '`tls`: encrypted from the first byte (mostly port 465). `starttls`: encrypted before the sign-in (mostly 587). `none`: only for a server of one’s own network.',
  )
export type MailSecurity = z.infer<typeof MailSecurity>

/** Which mail server sends; its password is told to nobody. */
export const MailServer = z.object({
  source: z
    .enum(['environment', 'settings', 'none'])
    .describe('Who named it: `SMTP_URL`, which wins, an admin, or nobody.'),
  host: z.string().nullable(),
  port: z.int().nullable(),
  security: MailSecurity.nullable().describe('Null where `SMTP_URL` decides.'),
  username: z.string().nullable(),
  has_password: z.boolean(),
  password_lost: z
    .boolean()
    .describe('There is a password that this server can’t read: it has to be given anew.'),
  from_address: z.string().nullable(),
  from_name: z.string().nullable().describe('Null: the brokerage’s name.'),
  revision: z.int().describe('Counts every saved change; it is what `ETag` says.'),
  updated_at: time.nullable(),
  updated_by_name: z.string().nullable(),
})
export type MailServer = z.infer<typeof MailServer>

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^[0-9a-f:]+$/

const mailServerBody = z.object({
  host: requiredLine(253, 'Please enter the mail server')
    .overwrite((host) => host.toLowerCase())
    .refine((host) => HOST.test(host), 'Please write a name like smtp.example.com'),
  port: z
    .int('Please enter a port')
    .min(1, 'Please enter a port')
    .max(65_535, 'Ports end at 65535'),
  security: MailSecurity,
  username: line(320).describe('Empty where the server asks for none.'),
  password: z
    .string()
    .max(1000, 'Please keep this within 1,000 characters')
    .optional()
    .describe(
      'Left out, the one before stays: for the same server, port, encryption and name only.',
    ),
  from_address: email,
  from_name: line(100).describe('Empty for the brokerage’s name.'),
})

export const mailServerEndpoints = {
  getMailServer: endpoint({
    method: 'GET',
    path: '/admin/mail-server',
    access: 'admin',
    summary: 'Which mail server sends, without its password; the `ETag` goes into `If-Match`.',
    response: MailServer,
  }),
  updateMailServer: endpoint({
    method: 'PUT',
    path: '/admin/mail-server',
    access: 'admin',
    fresh: true,
    summary:
      'Names the mail server; every server of this installation sends by it at once. 409 `set_by_environment` while `SMTP_URL` decides.',
    body: mailServerBody,
    response: MailServer,
  }),
  removeMailServer: endpoint({
    method: 'DELETE',
    path: '/admin/mail-server',
    access: 'admin',
    fresh: true,
    summary: 'Names no mail server any more, and forgets the password.',
    response: MailServer,
  }),
  testMailServer: endpoint({
    method: 'POST',
    path: '/admin/mail-server/test',
    access: 'admin',
    byKey: 'never',
    summary:
      'Mails the caller by what the body says, which is not kept. 422 `mail_not_sent` says why it did not go.',
    body: mailServerBody,
    response: z.object({ to: z.string() }),
  }),
}

import type { MailServer } from '@frontdesk/contract/mail-server'
import { type AppError, unprocessable } from '../../http/errors.ts'
import type { OpenMailServer } from '../../platform/mail-transport.ts'

type Field = Extract<keyof MailServer, 'host' | 'port' | 'security' | 'username' | 'from_address'>

/** What the library says of a failure. */
interface SmtpError extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Why a mail did not go, as a sentence beside the field that can mend it. */
export function mailFailure(error: unknown, server: OpenMailServer): AppError {
  const failure: SmtpError = error instanceof Error ? error : new Error(String(error))
  const [field, sentence] = explain(failure, server)
  return unprocessable('mail_not_sent', sentence, { [field]: sentence })
}

const CERTIFICATE = [
  [/self.signed/i, 'nobody vouches for it (it is self-signed)'],
  [/expired/i, 'it has expired'],
  [/not yet valid/i, 'it is not valid yet'],
  [/altnames|does not match|hostname\/ip/i, 'it is for another name'],
  [/unable to (verify|get)|certificate/i, 'nobody whom this computer trusts vouches for it'],
] as const

function explain(error: SmtpError, server: OpenMailServer): [Field, string] {
  const { host, port, security, fromAddress } = server
  const { code = '', message } = error
  const said = answerOf(error, server)
  if (code === 'EAUTH') {
    return ['username', `${host} does not accept this name and password.${said}`]
  }
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN|ENODATA/.test(message)) {
    return ['host', `There is no mail server called ${host}. Please check its name.`]
  }
  const distrust = CERTIFICATE.find(([sign]) => sign.test(message))
  if (distrust && code !== 'EENVELOPE' && code !== 'EMESSAGE') {
    return [
      'host',
      `The certificate of ${host} can’t be trusted: ${distrust[1]}. Nothing was sent.`,
    ]
  }
  if (/ECONNREFUSED/.test(message)) {
    return ['port', `${host} takes no connections on port ${port}. Usual are 465 and 587.`]
  }
  if (code === 'ETIMEDOUT' || /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(message)) {
    return ['host', `${host} does not answer on port ${port}. A firewall may be in between.`]
  }
  if (/wrong version number|packet length too long|unknown protocol|EPROTO/i.test(message)) {
    return ['security', `${host} does not begin with encryption on port ${port}. Try STARTTLS.`]
  }
  if (code === 'ETLS' || /STARTTLS/.test(`${message} ${error.command}`)) {
    return [
      'security',
      `${host} offers no STARTTLS on port ${port}. Try encryption from the start.`,
    ]
  }
  if (code === 'EENVELOPE' && error.command?.startsWith('MAIL')) {
    return ['from_address', `${host} does not send mail from ${fromAddress}.${said}`]
  }
  if (error.responseCode !== undefined) return ['host', `${host} did not take the mail.${said}`]
  const hint = security === 'tls' ? 'STARTTLS' : 'encryption from the start'
  return ['host', `${host} hung up on port ${port}. Try another port, or ${hint}.`]
}

/** What the server answered, in one line; should it repeat the password, that is taken out. */
function answerOf({ response }: SmtpError, { password }: OpenMailServer): string {
  if (!response) return ''
  const secrets = password ? [password, Buffer.from(password).toString('base64')] : []
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), response)
  return ` It says: ${clean
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)}`
}

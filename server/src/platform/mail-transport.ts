import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailDelivery } from '@frontdesk/contract/mails'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import {
  findNamedMailServer,
  type MailTarget,
  type NamedMailServer,
  unsealPassword,
} from './mail-server.ts'
import { UnreadableSecretError } from './sealed-secrets.ts'

/** A file that comes with a mail; its content is text. */
export interface Attachment {
  /** ASCII. */
  filename: string
  contentType: string
  content: string
}

/** A mail as it leaves: addresses and texts, which can't break out of their headers. */
export interface Mail {
  /** Stays the same when a mail is sent again, so that a program for mail shows it once. */
  id: string
  to: string
  /** What stands before the address, such as the brokerage. */
  fromName: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
}

export interface MailTransport {
  /** @throws where it is not handed over; `isFinal` tells whether trying again can help */
  deliver(mail: Mail): Promise<MailDelivery>
}

/** One try ends after at most so long; `claimed_until` of a mail has to be later. */
export const DELIVERY_SECONDS = 90

/** What one waits for, in milliseconds. */
interface Patience {
  connectionTimeout: number
  greetingTimeout: number
  dnsTimeout: number
  socketTimeout: number
}

const IN_THE_BACKGROUND: Patience = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  dnsTimeout: 15_000,
  socketTimeout: 30_000,
}

/**
 * Hands mail over to `SMTP_URL`, else to the mail server that an admin has named, or writes it to files in
 * `outbox` of the data folder. What is named is looked up for each mail, so that every server knows it.
 */
export function createMailTransport(config: Config, db: Db, address: () => string): MailTransport {
  let fixed: Promise<Transporter> | undefined
  const send = async (transport: Transporter, mail: Mail) =>
    sendWith(transport, mail, senderOf(config, address()))
  return {
    deliver: async (mail) => {
      if (config.smtpUrl) {
        fixed ??= openUrl(config.smtpUrl)
        await send(await fixed, mail)
        return 'smtp'
      }
      const named = await findNamedMailServer(db)
      if (named) {
        const password = await passwordOf(config, named)
        await deliverTo({ ...named, password }, mail)
        return 'smtp'
      }
      const { createTransport } = await import('nodemailer')
      const files = createTransport({ streamTransport: true, buffer: true, newline: '\r\n' })
      await writeToOutbox(config, mail, await send(files, mail))
      return 'outbox'
    },
  }
}

/** What an admin has to do where the password can't be read. */
export const PASSWORD_LOST =
  'The password of the mail server can’t be read. Please give it anew under Settings, Mail.'

async function passwordOf(config: Config, named: NamedMailServer): Promise<string | null> {
  if (named.sealed === null) return null
  try {
    return await unsealPassword(config, named, named.sealed)
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error
    throw new Error(`${PASSWORD_LOST} (${error.message})`, { cause: error })
  }
}

/** A mail server by its parts, with the password in plain. */
export type OpenMailServer = MailTarget &
  Pick<NamedMailServer, 'fromAddress' | 'fromName'> & { password: string | null }

/** @throws as the library does, where the mail is not handed over */
export async function deliverTo(
  server: OpenMailServer,
  mail: Mail,
  patience = IN_THE_BACKGROUND,
): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const { host, port, security, username, password, fromAddress, fromName } = server
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(username !== null && { auth: { user: username, pass: password ?? '' } }),
    ...patience,
  })
  try {
    await sendWith(transport, mail, { name: fromName, address: fromAddress })
  } finally {
    transport.close()
  }
}

/** The library comes with the first mail: a server that sends none does without its memory. */
async function openUrl(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, ...IN_THE_BACKGROUND })
}

/** Who mail comes from. */
export function senderOf(
  config: Config,
  address: string,
): { name: string | null; address: string } {
  if (config.mailFrom) return config.mailFrom
  const { hostname } = new URL(address)
  const isName = /[a-z]/i.test(hostname) && !hostname.startsWith('[')
  return { name: null, address: `front-desk@${isName ? hostname : 'localhost'}` }
}

async function sendWith(
  transport: Transporter,
  mail: Mail,
  from: { name: string | null; address: string },
): Promise<Buffer> {
  const host = from.address.slice(from.address.lastIndexOf('@') + 1)
  const sent: unknown = await transport.sendMail({
    from: { name: from.name ?? mail.fromName, address: from.address },
    // As an object it is one address, whatever stands in it.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments ?? [],
    messageId: `<${mail.id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { message } = sent as { message?: unknown }
  return Buffer.isBuffer(message) ? message : Buffer.alloc(0)
}

/** Where mail goes without a mail server; it holds links that open accounts. */
const outboxOf = (config: Config) => join(config.dataDir, 'outbox')

async function writeToOutbox(config: Config, mail: Mail, content: Buffer): Promise<void> {
  const outbox = outboxOf(config)
  await mkdir(outbox, { recursive: true, mode: 0o700 })
  const file = join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${mail.id}.eml`)
  const handle = await open(`${file}.part`, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.part`, file)
}

/** Whether a mail server said for good that it will not take this mail. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  // 5xx to the sender's name and password is the operator's to set right, not the mail's fault.
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
}

import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'

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
}

export interface MailTransport {
  /** @throws where it is not handed over; `isFinal` tells whether trying again can help */
  deliver(mail: Mail): Promise<void>
}

/** One try ends after at most so long; `claimed_until` of a mail has to be later. */
export const DELIVERY_SECONDS = 90

const SMTP_LIMITS = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  dnsTimeout: 15_000,
  socketTimeout: 30_000,
}

/** Hands mail over to `SMTP_URL`, or writes it to files in `outbox` of the data folder. */
export function createMailTransport(config: Config, address: () => string): MailTransport {
  let transport: Promise<Transporter> | undefined
  return {
    deliver: async (mail) => {
      transport ??= openTransport(config)
      const sent = await sendWith(await transport, mail, senderOf(config, address()))
      if (!config.smtpUrl) await writeToOutbox(config, mail, sent)
    },
  }
}

/** The library comes with the first mail: a server that sends none does without its memory. */
async function openTransport({ smtpUrl }: Config): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return smtpUrl
    ? createTransport({ url: smtpUrl, ...SMTP_LIMITS })
    : createTransport({ streamTransport: true, buffer: true, newline: '\r\n' })
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

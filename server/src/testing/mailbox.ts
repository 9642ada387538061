import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { EVER } from './patience.ts'

/** Whose outbox; only this of a test's server. */
interface Outbox {
  config: { dataDir: string }
}

/** What stands in the outbox for one address, oldest first, once there are `count` mails. */
export async function mailsTo(server: Outbox, to: string, count = 1): Promise<Email[]> {
  return waitFor(async () => {
    const mails = (await readOutbox(server)).filter((mail) => mail.to?.[0]?.address === to)
    return mails.length >= count ? mails : null
  }, `${count} mails to ${to}`)
}

/** The newest mail to an address, and the token of the link in it. */
export async function newestMailTo(server: Outbox, to: string, count = 1) {
  const mail = (await mailsTo(server, to, count)).at(-1)!
  return { mail, token: tokenIn(mail) }
}

/** The token of a link in a mail; empty where there is none. */
export function tokenIn(mail: Email): string {
  return /\?token=([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? ''
}

async function readOutbox({ config }: Outbox): Promise<Email[]> {
  const folder = join(config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
}

/** A mail as it went over the wire. */
export const parseMail = (raw: string): Promise<Email> => PostalMime.parse(raw)

/** Asks until there is an answer. @throws where none comes */
export async function waitFor<T>(ask: () => Promise<T | null>, what: string): Promise<T> {
  const until = Date.now() + EVER.timeout
  for (;;) {
    const answer = await ask()
    if (answer !== null) return answer
    if (Date.now() > until) throw new Error(`There is no ${what}`)
    await wait(50)
  }
}

/** A mail server of the test's own, and what it was handed. */
export async function startMailSink(options: SMTPServerOptions = {}) {
  const received: { from: string; to: string[]; raw: string }[] = []
  const sink = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ from, to, raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
    ...options,
  })
  sink.on('error', () => undefined)
  const port = await new Promise<number>((resolve) => {
    const listening = sink.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => sink.close(() => resolve())),
  }
}

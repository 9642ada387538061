import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import { Presence } from './features/realtime/presence.ts'
import { Announcer } from './platform/announcer.ts'
import type { Listener } from './platform/listen.ts'
import { createMailTransport, type MailTransport } from './platform/mail-transport.ts'

/** What features need beside the call itself. */
export interface Services {
  config: Config
  db: Db
  /** Key of the CSRF tokens, the same on all nodes. */
  csrfKey: Buffer
  /** What links in mails begin with: `PUBLIC_URL`, else where the server listens; never what a request says. */
  address: () => string
  mailTransport: MailTransport
  announcer: Announcer
  /** Who is connected to any node. */
  presence: Presence
}

/** @param options.port is asked once the server listens */
export function createServices(options: {
  config: Config
  db: Db
  csrfKey: Buffer
  port: () => number
  log: FastifyBaseLogger
  listener: Listener
}): Services {
  const { port, log, listener, ...rest } = options
  const { config } = rest
  const address = () => config.publicUrl ?? `http://${hostOf(config)}:${port()}`
  const announcer = new Announcer(rest.db, log)
  return {
    ...rest,
    address,
    mailTransport: createMailTransport(config, rest.db, address),
    announcer,
    presence: new Presence(announcer, listener),
  }
}

/** "Every address of this machine" is none to open. */
function hostOf({ host }: Config): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

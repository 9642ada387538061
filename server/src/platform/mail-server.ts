import type { MailSecurity } from '@frontdesk/contract/mail-server'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { seal, unseal } from './sealed-secrets.ts'

/** Where mail is handed over, and how one signs in there. */
export interface MailTarget {
  host: string
  port: number
  security: MailSecurity
  username: string | null
}

/** The mail server that an admin has named. */
export interface NamedMailServer extends MailTarget {
  sealed: Buffer | null
  fromAddress: string
  fromName: string | null
}

/** The row as it is stored, whatever `SMTP_URL` says. */
export const selectMailServer = (db: Db) => db.selectFrom('mail_server').selectAll('mail_server')

/** Null where nobody has named one. */
export async function findNamedMailServer(db: Db): Promise<NamedMailServer | null> {
  const row = await selectMailServer(db).executeTakeFirstOrThrow()
  const { host, port, security, from_address: fromAddress } = row
  if (host === null || port === null || security === null || fromAddress === null) return null
  const { username, password_sealed: sealed, from_name: fromName } = row
  return { host, port, security, username, sealed, fromAddress, fromName }
}

/** Whether mails go out; without a mail server they are files that nobody gets. */
export async function sendsMail(db: Db, { smtpUrl }: Config): Promise<boolean> {
  if (smtpUrl !== null) return true
  const { host } = await db.selectFrom('mail_server').select('host').executeTakeFirstOrThrow()
  return host !== null
}

/** A password is for one server and name only: who changes the host in the database can't be sent it. */
const purposeOf = ({ host, port, security, username }: MailTarget) =>
  JSON.stringify(['mail', host, port, security, username])

/** Hides the password for this server and name. */
export const sealPassword = (config: Config, target: MailTarget, password: string) =>
  seal(config.dataDir, password, purposeOf(target))

/** @throws UnreadableSecretError where it has to be given anew */
export const unsealPassword = (config: Config, target: MailTarget, sealed: Buffer) =>
  unseal(config.dataDir, sealed, purposeOf(target))

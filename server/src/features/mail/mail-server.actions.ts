import type { Output } from '@frontdesk/contract/endpoint'
import type { MailServer, mailServerEndpoints } from '@frontdesk/contract/mail-server'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { AppError, conflict, unprocessable } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import {
  findNamedMailServer,
  type MailTarget,
  type NamedMailServer,
  sealPassword,
  selectMailServer,
  unsealPassword,
} from '../../platform/mail-server.ts'
import {
  deliverTo,
  type OpenMailServer,
  PASSWORD_LOST,
  senderOf,
} from '../../platform/mail-transport.ts'
import { UnreadableSecretError } from '../../platform/sealed-secrets.ts'
import { StoppedError, within } from './within.ts'
import { layOutMail } from './mail-layout.ts'
import { mailFailure } from './mail-failure.ts'
import { sendWaitingNow } from './queue-mail.actions.ts'

type Draft = Output<(typeof mailServerEndpoints.updateMailServer)['body']>

/** A test that takes longer has failed: somebody is waiting for it. */
const TEST_SECONDS = 20

const WHILE_SOMEBODY_WAITS = {
  connectionTimeout: 8000,
  greetingTimeout: 8000,
  dnsTimeout: 8000,
  socketTimeout: 10_000,
}

/** Which mail server sends, as admins may see it. */
export async function findMailServer(db: Db, config: Config, address: string): Promise<MailServer> {
  const row = await selectMailServer(db)
    .leftJoin('users as editors', 'editors.id', 'mail_server.updated_by')
    .select('editors.name as updated_by_name')
    .executeTakeFirstOrThrow()
  const { revision, updated_at, updated_by_name } = row
  if (config.smtpUrl !== null) {
    const url = new URL(config.smtpUrl)
    const from = senderOf(config, address)
    return {
      source: 'environment',
      host: url.hostname,
      port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
      security: null,
      username: null,
      has_password: url.password !== '',
      password_lost: false,
      from_address: from.address,
      from_name: from.name,
      revision,
      updated_at: null,
      updated_by_name: null,
    }
  }
  const named = await findNamedMailServer(db)
  return {
    source: named ? 'settings' : 'none',
    host: row.host,
    port: row.port,
    security: row.security,
    username: row.username,
    has_password: row.password_sealed !== null,
    password_lost: named !== null && (await readPassword(config, named)) === undefined,
    from_address: row.from_address ?? config.mailFrom?.address ?? null,
    from_name: row.from_name ?? config.mailFrom?.name ?? null,
    revision,
    updated_at,
    updated_by_name,
  }
}

/** Null where there is none; undefined where it has to be given anew. */
async function readPassword(
  config: Config,
  named: NamedMailServer,
): Promise<string | null | undefined> {
  if (named.sealed === null) return null
  try {
    return await unsealPassword(config, named, named.sealed)
  } catch (error) {
    if (error instanceof UnreadableSecretError) return undefined
    throw error
  }
}

/**
 * Names the mail server, and has what waits for another try sent by it.
 * @param edit.ifMatch the `ETag` that the editor started from, where known
 * @throws AppError 409 while `SMTP_URL` decides or somebody was faster, 422 where the password is needed
 */
export async function updateMailServer(
  db: Db,
  config: Config,
  edit: { draft: Draft; actorId: string; ifMatch: string | undefined; address: string },
): Promise<void> {
  const { draft, actorId, ifMatch, address } = edit
  await lockMailServer(db, config, { ifMatch, address })
  const server = await openDraft(db, config, draft)
  const { host, port, security, username, password, fromAddress, fromName } = server
  await db
    .updateTable('mail_server')
    .set({
      host,
      port,
      security,
      username,
      password_sealed: password === null ? null : await sealPassword(config, server, password),
      from_address: fromAddress,
      from_name: fromName,
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
      updated_by: actorId,
    })
    .execute()
  await sendWaitingNow(db)
}

/** Names none any more; returns whether there was one. */
export async function removeMailServer(
  db: Db,
  config: Config,
  edit: { actorId: string; ifMatch: string | undefined; address: string },
): Promise<boolean> {
  const before = await lockMailServer(db, config, edit)
  if (before.host === null) return false
  await db
    .updateTable('mail_server')
    .set({
      host: null,
      port: null,
      security: null,
      username: null,
      password_sealed: null,
      from_address: null,
      from_name: null,
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
      updated_by: edit.actorId,
    })
    .execute()
  return true
}

async function lockMailServer(
  db: Db,
  config: Config,
  edit: { ifMatch: string | undefined; address: string },
) {
  refuseUnlessOurs(config)
  const row = await selectMailServer(db).forUpdate().executeTakeFirstOrThrow()
  await refuseIfChanged(row, {
    ifMatch: edit.ifMatch,
    sentence: 'Somebody else has saved the mail server in the meantime',
    findCurrent: async () => findMailServer(db, config, edit.address),
  })
  return row
}

export function refuseUnlessOurs({ smtpUrl }: Config): void {
  if (smtpUrl === null) return
  throw conflict(
    'set_by_environment',
    'The server was started with SMTP_URL, which decides. Without it, mail is set up here.',
  )
}

/**
 * What a draft says, with the password before where it gives none: only for the same server, port,
 * encryption and name, so that nobody can have it sent to a server of theirs.
 * @throws AppError 422 `password_needed`
 */
export async function openDraft(db: Db, config: Config, draft: Draft): Promise<OpenMailServer> {
  const { host, port, security } = draft
  const target: MailTarget = { host, port, security, username: draft.username || null }
  const server = {
    ...target,
    fromAddress: draft.from_address,
    fromName: draft.from_name || null,
  }
  if (target.username === null) return { ...server, password: null }
  if (draft.password) return { ...server, password: draft.password }
  const named = await findNamedMailServer(db)
  if (named?.sealed && isSameTarget(named, target)) {
    const password = await readPassword(config, named)
    if (password === undefined) throw passwordNeeded(PASSWORD_LOST)
    return { ...server, password }
  }
  throw passwordNeeded(
    named?.sealed
      ? 'Please give the password again: it is kept for the same server, port, encryption and name only.'
      : 'Please enter the password',
  )
}

const isSameTarget = (one: MailTarget, other: MailTarget) =>
  one.host === other.host &&
  one.port === other.port &&
  one.security === other.security &&
  one.username === other.username

const passwordNeeded = (sentence: string) =>
  unprocessable('password_needed', sentence, { password: sentence })

/**
 * Mails somebody by this server, while they wait.
 * @param stopping a server that stops waits for no other
 * @throws AppError 422 `mail_not_sent` with the reason
 */
export async function sendTestMail(
  server: OpenMailServer,
  letter: { to: string; brokerage: string; address: string; accent: string | null },
  stopping: AbortSignal,
): Promise<void> {
  const { to, brokerage, address, accent } = letter
  const mail = {
    subject: `A test mail from ${brokerage}’s Front Desk`,
    heading: 'Mail works',
    paragraphs: [
      `This mail was handed over by ${server.host}. Invitations and reminders of ${brokerage} will come to people the same way.`,
    ],
    footnote: 'You asked for it in the settings of the Front Desk. There is nothing to do.',
  }
  const delivery = deliverTo(
    server,
    {
      id: uuidv7(),
      to,
      fromName: brokerage,
      subject: mail.subject,
      ...layOutMail(mail, { brokerage, address, accent }),
    },
    WHILE_SOMEBODY_WAITS,
  )
  try {
    await within(delivery, TEST_SECONDS, stopping)
  } catch (error) {
    if (error instanceof StoppedError) {
      throw new AppError(503, 'stopping', 'The server is restarting. Please try again in a moment.')
    }
    throw mailFailure(error, server)
  }
}

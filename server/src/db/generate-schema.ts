/** Writes `schema.ts` from a freshly migrated database: `npm run generate`. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { connect } from './connect.ts'
import { startEmbeddedPostgres } from './embedded/start.ts'
import { migrate } from './migrate.ts'

const bin = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js')
const outFile = new URL('schema.ts', import.meta.url).pathname
const SESSION_ORIGIN =
  "'password' | 'after_reset' | 'after_admin_reset' | 'after_invitation' | 'after_admin_invitation' | 'after_operator' | 'not_recorded'"
const FACTOR_ORIGIN = "'after_admin_factor_reset' | 'after_operator_factor_reset'"

const NOTIFICATION_KIND =
  "'asked' | 'due_soon' | 'handed_over' | 'mentioned' | 'result' | 'certificate' | 'renewal' | 'authoring'"

/** What check constraints say more narrowly than the column's type. */
const NARROWER: Record<string, string> = {
  'Billing.source': "'live' | 'test' | 'local'",
  'Billing.problem_code': "'stripe_unavailable' | 'stripe_refused' | 'stripe_rubbish'",
  'BillingEvents.source': "'live' | 'test' | 'local'",
  'SavedFilters.list': "'outstanding' | 'people' | 'policies' | 'trainings' | 'matrix'",
  'DefaultFilters.list': "'outstanding' | 'people' | 'policies' | 'trainings' | 'matrix'",
  'UndoSteps.kind': "'status' | 'requirements' | 'moved' | 'waived'",
  'Users.role': "'agent' | 'admin' | 'manager'",
  'Users.status': "'active' | 'inactive' | 'pending'",
  'AccountLinks.purpose': "'invite' | 'verify' | 'reset' | 'change'",
  'Chats.kind': "'direct' | 'everyone' | 'group'",
  'Documents.category': "'HR Documents' | 'Finance' | 'Legal' | 'Training' | 'Other'",
  'DocumentTexts.state': "'waiting' | 'done' | 'none' | 'failed'",
  'Drafts.kind': "'policy' | 'training'",
  'Imports.file_type': "'docx' | 'pdf' | 'md' | 'html'",
  'Imports.state': "'waiting' | 'ready' | 'failed' | 'kept'",
  'EvidencePacks.state': "'waiting' | 'working' | 'ready' | 'failed' | 'ended'",
  'JoinLinks.role': "'agent' | 'manager'",
  'MailServer.security': "'tls' | 'starttls' | 'none'",
  'Mails.status': "'queued' | 'sent' | 'failed'",
  'Mails.delivery': "'smtp' | 'outbox'",
  'NotificationChoices.kind': NOTIFICATION_KIND,
  'NotificationChoices.mail': "'off' | 'at_once' | 'digest'",
  'Notifications.kind': NOTIFICATION_KIND,
  'Users.theme': "'light' | 'dark' | 'system'",
  'PolicyParagraphs.kind': "'heading' | 'paragraph' | 'item' | 'quote' | 'table' | 'code'",
  'BankQuestions.kind': "'single' | 'several' | 'true_false' | 'ordering' | 'text'",
  'Questions.kind': "'single' | 'several' | 'true_false' | 'ordering' | 'text'",
  'Requirements.role': "'agent' | 'admin' | 'manager'",
  'Obligations.kind': "'policy' | 'test'",
  'Obligations.closed_as': "'met' | 'waived' | 'withdrawn' | 'superseded' | 'left'",
  'TrainingSections.type': "'text' | 'video' | 'slide'",
  'Users.password_origin': SESSION_ORIGIN,
  'Users.factor_origin': FACTOR_ORIGIN,
  'Sessions.origin': `${SESSION_ORIGIN} | ${FACTOR_ORIGIN}`,
  'Sessions.sign_in_method':
    // oxlint-disable-next-line no-template-curly-in-string -- a type of TypeScript
    "'password' | 'password_and_totp' | 'password_and_recovery_code' | 'password_on_trusted_browser' | 'passkey' | 'password_and_passkey' | `oidc:${string}`",
  'PasskeyChallenges.purpose': "'sign_in' | 'second_factor' | 'confirm' | 'add'",
  'Passkeys.origin': `${SESSION_ORIGIN} | ${FACTOR_ORIGIN}`,
  'IdentityProviders.preset': "'google' | 'entra' | 'okta' | 'other'",
  'IdentityProviders.admits': "'existing' | 'new_agents'",
  'IdentityProviders.ends_sessions': "'own' | 'all'",
  'IdentityFlows.purpose': "'sign_in' | 'connect' | 'confirm'",
  'IdentityLinks.origin': `${SESSION_ORIGIN} | ${FACTOR_ORIGIN}`,
  'WebhookDeliveries.state': "'waiting' | 'delivered' | 'failed'",
  'WebhookEndpoints.disabled_because': "'failing' | 'gone'",
  'Backups.cause': "'clock' | 'asked' | 'command'",
  'Backups.state': "'waiting' | 'running' | 'done' | 'failed'",
  'Rehearsals.cause': "'clock' | 'asked' | 'command'",
  'Rehearsals.state': "'waiting' | 'running' | 'passed' | 'failed'",
  'Settings.signup_mode': "'open' | 'domains' | 'approval' | 'invite'",
}

function narrow(schema: string): string {
  return Object.entries(NARROWER).reduce((text, [place, type]) => {
    const [table, column] = place.split('.')
    const line = new RegExp(`(interface ${table} \\{[^}]*\\b${column}: (?:Generated<)?)string`)
    if (!line.test(text)) throw new Error(`There is no column ${place}`)
    return text.replace(line, `$1${type}`)
  }, schema)
}

const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-schema-'))
const postgres = await startEmbeddedPostgres({ dataDir })
try {
  const db = connect(postgres.connection, 2, () => {})
  await migrate(db)
  await db.destroy()
  const { host, port, user, password = '', database } = postgres.connection
  const query = new URLSearchParams({ host, port: String(port), user, password })
  execFileSync(execPath, [
    bin,
    '--dialect=postgres',
    `--url=postgres:///${database}?${query}`,
    '--exclude-pattern=kysely_*',
    `--type-mapping=${JSON.stringify({ timestamptz: 'string', int8: 'number' })}`,
    `--out-file=${outFile}`,
    '--log-level=error',
  ])
  await writeFile(outFile, narrow(await readFile(outFile, 'utf8')))
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

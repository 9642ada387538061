import { setImmediate } from 'node:timers/promises'
import { allEndpoints, type Api } from '@frontdesk/contract/all'
import type { Endpoint } from '@frontdesk/contract/endpoint'
import type { StaleKey } from '@frontdesk/contract/realtime'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { poolOf } from '../db/connect.ts'
import { listen, type Listener } from '../platform/listen.ts'
import { type Announcement, publish } from '../platform/publish.ts'
import { exampleCalls } from '../testing/example-calls.ts'
import { createWorld, type World } from '../testing/examples/world.ts'
import { EVER } from '../testing/patience.ts'

type Writing = {
  [K in keyof Api]: Api[K] extends { method: 'GET' } | { changesNothing: true } ? never : K
}[keyof Api]

/**
 * What browsers are told to ask for again when the example of a call has been committed: everyone's,
 * then those of admins, then those of single people.
 */
const ANNOUNCED: Record<Writing, string> = {
  'POST /auth/login': '',
  'POST /auth/signup': 'settings users',
  'POST /auth/logout': '',
  'POST /auth/confirm': '',
  'POST /auth/second-factor': 'people: me',
  'POST /users/me/second-factor/confirm': 'admins: mails users | people: me',
  'POST /users/me/second-factor/recovery-codes': 'admins: mails users | people: me',
  'DELETE /users/me/second-factor': 'admins: mails users | people: me',
  'DELETE /users/me/second-factor/browsers/:id': 'people: me',
  'DELETE /admin/users/:id/second-factor': 'admins: mails users | people: me',
  'POST /auth/oidc/:id/start': '',
  'POST /auth/oidc/finish': '',
  'POST /auth/oidc/link': 'admins: mails users | people: me',
  'POST /auth/oidc/:id/confirm': '',
  'POST /auth/oidc/:id/backchannel-logout': '',
  'POST /auth/oidc/:id/connect': '',
  'DELETE /users/me/identities/:id': 'admins: mails users | people: me',
  'POST /admin/identity-providers': 'admins: settings',
  'PUT /admin/identity-providers/:id': 'admins: settings',
  'DELETE /admin/identity-providers/:id': 'admins: settings',
  'POST /admin/api-keys': 'admins: api_keys mails',
  'POST /admin/api-keys/:id/revoke': 'admins: api_keys mails',
  'POST /auth/passkey/options': '',
  'POST /auth/passkey': 'people: me',
  'POST /auth/confirm/passkey/options': '',
  'POST /auth/confirm/passkey': '',
  'POST /users/me/passkeys/options': '',
  'POST /users/me/passkeys': 'admins: mails users | people: me',
  'PUT /users/me/passkeys/:id': 'people: me',
  'DELETE /users/me/passkeys/:id': 'admins: mails users | people: me',
  'POST /auth/verify-email': 'people: me',
  'POST /auth/resend-verification': '',
  'POST /auth/request-password-reset': '',
  'POST /auth/reset-password': 'admins: mails',
  'POST /auth/invite': 'admins: invitations mails users',
  'POST /auth/invites': 'admins: invitations mails users',
  'POST /auth/invites/:id/resend': 'admins: invitations mails',
  'POST /auth/invites/:id/link': '',
  'DELETE /auth/invites/:id': 'admins: invitations users',
  'POST /auth/accept-invite': 'invitations users',
  'POST /admin/join-links': 'admins: invitations',
  'POST /admin/join-links/:id/revoke': 'admins: invitations',
  'POST /join/:token': 'users | admins: invitations',
  'PUT /admin/users/:id': 'acknowledgments invitations policies users | people: me',
  'DELETE /admin/users/:id': 'acknowledgments invitations policies users',
  'POST /admin/users/change-status': 'acknowledgments invitations policies users | people: me',
  'POST /admin/users/:id/request-password-reset': 'admins: mails',
  'POST /admin/users/:id/resend-invitation': 'admins: invitations mails',
  'DELETE /admin/users/:id/sessions': 'admins: mails users | people: me',
  'DELETE /admin/users/:id/sessions/:session_id': 'admins: mails users | people: me',
  'PUT /users/me': 'users | admins: mails | people: me',
  'POST /users/me/email-change/resend': 'admins: mails',
  'DELETE /users/me/email-change': 'people: me',
  'DELETE /users/me': 'acknowledgments invitations policies users',
  'PUT /users/me/password': 'admins: mails | people: me',
  'PUT /users/me/theme': 'people: me',
  'POST /users/me/profile-picture': 'users | people: me',
  'DELETE /users/me/profile-picture': 'users | people: me',
  'DELETE /users/me/sessions': 'people: me',
  'DELETE /users/me/sessions/:id': 'people: me',
  'PUT /users/me/time-zone': 'people: me',
  'POST /policies': 'policies',
  'PUT /policies/:id': 'acknowledgments me policies',
  'DELETE /policies/:id': 'acknowledgments me policies',
  'POST /policies/:id/restore': 'acknowledgments me policies',
  'POST /policies/:id/acknowledge': 'admins: acknowledgments obligations | people: me policies',
  'PUT /policies/:id/signing': 'policies',
  'POST /policies/:id/assign': 'acknowledgments me obligations policies | people: notifications',
  'PUT /policies/:id/requirements/:requirement_id': 'acknowledgments me obligations policies',
  'DELETE /policies/:id/requirements/:requirement_id': 'acknowledgments me obligations policies',
  'POST /pictures': '',
  'POST /admin/users/:id/require-policy':
    'acknowledgments me obligations policies | people: notifications',
  'POST /admin/users/:id/require-test':
    'me obligations tests trainings | admins: attempts tests users | people: me notifications tests trainings',
  'POST /tests/:id/assign': 'me obligations tests trainings | people: notifications',
  'PUT /tests/:id/requirements/:requirement_id': 'me obligations tests trainings',
  'DELETE /tests/:id/requirements/:requirement_id': 'me obligations tests trainings',
  'POST /admin/obligations/remind':
    'acknowledgments me obligations policies tests trainings users | admins: mails | people: notifications',
  'POST /admin/obligations/move':
    'acknowledgments me obligations policies tests trainings users | admins: mails | people: notifications',
  'POST /admin/obligations/waive':
    'acknowledgments me obligations policies tests trainings users | admins: mails | people: notifications',
  'POST /admin/obligations/end-waivers':
    'acknowledgments me obligations policies tests trainings users | people: notifications',
  'POST /users/me/obligations/calendar': 'people: me',
  'DELETE /users/me/obligations/calendar': 'people: me',
  'POST /teams/mine/obligations/remind':
    'acknowledgments me obligations policies tests trainings users | admins: mails | people: notifications',
  'POST /teams': 'acknowledgments me obligations policies teams tests trainings users',
  'PUT /teams/:id': 'acknowledgments me obligations policies teams tests trainings users',
  'DELETE /teams/:id': 'acknowledgments me obligations policies teams tests trainings users',
  'POST /undo/:id': 'acknowledgments me obligations policies',
  'POST /saved-filters': 'saved_filters',
  'PUT /saved-filters/:id': 'saved_filters',
  'PUT /saved-filters/:id/default': 'people: saved_filters',
  'DELETE /saved-filters/:id': 'saved_filters',
  'POST /processes': 'processes',
  'PUT /processes/:id': 'process_runs processes',
  'DELETE /processes/:id': 'process_runs processes',
  'POST /processes/:id/restore': 'process_runs processes',
  'POST /processes/:id/runs': 'process_runs',
  'PUT /processes/runs/:id': 'me process_runs',
  'PUT /processes/runs/:id/steps/:step_id/done': 'me process_runs',
  'PUT /processes/runs/:id/steps/:step_id/assignee': 'me process_runs | people: notifications',
  'POST /processes/runs/:id/comments': 'process_runs',
  'POST /processes/runs/:id/finish': 'me process_runs',
  'POST /processes/runs/:id/cancel': 'me process_runs',
  'POST /processes/runs/:id/reopen': 'me process_runs',
  'POST /processes/runs/:id/proofs': 'process_runs',
  'DELETE /processes/runs/:id/proofs/:proof_id': 'process_runs',
  'POST /documents': 'documents',
  'PUT /documents/:id': 'documents',
  'DELETE /documents/:id': 'documents',
  'POST /documents/:id/restore': 'documents',
  'POST /documents/folders': 'documents',
  'PUT /documents/folders/:id': 'documents',
  'DELETE /documents/folders/:id': 'documents',
  'POST /documents/move': 'documents',
  'PUT /documents/:id/pin': 'documents',
  'PUT /users/me/favourites': 'people: favourites',
  'POST /trainings': 'me tests trainings',
  'PUT /trainings/:id': 'me tests trainings',
  'DELETE /trainings/:id': 'me tests trainings',
  'POST /trainings/:id/restore': 'me tests trainings',
  'POST /trainings/:id/content': 'trainings',
  'PUT /trainings/:id/content/:content_id': 'trainings',
  'DELETE /trainings/:id/content/:content_id': 'trainings',
  'PUT /trainings/:id/content/reorder': 'trainings',
  'POST /trainings/:id/questions': 'tests trainings',
  'PUT /trainings/:id/questions/:question_id': 'tests trainings',
  'DELETE /trainings/:id/questions/:question_id': 'tests trainings',
  'PUT /trainings/:id/questions/reorder': 'tests trainings',
  'POST /trainings/files': '',
  'POST /tests': 'tests',
  'PUT /tests/:id': 'me tests',
  'DELETE /tests/:id': 'me tests',
  'POST /tests/:id/restore': 'me tests',
  'POST /questions': 'tests trainings',
  'PUT /questions/:id': 'tests trainings',
  'DELETE /questions/:id': 'tests trainings',
  'POST /questions/import': '',
  'PUT /question-bank/topics/:id': 'admins: question-bank tests',
  'POST /question-bank': 'tests trainings | admins: question-bank',
  'PUT /question-bank/:id': 'tests trainings | admins: question-bank',
  'DELETE /question-bank/:id': 'tests trainings | admins: question-bank',
  'POST /question-bank/:id/restore': 'tests trainings | admins: question-bank',
  'POST /drafts': 'admins: drafts',
  'PUT /drafts/:id': 'admins: drafts',
  'DELETE /drafts/:id': 'admins: drafts',
  'POST /drafts/:id/publish': 'policies | admins: drafts',
  'PUT /drafts/:id/publish-at': 'admins: drafts',
  'POST /drafts/:id/comments': 'admins: drafts',
  'DELETE /drafts/:id/comments/:comment_id': 'admins: drafts',
  'PUT /admin/reviews/:type/:id': 'admins: reviews',
  'POST /admin/reviews/:type/:id/done': 'admins: reviews',
  'POST /admin/changed-quotes/:id/looked': 'admins: reviews',
  'POST /admin/evidence': 'admins: evidence-packs',
  'DELETE /admin/evidence/:id': 'admins: evidence-packs',
  'POST /imports': 'admins: imports',
  'DELETE /imports/:id': 'admins: imports',
  'POST /imports/:id/keep': 'admins: drafts imports',
  'POST /trainings/:id/attempt': 'admins: attempts | people: attempts tests trainings',
  'POST /trainings/:id/submit': 'admins: attempts users | people: attempts me tests trainings',
  'PUT /trainings/:id/progress': 'people: trainings',
  'POST /tests/:id/start': 'admins: attempts | people: attempts tests trainings',
  'POST /tests/submit-answer': '',
  'POST /tests/attempts/:id/complete':
    'admins: attempts users | people: attempts me tests trainings',
  'POST /admin/tests/:id/grants':
    'admins: attempts tests users | people: me notifications tests trainings',
  'POST /admin/tests/:id/waivers': 'admins: attempts tests users | people: me tests trainings',
  'DELETE /admin/tests/:id/waivers/:waiver_id':
    'admins: attempts tests users | people: me tests trainings',
  'POST /library/:slug/take': 'admins: drafts library',
  'POST /chat': '',
  'POST /chat/about': '',
  'PUT /chat/:id/title': '',
  'POST /chat/:id/members': '',
  'DELETE /chat/:id/members': '',
  'DELETE /chat/:id': '',
  'POST /chat/:id/messages': '',
  'PUT /chat/:id/messages/:message_id': '',
  'DELETE /chat/:id/messages/:message_id': 'people: notifications',
  'PUT /chat/:id/messages/:message_id/reactions': '',
  'POST /chat/:id/messages/:message_id/confirm': '',
  'PUT /chat/:id/read': '',
  'POST /chat/:id/files': '',
  'PUT /notifications/:id/read': 'people: notifications',
  'POST /notifications/read-all': 'people: notifications',
  'POST /notifications/seen': '',
  'PUT /notifications/choices': 'people: notifications',
  'POST /push/subscriptions': 'people: me',
  'DELETE /push/subscriptions/:id': 'people: me',
  'POST /push/subscriptions/:id/try': '',
  'POST /payments/checkout': '',
  'POST /payments/subscription/:id/cancel': 'admins: billing',
  'POST /payments/subscription/:id/reactivate': 'admins: billing',
  'POST /payments/subscription/:id/portal': '',
  'POST /admin/evidence/checkpoints': 'admins: checkpoints',
  'PUT /admin/evidence/settings': 'admins: checkpoints',
  'POST /admin/backups': 'admins: backups',
  'PUT /admin/backups/settings': 'admins: backups',
  'POST /admin/backups/rehearsals': 'admins: backups',
  'PUT /admin/settings': 'settings',
  'POST /admin/settings/logo': 'settings',
  'DELETE /admin/settings/logo': 'settings',
  'PUT /admin/first-steps': 'admins: settings',
  'POST /admin/auditor-links': 'admins: auditor_links',
  'POST /admin/auditor-links/:id/revoke': 'admins: auditor_links',
  'POST /auditor/open': 'admins: auditor_links',
  'POST /auditor/records': 'admins: auditor_links',
  'POST /auditor/obligations': 'admins: auditor_links',
  'POST /auditor/results': 'admins: auditor_links',
  'POST /auditor/text': 'admins: auditor_links',
  'POST /admin/legal-holds': 'admins: legal_holds',
  'POST /admin/legal-holds/:id/lift': 'admins: legal_holds',
  'POST /admin/webhooks': 'admins: webhooks',
  'PUT /admin/webhooks/:id': 'admins: webhooks',
  'DELETE /admin/webhooks/:id': 'admins: webhooks',
  'POST /admin/webhooks/:id/secret': 'admins: webhooks',
  'POST /admin/webhooks/:id/ping': 'admins: webhooks',
  'POST /admin/webhooks/:id/deliveries/:delivery_id/resend': 'admins: webhooks',
  'POST /admin/webhooks/:id/resend-failed': 'admins: webhooks',
  'POST /admin/mails/:id/resend': 'admins: mails',
  'PUT /admin/mail-server': 'mails settings',
  'DELETE /admin/mail-server': 'mails settings',
  'POST /admin/mail-server/test': '',
  'POST /search/refresh': '',
  'POST /admin/system/jobs/:id/retry': '',
  'DELETE /admin/sessions': 'users',
}

let world: World
let listener: Listener
const heard: Announcement[] = []

beforeAll(async () => {
  world = await createWorld()
  await letNoJobRun()
  listener = await listen(world.server.connection, pino({ level: 'silent' }))
  listener.subscribe((told) => {
    if (told && told.keys.length > 0) heard.push(told)
  })
})
afterAll(async () => {
  await listener.close()
  await world.server.stop()
})

/** They announce what they do, too. */
async function letNoJobRun(): Promise<void> {
  const { db } = world.server
  await sql`create function never() returns trigger language plpgsql as
    $$ begin new.run_at := 'infinity'; return new; end $$`.execute(db)
  await sql`create trigger never before insert or update on graphile_worker._private_jobs
    for each row execute function never()`.execute(db)
}

const isWriting = ({ method, changesNothing }: Endpoint) => method !== 'GET' && !changesNothing
const writing = allEndpoints
  .filter(isWriting)
  .map(({ method, path }) => `${method} ${path}` as Writing)

test('of everything that writes it is said here what it announces', () => {
  expect(Object.keys(ANNOUNCED).sort()).toEqual(writing.toSorted())
})

test.each(writing)('%s announces what is stale now, and to whom', async (name) => {
  const options = await exampleCalls[name].input(world)
  await heardUpToNow()
  const { status } = await world.server.api.as(world.admin).raw(name, options)
  expect(status).toBeLessThan(400)
  expect(inWords(await heardUpToNow())).toBe(ANNOUNCED[name])
})

const MARK = 'mark' as StaleKey

async function heardUpToNow(): Promise<Announcement[]> {
  // What is told after a commit is sent in two batches at most.
  for (const _ of [1, 2]) await untilNobodyTells()
  await publish(world.server.db, { keys: [MARK] })
  await vi.waitUntil(() => heard.at(-1)?.keys.includes(MARK), { ...EVER, interval: 1 })
  return heard.splice(0).slice(0, -1)
}

/** Whoever holds all connections knows that nothing is under way on any. */
async function untilNobodyTells(): Promise<void> {
  const pool = poolOf(world.server.db)
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of held) client.release()
  // Who waited for one of them goes on first.
  await setImmediate()
}

function inWords(announcements: Announcement[]): string {
  const told = {
    '': new Set<StaleKey>(),
    'admins: ': new Set<StaleKey>(),
    'people: ': new Set<StaleKey>(),
  }
  for (const { keys, userIds, adminsOnly } of announcements) {
    const to = userIds ? 'people: ' : adminsOnly ? 'admins: ' : ''
    for (const key of keys) told[to].add(key)
  }
  return Object.entries(told)
    .filter(([, keys]) => keys.size > 0)
    .map(([to, keys]) => to + [...keys].toSorted().join(' '))
    .join(' | ')
}

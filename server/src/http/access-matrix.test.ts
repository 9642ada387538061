import type { Api } from '@frontdesk/contract/all'
import { type Scope, SCOPES } from '@frontdesk/contract/scopes'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertApiKey } from '../features/api-keys/api-keys.queries.ts'
import { exampleCalls } from '../testing/example-calls.ts'
import { createWorld, signAgentInAgain, type World } from '../testing/examples/world.ts'
import { createMember, type Member, signIn } from '../testing/factories.ts'
import { KEY_NEEDS } from '../testing/key-needs.ts'
import { newKey } from './api-key.ts'

/** Everybody who can knock. Pending and inactive people come with the session that they had before. */
const CALLERS = ['nobody', 'pending', 'inactive', 'agent', 'other', 'manager', 'admin'] as const
type Caller = (typeof CALLERS)[number]

type Row = Record<Caller, number>
const everyone = (status: number): Row => ({
  nobody: status,
  pending: status,
  inactive: status,
  agent: status,
  other: status,
  manager: status,
  admin: status,
})
const signedIn = (status: number): Row => ({
  ...everyone(status),
  nobody: 401,
  pending: 401,
  inactive: 401,
})
const admins = (status: number): Row => ({
  ...signedIn(403),
  admin: status,
})

/**
 * Who may do what (spec.md, section 6), written out and not derived from the contract. A new endpoint
 * without a row does not compile.
 */
const MATRIX: { [K in keyof Api]: Row } = {
  'POST /auth/login': everyone(200),
  'POST /auth/signup': everyone(201),
  'GET /auth/me': signedIn(200),
  'POST /auth/logout': everyone(204),
  'POST /auth/confirm': signedIn(204),
  'GET /csrf-token': everyone(200),
  'POST /auth/second-factor': everyone(200),
  'GET /users/me/second-factor': signedIn(200),
  'POST /users/me/second-factor': signedIn(200),
  // Made for somebody else, and of nobody who has one.
  'POST /users/me/second-factor/confirm': signedIn(422),
  'POST /users/me/second-factor/recovery-codes': signedIn(404),
  'DELETE /users/me/second-factor': signedIn(404),
  // One of the admin's.
  'DELETE /users/me/second-factor/browsers/:id': { ...signedIn(404), admin: 204 },
  'DELETE /admin/users/:id/second-factor': admins(204),
  'GET /auth/providers': everyone(200),
  'POST /auth/oidc/:id/start': everyone(200),
  'GET /auth/oidc/:id/callback': everyone(303),
  'POST /auth/oidc/finish': everyone(200),
  // What came back is for somebody of its own.
  'POST /auth/oidc/link': signedIn(401),
  'POST /auth/oidc/:id/confirm': signedIn(404),
  'POST /auth/oidc/:id/connect': signedIn(200),
  'POST /auth/oidc/:id/backchannel-logout': everyone(204),
  'GET /users/me/identities': signedIn(200),
  'DELETE /users/me/identities/:id': signedIn(404),
  'GET /admin/identity-providers': admins(200),
  'POST /admin/identity-providers': admins(201),
  'PUT /admin/identity-providers/:id': admins(200),
  'DELETE /admin/identity-providers/:id': admins(204),
  'POST /admin/identity-providers/test': admins(200),
  'POST /auth/passkey/options': everyone(200),
  'POST /auth/passkey': everyone(200),
  // With a passkey of somebody else.
  'POST /auth/confirm/passkey/options': signedIn(404),
  'POST /auth/confirm/passkey': signedIn(422),
  'GET /users/me/passkeys': signedIn(200),
  'POST /users/me/passkeys/options': signedIn(200),
  'POST /users/me/passkeys': signedIn(422),
  // One of the admin's.
  'PUT /users/me/passkeys/:id': { ...signedIn(404), admin: 200 },
  'DELETE /users/me/passkeys/:id': { ...signedIn(404), admin: 204 },
  'POST /auth/verify-email': everyone(200),
  'POST /auth/resend-verification': everyone(200),
  'POST /auth/request-password-reset': everyone(200),
  'POST /auth/reset-password': everyone(200),
  'POST /auth/invite': admins(201),
  'POST /auth/invites': admins(200),
  'GET /auth/invites': admins(200),
  'POST /auth/invites/:id/resend': admins(200),
  'POST /auth/invites/:id/link': admins(200),
  'DELETE /auth/invites/:id': admins(204),
  'GET /auth/invite/:token': everyone(200),
  'POST /auth/accept-invite': everyone(201),
  'GET /admin/api-keys': admins(200),
  'POST /admin/api-keys': admins(201),
  'POST /admin/api-keys/:id/revoke': admins(200),
  'GET /admin/auditor-links': admins(200),
  'POST /admin/auditor-links': admins(201),
  'POST /admin/auditor-links/:id/revoke': admins(200),
  'GET /admin/legal-holds': admins(200),
  'POST /admin/legal-holds': admins(201),
  'POST /admin/legal-holds/:id/lift': admins(200),
  'POST /auditor/open': everyone(200),
  'POST /auditor/check': everyone(204),
  'POST /auditor/records': everyone(200),
  'POST /auditor/obligations': everyone(200),
  'POST /auditor/results': everyone(200),
  'POST /auditor/text': everyone(200),
  'POST /auditor/picture': everyone(200),
  'GET /admin/join-links': admins(200),
  'POST /admin/join-links': admins(201),
  'GET /admin/join-links/:id/link': admins(200),
  'GET /admin/join-links/:id/people': admins(200),
  'POST /admin/join-links/:id/revoke': admins(200),
  'GET /join/:token': everyone(200),
  'POST /join/:token': everyone(201),
  'GET /admin/mails': admins(200),
  'GET /admin/mails/setup': admins(200),
  'POST /admin/mails/:id/resend': admins(200),
  'GET /users': signedIn(200),
  'GET /users/:id': signedIn(200),
  'GET /users/:id/profile-picture': signedIn(200),
  'GET /users/me': signedIn(200),
  'PUT /users/me': signedIn(200),
  'POST /users/me/email-change/resend': signedIn(404),
  'DELETE /users/me/email-change': signedIn(204),
  'DELETE /users/me': signedIn(204),
  'PUT /users/me/password': signedIn(204),
  'PUT /users/me/theme': signedIn(200),
  'GET /users/me/time-zone': signedIn(200),
  'PUT /users/me/time-zone': signedIn(200),
  'POST /pictures': signedIn(201),
  'GET /pictures/:name': signedIn(200),
  'POST /users/me/profile-picture': signedIn(200),
  'DELETE /users/me/profile-picture': signedIn(204),
  'GET /users/me/sessions': signedIn(200),
  'DELETE /users/me/sessions': signedIn(204),
  // A session of the admin's, whose id helps nobody else.
  'DELETE /users/me/sessions/:id': { ...signedIn(404), admin: 204 },
  'GET /admin/users': admins(200),
  'GET /admin/users.csv': admins(200),
  'GET /admin/users/:id': admins(200),
  'PUT /admin/users/:id': admins(200),
  'DELETE /admin/users/:id': admins(204),
  'POST /admin/users/change-status': admins(200),
  'POST /admin/users/:id/request-password-reset': admins(200),
  'POST /admin/users/:id/resend-invitation': admins(200),
  'GET /admin/users/:id/sessions': admins(200),
  'DELETE /admin/users/:id/sessions': admins(204),
  'DELETE /admin/users/:id/sessions/:session_id': admins(204),
  'GET /policies': signedIn(200),
  'POST /policies': admins(201),
  'GET /policies/:id': signedIn(200),
  'PUT /policies/:id': admins(200),
  'PUT /policies/:id/signing': admins(200),
  'DELETE /policies/:id': admins(204),
  'POST /policies/:id/restore': admins(200),
  'GET /policies/:id/versions': signedIn(200),
  'GET /policies/:id/quotes': admins(200),
  'GET /policies/:id/paragraphs': signedIn(200),
  'GET /policies/:id/paragraphs/:anchor': signedIn(200),
  'POST /policies/:id/acknowledge': signedIn(200),
  'POST /policies/:id/assign': admins(200),
  'GET /policies/:id/requirements': admins(200),
  'PUT /policies/:id/requirements/:requirement_id': admins(200),
  'DELETE /policies/:id/requirements/:requirement_id': admins(204),
  'POST /admin/users/:id/require-policy': admins(200),
  'GET /drafts': admins(200),
  'POST /drafts': admins(201),
  'GET /drafts/:id': admins(200),
  'PUT /drafts/:id': admins(200),
  'DELETE /drafts/:id': admins(204),
  'POST /drafts/:id/publish': admins(200),
  'PUT /drafts/:id/publish-at': admins(200),
  'GET /drafts/:id/comments': admins(200),
  'POST /drafts/:id/comments': admins(201),
  'DELETE /drafts/:id/comments/:comment_id': admins(204),
  'GET /admin/policies/acknowledgments': admins(200),
  'GET /admin/policies/acknowledgments.csv': admins(200),
  'GET /admin/policies/outstanding': admins(200),
  'GET /admin/policies/outstanding.csv': admins(200),
  'GET /processes': signedIn(200),
  'POST /processes': admins(201),
  'GET /processes/:id': signedIn(200),
  'PUT /processes/:id': admins(200),
  'DELETE /processes/:id': admins(204),
  'POST /processes/:id/restore': admins(200),
  'GET /processes/runs': signedIn(200),
  'POST /processes/:id/runs': signedIn(201),
  'GET /processes/runs/:id': signedIn(200),
  // The run is an admin's: others work on it, and don't steer it.
  'PUT /processes/runs/:id': admins(200),
  'PUT /processes/runs/:id/steps/:step_id/done': signedIn(200),
  'PUT /processes/runs/:id/steps/:step_id/assignee': signedIn(200),
  'POST /processes/runs/:id/comments': signedIn(201),
  'GET /processes/runs/:id/proofs': signedIn(200),
  'POST /processes/runs/:id/proofs': signedIn(201),
  'GET /processes/runs/:id/proofs/:proof_id/file': signedIn(200),
  'DELETE /processes/runs/:id/proofs/:proof_id': admins(204),
  'GET /documents': signedIn(200),
  'GET /documents/limits': signedIn(200),
  'POST /documents': admins(201),
  'GET /users/me/favourites': signedIn(200),
  'PUT /users/me/favourites': signedIn(204),
  'GET /documents/folders': signedIn(200),
  'POST /documents/folders': admins(201),
  'PUT /documents/folders/:id': admins(200),
  'DELETE /documents/folders/:id': admins(204),
  'POST /documents/move': admins(200),
  'PUT /documents/:id/pin': admins(200),
  'GET /documents/:id': signedIn(200),
  'PUT /documents/:id': admins(200),
  'DELETE /documents/:id': admins(204),
  'POST /documents/:id/restore': admins(200),
  'GET /documents/:id/file': signedIn(200),
  'GET /documents/:id/thumbnail': signedIn(200),
  'POST /processes/runs/:id/finish': admins(200),
  'POST /processes/runs/:id/cancel': admins(200),
  'POST /processes/runs/:id/reopen': admins(200),
  'POST /payments/checkout': admins(200),
  'GET /payments/subscription/:id': admins(200),
  'POST /payments/subscription/:id/refresh': admins(200),
  'POST /payments/subscription/:id/cancel': admins(200),
  'POST /payments/subscription/:id/reactivate': admins(200),
  'POST /payments/subscription/:id/portal': admins(200),
  // Stripe's: what counts is its signature.
  'POST /payments/webhook': everyone(200),
  'GET /search': signedIn(200),
  'POST /search': signedIn(200),
  'POST /search/refresh': admins(204),
  'GET /trainings': signedIn(200),
  // The example asks for agents' trainings; a manager may ask for managers'.
  'GET /trainings/role/:role': { ...signedIn(200), manager: 403 },
  'POST /trainings': admins(201),
  'GET /trainings/:id': signedIn(200),
  'PUT /trainings/:id': admins(200),
  'DELETE /trainings/:id': admins(204),
  'POST /trainings/:id/restore': admins(200),
  'GET /trainings/:id/content': signedIn(200),
  'POST /trainings/:id/content': admins(201),
  'PUT /trainings/:id/content/:content_id': admins(200),
  'DELETE /trainings/:id/content/:content_id': admins(204),
  'PUT /trainings/:id/content/reorder': admins(200),
  'GET /trainings/:id/questions': signedIn(200),
  'POST /trainings/:id/questions': admins(201),
  'PUT /trainings/:id/questions/:question_id': admins(200),
  'DELETE /trainings/:id/questions/:question_id': admins(204),
  'PUT /trainings/:id/questions/reorder': admins(200),
  'POST /trainings/files': admins(201),
  // The example's address carries the key of the admin's session.
  'GET /trainings/files/:id': everyone(200),
  'GET /tests': signedIn(200),
  'POST /tests': admins(201),
  'GET /tests/:id': signedIn(200),
  'PUT /tests/:id': admins(200),
  'DELETE /tests/:id': admins(204),
  'POST /tests/:id/restore': admins(200),
  'GET /questions': signedIn(200),
  'POST /questions': admins(201),
  'GET /questions/:id': signedIn(200),
  'PUT /questions/:id': admins(200),
  'DELETE /questions/:id': admins(204),
  'POST /questions/import': admins(200),
  'GET /tests/:id/questions/export': admins(200),
  'GET /question-bank': admins(200),
  'GET /question-bank/topics': admins(200),
  'PUT /question-bank/topics/:id': admins(200),
  'POST /question-bank': admins(201),
  'GET /question-bank/export': admins(200),
  'GET /question-bank/:id': admins(200),
  'PUT /question-bank/:id': admins(200),
  'DELETE /question-bank/:id': admins(204),
  'POST /question-bank/:id/restore': admins(200),
  'GET /tests/:id/draws': admins(200),
  'GET /chat': signedIn(200),
  'GET /chat/search': signedIn(200),
  'GET /chat/unread': signedIn(200),
  'POST /chat': signedIn(201),
  'POST /chat/about': signedIn(200),
  'POST /chat/cards': signedIn(200),
  // The examples' conversations are an admin's and somebody else's: to all others there is none.
  'GET /chat/:id': { ...signedIn(404), admin: 200 },
  'PUT /chat/:id/title': { ...signedIn(404), admin: 200 },
  'POST /chat/:id/members': { ...signedIn(404), admin: 200 },
  'DELETE /chat/:id/members': { ...signedIn(404), admin: 204 },
  'DELETE /chat/:id': { ...signedIn(404), admin: 204 },
  'GET /chat/:id/messages': { ...signedIn(404), admin: 200 },
  'POST /chat/:id/messages': { ...signedIn(404), admin: 201 },
  'GET /chat/:id/search': { ...signedIn(404), admin: 200 },
  'PUT /chat/:id/messages/:message_id': { ...signedIn(404), admin: 200 },
  'DELETE /chat/:id/messages/:message_id': { ...signedIn(404), admin: 204 },
  'PUT /chat/:id/messages/:message_id/reactions': { ...signedIn(404), admin: 200 },
  'POST /chat/:id/messages/:message_id/confirm': { ...signedIn(404), admin: 200 },
  'GET /chat/:id/messages/:message_id/confirmations': admins(200),
  'PUT /chat/:id/read': { ...signedIn(404), admin: 204 },
  'POST /chat/:id/files': { ...signedIn(404), admin: 201 },
  'GET /chat/:id/files/:file_id': { ...signedIn(404), admin: 200 },
  'GET /notifications': signedIn(200),
  'GET /notifications/unread': signedIn(200),
  'PUT /notifications/:id/read': { ...signedIn(404), admin: 200 },
  'POST /notifications/read-all': signedIn(200),
  'POST /notifications/seen': signedIn(204),
  'GET /notifications/choices': signedIn(200),
  'PUT /notifications/choices': signedIn(200),
  'GET /admin/chats': admins(200),
  'GET /admin/chats/:id/messages.csv': admins(200),
  'GET /settings/public': everyone(200),
  'GET /settings/legal': everyone(200),
  'GET /settings/logo': everyone(200),
  'GET /admin/settings': admins(200),
  'PUT /admin/settings': admins(200),
  'POST /admin/settings/logo': admins(200),
  'DELETE /admin/settings/logo': admins(204),
  'GET /admin/backups': admins(200),
  'POST /admin/backups': admins(201),
  'GET /admin/backups/settings': admins(200),
  'PUT /admin/backups/settings': admins(200),
  'GET /admin/backups/rehearsals': admins(200),
  'POST /admin/backups/rehearsals': admins(201),
  'GET /admin/mail-server': admins(200),
  'PUT /admin/mail-server': admins(200),
  'DELETE /admin/mail-server': admins(200),
  'POST /admin/mail-server/test': admins(200),
  'GET /admin/changed-quotes': admins(200),
  'POST /admin/changed-quotes/:id/looked': admins(204),
  'POST /undo/:id': admins(200),
  'GET /saved-filters': signedIn(200),
  'POST /saved-filters': signedIn(201),
  // The admin's, and shared.
  'PUT /saved-filters/:id': admins(200),
  'PUT /saved-filters/:id/default': { ...signedIn(404), admin: 200 },
  'DELETE /saved-filters/:id': { ...signedIn(404), admin: 204 },
  'GET /admin/reviews': admins(200),
  'GET /admin/reviews/:type/:id': admins(200),
  'PUT /admin/reviews/:type/:id': admins(200),
  'POST /admin/reviews/:type/:id/done': admins(200),
  'GET /admin/evidence': admins(200),
  'POST /admin/evidence': admins(201),
  'GET /admin/evidence/:id': admins(200),
  'GET /admin/evidence/:id/file': admins(200),
  'DELETE /admin/evidence/:id': admins(204),
  'GET /imports': admins(200),
  'POST /imports': admins(201),
  'GET /imports/:id': admins(200),
  'DELETE /imports/:id': admins(204),
  'POST /imports/:id/keep': admins(201),
  'GET /imports/:id/file': admins(200),
  'GET /library': admins(200),
  'GET /library/:slug': admins(200),
  'POST /library/:slug/take': admins(201),
  'GET /evidence/key': everyone(200),
  'GET /admin/evidence/checkpoints': admins(200),
  'POST /admin/evidence/checkpoints': admins(201),
  'GET /admin/evidence/settings': admins(200),
  'PUT /admin/evidence/settings': admins(200),
  'GET /admin/first-steps': admins(200),
  'PUT /admin/first-steps': admins(200),
  'GET /admin/audit': admins(200),
  'GET /admin/audit.csv': admins(200),
  'GET /settings/front-desk': signedIn(200),
  'GET /health/live': everyone(200),
  'GET /health/ready': everyone(200),
  'GET /admin/system': admins(200),
  'POST /admin/system/jobs/:id/retry': admins(204),
  // Attempts are the admin's own, and so is what others are told of them.
  'GET /trainings/:id/attempt': signedIn(200),
  'POST /trainings/:id/attempt': signedIn(200),
  'POST /trainings/:id/submit': signedIn(200),
  'GET /trainings/:id/progress': signedIn(200),
  'PUT /trainings/:id/progress': signedIn(200),
  'POST /tests/:id/start': signedIn(200),
  'POST /tests/submit-answer': { ...signedIn(404), admin: 200 },
  'POST /tests/attempts/:id/complete': { ...signedIn(404), admin: 200 },
  'GET /tests/attempts/:id': { ...signedIn(404), admin: 200 },
  'GET /tests/attempts': signedIn(200),
  'GET /admin/tests/attempts': admins(200),
  'GET /admin/tests/attempts.csv': admins(200),
  'GET /admin/tests/:id/statistics': admins(200),
  'GET /admin/tests/:id/grants': admins(200),
  'POST /admin/tests/:id/grants': admins(201),
  'GET /admin/tests/:id/waivers': admins(200),
  'POST /admin/tests/:id/waivers': admins(201),
  'DELETE /admin/tests/:id/waivers/:waiver_id': admins(204),
  'POST /admin/users/:id/require-test': admins(200),
  'POST /tests/:id/assign': admins(200),
  'GET /tests/:id/requirements': admins(200),
  'PUT /tests/:id/requirements/:requirement_id': admins(200),
  'DELETE /tests/:id/requirements/:requirement_id': admins(204),
  'GET /admin/open-steps': admins(200),
  'GET /admin/open-steps.csv': admins(200),
  'GET /teams/mine/open-steps': signedIn(200),
  'GET /admin/certificates/ending': admins(200),
  'GET /admin/certificates/ending.csv': admins(200),
  'GET /admin/obligations': admins(200),
  'GET /admin/obligations.csv': admins(200),
  'GET /admin/obligations.xlsx': admins(200),
  'GET /admin/matrix': admins(200),
  'GET /admin/matrix.csv': admins(200),
  'GET /admin/matrix.pdf': admins(200),
  'GET /admin/obligations/standing/:id': admins(200),
  'POST /admin/obligations/remind': admins(200),
  'POST /admin/obligations/move': admins(200),
  'POST /admin/obligations/waive': admins(200),
  'POST /admin/obligations/end-waivers': admins(200),
  'GET /admin/overview': admins(200),
  'GET /users/me/obligations': signedIn(200),
  'GET /users/me/obligations/calendar': signedIn(200),
  'POST /users/me/obligations/calendar': signedIn(201),
  'DELETE /users/me/obligations/calendar': signedIn(204),
  'GET /calendar/:token': everyone(200),
  'GET /teams': admins(200),
  'POST /teams': admins(201),
  'PUT /teams/:id': admins(200),
  'DELETE /teams/:id': admins(204),
  'GET /teams/mine': signedIn(200),
  'GET /teams/mine/obligations': signedIn(200),
  'POST /teams/mine/obligations/remind': signedIn(200),
  'GET /certificates': signedIn(200),
  'GET /certificates/:id/file': { ...signedIn(404), admin: 200 },
  'GET /verify/:code': everyone(200),
  'GET /settings/icon/:size': everyone(200),
  'GET /push/key': signedIn(200),
  'GET /push/subscriptions': signedIn(200),
  'POST /push/subscriptions': signedIn(201),
  'DELETE /push/subscriptions/:id': { ...signedIn(404), admin: 204 },
  'POST /push/subscriptions/:id/try': { ...signedIn(404), admin: 204 },
  'GET /admin/webhooks': admins(200),
  'POST /admin/webhooks': admins(201),
  'GET /admin/webhooks/:id': admins(200),
  'PUT /admin/webhooks/:id': admins(200),
  'DELETE /admin/webhooks/:id': admins(204),
  'POST /admin/webhooks/:id/secret': admins(200),
  'POST /admin/webhooks/:id/ping': admins(200),
  'GET /admin/webhooks/:id/deliveries': admins(200),
  'GET /admin/webhooks/:id/deliveries/:delivery_id': admins(200),
  'POST /admin/webhooks/:id/deliveries/:delivery_id/resend': admins(200),
  'POST /admin/webhooks/:id/resend-failed': admins(200),
  // The last: nobody else is signed in afterwards.
  'DELETE /admin/sessions': admins(200),
}

let world: World
let people: Record<Exclude<Caller, 'nobody'>, Member>

beforeAll(async () => {
  world = await createWorld()
  const { server, admin, agent } = world
  people = {
    admin,
    agent,
    other: await createMember(server),
    manager: await createMember(server, { role: 'manager' }),
    pending: await createMember(server),
    inactive: await createMember(server),
  }
  for (const status of ['pending', 'inactive'] as const) {
    const person = server.db.updateTable('users').set({ status })
    await person.where('id', '=', people[status].id).execute()
  }
})
afterAll(async () => world.server.stop())

const rows = Object.entries(MATRIX).map(([name, row]) => ({ name: name as keyof Api, row }))

test.each(rows)('$name', async ({ name, row }) => {
  const seen: Partial<Row> = {}
  let options = await inputFor(name)
  // The most powerful last: what the others tried in vain is still there to be done.
  for (const who of CALLERS) {
    const { api } = world.server
    const client = who === 'nobody' ? api : api.as(await callerFor(name, who))
    const { status } = await client.raw(name, options)
    seen[who] = status
    if (usesUp(name, status) && who !== 'admin') options = await inputFor(name)
  }
  expect(seen).toEqual(row)
})

/** What ends a session or an account ends one of its own, because other calls are still to come. */
async function callerFor(name: keyof Api, who: Exclude<Caller, 'nobody'>): Promise<Member> {
  const person = people[who]
  if (who === 'pending' || who === 'inactive') return person
  if (name === 'POST /auth/logout') return signIn(world.server.api, person.email)
  const role = person.user.role
  return ONE_TIME.has(name) ? createMember(world.server, { role }) : person
}

const ONE_TIME = new Set<keyof Api>([
  'PUT /users/me',
  'DELETE /users/me',
  'PUT /users/me/password',
  'DELETE /users/me/sessions',
])

/** Keys: an admin's with all scopes but the one that it takes, an agent's who was an admin with all, an admin's with that one. */
const KEYS = ['short', 'demoted', 'own'] as const
type Keys = Record<(typeof KEYS)[number], number>

/** Where it is not as for the owner in a browser. */
const BY_KEY: Partial<Record<keyof Api, Partial<Keys>>> = {
  // The example gives another role, which takes a fresh sign-in.
  'PUT /admin/users/:id': { own: 403 },
  // They take the scope of what the draft becomes, too.
  'POST /drafts/:id/publish': { own: 403 },
  'PUT /drafts/:id/publish-at': { own: 403 },
}

const keysOf = (name: keyof Api): Keys => {
  const { admin, agent, nobody } = MATRIX[name]
  const needed = KEY_NEEDS[name]
  if (needed === 'never') return { own: 403, short: 403, demoted: 403 }
  if (needed === 'anyone') return { own: nobody, short: nobody, demoted: nobody }
  return { own: admin, short: 403, demoted: agent, ...BY_KEY[name] }
}

describe('by a key', () => {
  beforeAll(async () => signAgentInAgain(world))

  test.each(rows)('$name', async ({ name }) => {
    const { db, api } = world.server
    const needed = KEY_NEEDS[name]
    const seen: Partial<Keys> = {}
    const codes: Partial<Record<keyof Keys, unknown>> = {}
    let options = await inputFor(name)
    // The most powerful last, as above.
    for (const who of KEYS) {
      const key = await keyFor(who, needed)
      const headers = { ...options.headers, 'User-Agent': uuidv7() }
      const answer = await api.as(key).raw(name, { ...options, headers })
      seen[who] = answer.status
      codes[who] = answer.body.code
      // Whatever it wrote into the trail says that it was a key, and which.
      const written = db.selectFrom('audit_events').select('details')
      const events = await written.where('user_agent', '=', headers['User-Agent']).execute()
      expect(events.map(({ details }) => (details as { key_id?: string }).key_id)).toEqual(
        events.map(() => key.id),
      )
      if (usesUp(name, answer.status) && who !== 'own') options = await inputFor(name)
    }
    expect(seen).toEqual(keysOf(name))
    const refusal = needed === 'never' ? 'not_by_key' : 'scope_missing'
    expect(codes.short).toBe(needed === 'anyone' ? codes.own : refusal)
  })
})

test('every scope but those of directories opens something', () => {
  const scopes = SCOPES.filter((scope) => !scope.startsWith('scim:'))
  expect(new Set(Object.values(KEY_NEEDS))).toEqual(new Set([...scopes, 'never', 'anyone']))
})

/** Whether the next caller needs an example of their own. A way back from a provider is good once. */
const usesUp = (name: keyof Api, status: number) =>
  status < 400 && (!name.startsWith('GET') || status === 303)

/** An example that is made as somebody of its own would be it as whoever calls here. */
async function inputFor(name: keyof Api) {
  const { headers, ...input } = await exampleCalls[name].input(world)
  return { ...input, headers: headers?.Authorization ? undefined : headers }
}

const keys = new Map<string, Promise<{ id: string; token: string }>>()

/** One for each kind, made when it is first needed. */
function keyFor(who: (typeof KEYS)[number], needed: (typeof KEY_NEEDS)[keyof Api]) {
  const others = SCOPES.filter((scope) => scope !== needed)
  const scopes = who === 'own' && SCOPES.includes(needed as Scope) ? [needed as Scope] : others
  const kind = who === 'demoted' ? who : `${who} ${needed}`
  const made = keys.get(kind) ?? makeKey(who, who === 'demoted' ? SCOPES : scopes)
  keys.set(kind, made)
  return made
}

async function makeKey(who: (typeof KEYS)[number], scopes: Scope[]) {
  const { server } = world
  const owner = who === 'demoted' ? await createMember(server) : people.admin
  const { key, publicId } = newKey()
  const id = uuidv7()
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  await insertApiKey(server.db, {
    id,
    key,
    publicId,
    userId: owner.id,
    name: who,
    scopes,
    expiresAt,
  })
  return { id, token: key }
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, line, requiredLine, time } from './fields.ts'
import { CurrentUser } from './users.ts'

/** A key that a browser or a device keeps, and gives out to nobody. */
export const Passkey = z.object({
  id,
  name: z.string(),
  created_at: time,
  last_used_at: time.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** What the caller can sign in with instead of a password. */
export const OwnPasskeys = z.object({
  unavailable: z
    .string()
    .nullable()
    .describe('Why this installation can have none, in a sentence; null where it can.'),
  passkeys: z.array(Passkey),
})
export type OwnPasskeys = z.infer<typeof OwnPasskeys>

/** At most so many each. */
export const PASSKEYS_MAX = 20

const answer = z
  .record(z.string(), z.unknown())
  .describe('What the browser answered: `PublicKeyCredential.toJSON()`.')

const options = z.object({
  options: z
    .record(z.string(), z.unknown())
    .describe(
      'For the browser: `PublicKeyCredential.parseRequestOptionsFromJSON()` or `…CreationOptions…`. Good once, for 5 minutes.',
    ),
})

const name = requiredLine(60, 'Please give the passkey a name')

export const passkeyEndpoints = {
  passkeySignInOptions: endpoint({
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    ownRecord: 'what is asked stands in a row of its own, for five minutes',
    summary:
      'Begins a sign-in by passkey: what the browser is to ask for. 409 `passkeys_unavailable` where this installation can have none, 429 after very many.',
    body: z.object({
      challenge: line(200)
        .optional()
        .describe('That of `POST /auth/login`, where the passkey follows the password.'),
    }),
    response: options,
  }),
  signInByPasskey: endpoint({
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    summary:
      'Signs in by passkey, and answers as `POST /auth/login` would. 422 `passkey_…` says why an answer opens nothing; 401 `challenge_over` where the password has to be given again; 403 for an account that is not active; 429 after too many.',
    body: z.object({
      answer,
      challenge: line(200).optional().describe('As it was given for the options.'),
      remember_me: z
        .boolean()
        .default(false)
        .describe('As at `POST /auth/login`, which decides it where a password went before.'),
    }),
    response: z.object({ token: z.string(), user: CurrentUser }),
  }),
  passkeyConfirmOptions: endpoint({
    method: 'POST',
    path: '/auth/confirm/passkey/options',
    access: 'user',
    beforeSetUp: true,
    ownRecord: 'what is asked stands in a row of its own, for five minutes',
    summary:
      'Begins `POST /auth/confirm/passkey`. 404 where the caller has no passkey, 409 `passkeys_unavailable`.',
    response: options,
  }),
  confirmByPasskey: endpoint({
    method: 'POST',
    path: '/auth/confirm/passkey',
    access: 'user',
    beforeSetUp: true,
    summary:
      'Proves again who is signed in, as `POST /auth/confirm` does with the password. 422 `passkey_…`, 429 after too many.',
    body: z.object({ answer }),
  }),
  listPasskeys: endpoint({
    method: 'GET',
    path: '/users/me/passkeys',
    access: 'user',
    beforeSetUp: true,
    summary: 'The caller’s passkeys, the newest first.',
    response: OwnPasskeys,
  }),
  newPasskeyOptions: endpoint({
    method: 'POST',
    path: '/users/me/passkeys/options',
    access: 'user',
    beforeSetUp: true,
    fresh: true,
    ownRecord: 'what is asked stands in a row of its own, for five minutes',
    summary: `Begins a passkey. 409 \`passkeys_unavailable\`, or \`too_many_passkeys\` for more than ${PASSKEYS_MAX}.`,
    response: options,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/users/me/passkeys',
    access: 'user',
    beforeSetUp: true,
    fresh: true,
    summary:
      'Keeps a passkey; the caller is told by mail. 422 `passkey_…` says why an answer makes none.',
    body: z.object({
      answer,
      name: line(60)
        .optional()
        .describe('Left out or empty: as the browser calls itself, such as `Firefox on Windows`.'),
    }),
    response: Passkey,
    status: 201,
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/users/me/passkeys/:id',
    access: 'user',
    summary: 'Gives a passkey another name.',
    params: byId,
    body: z.object({ name }),
    response: Passkey,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/users/me/passkeys/:id',
    access: 'user',
    fresh: true,
    summary: 'Removes a passkey, which opens nothing from then on; the caller is told by mail.',
    params: byId,
  }),
}

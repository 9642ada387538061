import { z } from 'zod'
import { CurrentUser } from './users.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, line, requiredLine, time } from './fields.ts'

/** Fills in what is known of a kind of provider, and says how it tells organisations apart. */
const ProviderPreset = z.enum(['google', 'entra', 'okta', 'other'])
export type ProviderPreset = z.infer<typeof ProviderPreset>

/** A provider as admins see it; its secret is told to nobody. */
export const IdentityProvider = z.object({
  id,
  name: z.string().describe('On the button: “Sign in with …”.'),
  preset: ProviderPreset,
  issuer: z.string(),
  client_id: z.string(),
  secret_lost: z
    .boolean()
    .describe('This server can’t read the client secret: it has to be given anew.'),
  scopes: z.string(),
  allowed_domains: z.array(z.string()).describe('Empty: addresses of any domain.'),
  tenant: z.string().nullable().describe('Entra’s `tid`, Google’s `hd`; null: any.'),
  admits: z.enum(['existing', 'new_agents']),
  trusted_for_factor: z
    .boolean()
    .describe('Whoever comes from it is not asked for their second factor.'),
  ends_sessions: z
    .enum(['own', 'all'])
    .describe('What a log-out there ends: what began by it, or all of the person’s sessions.'),
  hides_password: z
    .boolean()
    .describe('The sign-in page shows the password behind “Sign in another way”.'),
  enabled: z.boolean(),
  people: z.int().describe('How many are connected.'),
  callback_url: z.string().describe('Goes into the provider as redirect address.'),
  logout_url: z.string().describe('Goes into the provider as back-channel log-out address.'),
  revision: z.int().describe('Counts every saved change; it is what `ETag` says.'),
  updated_at: time,
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** An address over TLS, or one of this machine. */
const ISSUER =
  /^(https:\/\/[a-z0-9.[\]:-]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?)(\/[^\s?#]*)?$/i

/** Addresses at which any organization of Microsoft signs in. Its tokens name their own issuer, which is none of these. */
const MANY_TENANTS =
  /^https:\/\/login\.(microsoftonline|partner\.microsoftonline|windows)\.[a-z]+\/+(common|organizations|consumers)(\/|$)/i

const issuer = requiredLine(500, 'Please enter the issuer')
  .refine(
    (value) => ISSUER.test(value),
    'Please write the issuer as an address that begins with https://',
  )
  .refine(
    (value) => !MANY_TENANTS.test(value),
    'Please put your own Directory (tenant) ID into the issuer, in the place of “common”, “organizations” or “consumers”',
  )

const providerBody = {
  name: requiredLine(60, 'Please enter a name'),
  preset: ProviderPreset,
  issuer,
  client_id: requiredLine(500, 'Please enter the client ID'),
  scopes: line(300)
    .refine(
      (value) => value.split(/\s+/).includes('openid') && /^[\x21-\x7e ]+$/.test(value),
      'Please name the scopes with spaces between them, `openid` among them',
    )
    .default('openid email profile'),
  allowed_domains: z
    .array(
      line(253)
        .toLowerCase()
        .refine((domain) => DOMAIN.test(domain), 'Please write domains like example.com'),
    )
    .max(50, 'Please give up to 50 domains')
    .default([]),
  tenant: line(200).nullable().default(null),
  admits: z.enum(['existing', 'new_agents']).default('existing'),
  trusted_for_factor: z.boolean().default(false),
  ends_sessions: z.enum(['own', 'all']).default('own'),
  hides_password: z.boolean().default(false),
  enabled: z.boolean().default(false),
}
const secret = line(2000)

/** One of the buttons of the sign-in page. */
const SignInProvider = z.object({ id, name: z.string() })
export type SignInProvider = z.infer<typeof SignInProvider>

export const SignInProviders = z.object({
  providers: z.array(SignInProvider),
  hides_password: z.boolean().describe('The page shows the password only when asked for it.'),
})
export type SignInProviders = z.infer<typeof SignInProviders>

export const OwnIdentities = z.object({
  has_password: z.boolean(),
  providers: z.array(
    z.object({
      id,
      name: z.string(),
      connected: z.boolean(),
      email: z.string().nullable().describe('As the provider wrote it.'),
      connected_at: time.nullable(),
      last_used_at: time.nullable(),
    }),
  ),
})
export type OwnIdentities = z.infer<typeof OwnIdentities>

const away = z.object({ url: z.string().describe('Where the browser goes.') })

export const singleSignOnEndpoints = {
  listSignInProviders: endpoint({
    method: 'GET',
    path: '/auth/providers',
    access: 'public',
    summary: 'With whom one can sign in.',
    response: SignInProviders,
  }),
  beginProviderSignIn: endpoint({
    method: 'POST',
    path: '/auth/oidc/:id/start',
    access: 'public',
    ownRecord: 'whoever comes back is written down; nothing is anybody’s before that',
    summary:
      'Begins a sign-in with a provider: sets a cookie that binds it to this browser. 404 where it is switched off, 502 `provider_unavailable`, 429 after too many.',
    params: byId,
    body: z.object({
      return_to: line(2000).optional().describe('A path of this site.'),
      remember_me: z.boolean().default(false),
    }),
    response: away,
  }),
  providerCallback: endpoint({
    method: 'GET',
    path: '/auth/oidc/:id/callback',
    access: 'public',
    summary:
      'Where the provider sends the browser back to, once for each start and within 10 minutes. Goes on to the sign-in page, which ends the sign-in by `POST /auth/oidc/finish`, or says what was wrong. 404 where there is no such provider.',
    params: byId,
    status: 303,
  }),
  finishProviderSignIn: endpoint({
    method: 'POST',
    path: '/auth/oidc/finish',
    access: 'public',
    summary:
      'Trades the cookie of a sign-in with a provider for a session. 401 `second_factor_required` with a `challenge` as `POST /auth/login`; 409 `link_required` where the account of that address is not connected: after its own sign-in `POST /auth/oidc/link` connects it; 401 `sign_in_over` after 5 minutes, or where it was used.',
    response: z.object({ token: z.string(), user: CurrentUser, remember_me: z.boolean() }),
  }),
  linkProvider: endpoint({
    method: 'POST',
    path: '/auth/oidc/link',
    access: 'user',
    beforeSetUp: true,
    summary:
      'Connects the caller’s account with what came back from the provider, which its cookie names. 401 `sign_in_over`, 409 where either of them is connected otherwise.',
    response: SignInProvider,
  }),
  confirmByProvider: endpoint({
    method: 'POST',
    path: '/auth/oidc/:id/confirm',
    access: 'user',
    beforeSetUp: true,
    ownRecord: 'coming back from there is written down',
    summary:
      'Begins what `POST /auth/confirm` does with a password: the provider asks who is there anew, and coming back makes the session fresh. 404 where the account is not connected; 422 `code_required`, `wrong_code`, `code_used` or `clock_off` where there is a second factor.',
    params: byId,
    body: z.object({ code: line(60).optional() }),
    response: away,
  }),
  receiveLogout: endpoint({
    method: 'POST',
    path: '/auth/oidc/:id/backchannel-logout',
    access: 'public',
    summary:
      'For providers: OpenID Connect Back-Channel Logout 1.0, a `logout_token` as form. Ends the sessions that began by it, or all of that person. 400 `bad_logout_token` for what is not signed by the provider, meant for somebody else, old, or told before.',
    params: byId,
  }),
  getOwnIdentities: endpoint({
    method: 'GET',
    path: '/users/me/identities',
    access: 'user',
    beforeSetUp: true,
    summary: 'With whom the caller can sign in.',
    response: OwnIdentities,
  }),
  connectProvider: endpoint({
    method: 'POST',
    path: '/auth/oidc/:id/connect',
    access: 'user',
    fresh: true,
    summary: 'Begins to connect the caller’s account with theirs at a provider.',
    params: byId,
    response: away,
    ownRecord: 'coming back from there connects, and is written down',
  }),
  disconnectProvider: endpoint({
    method: 'DELETE',
    path: '/users/me/identities/:id',
    access: 'user',
    fresh: true,
    summary:
      'Disconnects. 404 where it is not connected; 409 `only_way_in` where there is no password and no other provider.',
    params: byId,
  }),
  listIdentityProviders: endpoint({
    method: 'GET',
    path: '/admin/identity-providers',
    access: 'admin',
    summary: 'Providers, by name.',
    response: z.object({
      address_problem: z
        .string()
        .nullable()
        .describe('Why none can be switched on: what `PUBLIC_URL` should say.'),
      address: z.string().describe('What the addresses for providers begin with.'),
      providers: z.array(IdentityProvider),
    }),
  }),
  createIdentityProvider: endpoint({
    method: 'POST',
    path: '/admin/identity-providers',
    access: 'admin',
    fresh: true,
    summary:
      'Adds a provider. 409 `issuer_taken` (or the id is), or `address_problem` for one that is to be on.',
    body: z.object({
      id: id
        .optional()
        .describe('Chosen beforehand, so that the addresses can be entered at the provider first.'),
      ...providerBody,
      client_secret: requiredLine(2000, 'Please enter the client secret'),
    }),
    response: IdentityProvider,
    status: 201,
  }),
  updateIdentityProvider: endpoint({
    method: 'PUT',
    path: '/admin/identity-providers/:id',
    access: 'admin',
    fresh: true,
    summary:
      'Changes a provider; another issuer disconnects everybody. The secret stays where it is left out, for the same issuer and client ID only (422 `secret_needed`). 409 `edit_conflict` with `If-Match`.',
    params: byId,
    body: z.object({ ...providerBody, client_secret: secret.optional() }),
    response: IdentityProvider,
  }),
  deleteIdentityProvider: endpoint({
    method: 'DELETE',
    path: '/admin/identity-providers/:id',
    access: 'admin',
    fresh: true,
    summary: 'Removes a provider, and whoever is connected by it has to sign in another way.',
    params: byId,
  }),
  testIdentityProvider: endpoint({
    method: 'POST',
    path: '/admin/identity-providers/test',
    access: 'admin',
    changesNothing: true,
    summary:
      'Reads a provider’s discovery document and keys. 422 `provider_unavailable` with what was wrong.',
    body: z.object({ issuer }),
    response: z.object({
      authorization_host: z.string(),
      keys: z.int(),
      tells_log_outs: z.boolean(),
    }),
  }),
}

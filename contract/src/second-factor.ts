import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, line, time } from './fields.ts'
import { ownPassword } from './profile.ts'
import { CurrentUser } from './users.ts'

/** A code of the app, or one of those that were printed. */
const code = line(60).min(1, 'Please enter the code')

/** A browser that is not asked for a code. */
export const TrustedBrowser = z.object({
  id,
  browser: z.string().describe('Such as `Firefox on Windows`, as it says of itself.'),
  ip: z.string().describe('Where it was when it was trusted.'),
  created_at: time,
  expires_at: time,
})
export type TrustedBrowser = z.infer<typeof TrustedBrowser>

/** What beside the password the caller signs in with. */
export const SecondFactor = z.object({
  on: z.boolean(),
  enabled_at: time.nullable(),
  recovery_codes_left: z.int(),
  required: z.boolean().describe('Whether the caller’s role has to have one.'),
  trusted_browsers: z.array(TrustedBrowser),
})
export type SecondFactor = z.infer<typeof SecondFactor>

const recoveryCodes = z
  .array(z.string())
  .describe('Ten, each good once. They are told this once; those of before open nothing any more.')

const ownProof = z.object({
  password: ownPassword
    .optional()
    .describe(
      'Left out by whoever has none: then the sign-in has to be fresh, 403 `fresh_sign_in_required` otherwise.',
    ),
})

export const secondFactorEndpoints = {
  answerChallenge: endpoint({
    method: 'POST',
    path: '/auth/second-factor',
    access: 'public',
    summary:
      'Ends a sign-in that `POST /auth/login` answered with 401 `second_factor_required`, and answers as that would have. 401 `challenge_over` after 5 minutes, a success or another password; 422 `wrong_code`, `code_used` or `clock_off`; 429 after too many wrong codes.',
    body: z.object({
      challenge: line(200),
      code,
      trust_browser: z
        .boolean()
        .default(false)
        .describe('Sets a cookie: this browser is asked for no code for 30 days.'),
    }),
    response: z.object({ token: z.string(), user: CurrentUser }),
  }),
  getSecondFactor: endpoint({
    method: 'GET',
    path: '/users/me/second-factor',
    access: 'user',
    beforeSetUp: true,
    summary: 'Whether the person signs in with a code too, and where none is asked for.',
    response: SecondFactor,
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/users/me/second-factor',
    access: 'user',
    beforeSetUp: true,
    changesNothing: true,
    summary:
      'Makes a secret for an app that shows codes. Nothing changes until a code of it is given. 403 `fresh_sign_in_required` where the password alone does not let the person in and they signed in more than ten minutes ago, 422 for a wrong password, 429 after too many.',
    body: ownProof,
    response: z.object({
      setup: z.string().describe('Goes into `…/confirm` within 30 minutes.'),
      secret: z.string().describe('In base 32, to be typed.'),
      uri: z.string().describe('The same as an `otpauth:` address, for a QR code.'),
    }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/users/me/second-factor/confirm',
    access: 'user',
    beforeSetUp: true,
    summary:
      'Switches the second factor on, in the place of an earlier one. 422 `wrong_code`, `clock_off`, or `setup_over` where one begins again.',
    body: z.object({ setup: line(2000), code }),
    response: z.object({ recovery_codes: recoveryCodes }),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/users/me/second-factor/recovery-codes',
    access: 'user',
    summary:
      'Makes ten new recovery codes. 403 `fresh_sign_in_required`, 404 where there is no second factor, 422 for a wrong password, 429 after too many.',
    body: ownProof,
    response: z.object({ recovery_codes: recoveryCodes }),
  }),
  removeSecondFactor: endpoint({
    method: 'DELETE',
    path: '/users/me/second-factor',
    access: 'user',
    summary:
      'Switches the second factor off. 403 `fresh_sign_in_required`, 404 where there is none, 422 for a wrong password, 429 after too many.',
    body: ownProof,
  }),
  endTrustedBrowser: endpoint({
    method: 'DELETE',
    path: '/users/me/second-factor/browsers/:id',
    access: 'user',
    summary: 'Asks for a code in this browser again.',
    params: byId,
  }),
  resetSecondFactor: endpoint({
    method: 'DELETE',
    path: '/admin/users/:id/second-factor',
    access: 'admin',
    fresh: true,
    summary:
      'Takes somebody’s second factor and passkeys away; they are told by mail, and what they acknowledge from then on says so. 404 where they have none.',
    params: byId,
  }),
}

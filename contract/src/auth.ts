import { z } from 'zod'
import { PASSWORD_HINT, PASSWORD_MAX, PASSWORD_MIN } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { email, line, requiredLine } from './fields.ts'
import { isTimeZone } from './settings.ts'
import { CurrentUser } from './users.ts'

/** Counted in characters as people see them, not in UTF-16 units (NIST SP 800-63B-4, 3.1.1.2). */
const characters = (value: string) => [...value].length

/** A password as typed at sign-in; nothing is said about its form. */
const givenPassword = z.string({ error: 'Please enter your password' }).max(4096)

/** A new password. Common ones and the person's own name are refused on the server. */
export const newPassword = z
  .string({ error: PASSWORD_HINT })
  .refine((value) => characters(value) >= PASSWORD_MIN, PASSWORD_HINT)
  .refine(
    (value) => characters(value) <= PASSWORD_MAX,
    `Password must be at most ${PASSWORD_MAX} characters long`,
  )
  .refine((value) => value.isWellFormed(), 'This password contains characters that cannot be typed')
  .describe(
    `${PASSWORD_MIN} to ${PASSWORD_MAX} characters; neither a common one nor mostly the person's own name.`,
  )

export const authEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary:
      'Signs in. The token goes into `Authorization: Bearer`. 401 where the address or the password is wrong; 401 `second_factor_required` with a `challenge` for `POST /auth/second-factor` where the person has set up a second factor (and with `answers`, `code` or `passkey` or both, where they have passkeys: `POST /auth/passkey`); 403 for an account that is not active, 429 after too many tries.',
    body: z.object({
      email,
      password: givenPassword,
      remember_me: z
        .boolean()
        .default(false)
        .describe(
          'Stay signed in for 30 days; otherwise 12 hours, where admins have set nothing else. Both slide with use.',
        ),
    }),
    response: z.object({ token: z.string(), user: CurrentUser }),
  }),
  signup: endpoint({
    method: 'POST',
    path: '/auth/signup',
    access: 'public',
    summary:
      'Creates an account. The answer is the same where the address already has one. The first account becomes an admin. 403 where sign-up is closed, 429 after too many tries.',
    body: z.object({
      first_name: requiredLine(100, 'Please enter your first name'),
      last_name: requiredLine(100, 'Please enter your last name'),
      email,
      password: newPassword,
      time_zone: z
        .string()
        .max(64)
        .refine(isTimeZone)
        .optional()
        // Whatever a browser says must not keep anybody from an account.
        .catch(undefined)
        .describe(
          'Where the browser is, such as `America/New_York`: the brokerage’s time zone when the first account is created, and ignored otherwise.',
        ),
    }),
    response: z.object({ message: z.string() }),
    status: 201,
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    access: 'user',
    beforeSetUp: true,
    summary: 'The signed-in person.',
    response: z.object({ user: CurrentUser }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'public',
    summary: 'Ends the session of the token that is sent, if it is one.',
  }),
  confirmIdentity: endpoint({
    method: 'POST',
    path: '/auth/confirm',
    access: 'user',
    beforeSetUp: true,
    summary:
      'Proves again who is signed in: for ten minutes the calls go on that answer 403 `fresh_sign_in_required` otherwise. 422 for a wrong password; where the person has a second factor and does not trust this browser, 422 `code_required`, `wrong_code`, `code_used` or `clock_off`; 422 `passkey_required` where only `POST /auth/confirm/passkey` does; 429 after too many.',
    body: z.object({
      password: givenPassword,
      code: line(60).optional().describe('Of the second factor, or a recovery code.'),
    }),
  }),
  csrfToken: endpoint({
    method: 'GET',
    path: '/csrf-token',
    access: 'public',
    summary: 'Sets the CSRF cookie; the matching token is in `X-CSRF-Token` and in the body.',
    response: z.object({ csrf_token: z.string() }),
  }),
}

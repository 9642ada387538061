import { z } from 'zod'
import { newPassword } from './auth.ts'
import { PICTURE_MAX_BYTES } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, email, id, line, requiredLine, text, time } from './fields.ts'
import { CurrentUser, Theme } from './users.ts'

/** The person's own password, typed again; nothing is said about its form. */
export const ownPassword = z.string({ error: 'Please enter your password' }).max(4096)

/** What people write of themselves; null and nothing are the same. */
const ProfileBody = z.object({
  first_name: requiredLine(100, 'Please enter your first name'),
  last_name: requiredLine(100, 'Please enter your last name'),
  email: email.describe('Another one than before is not theirs until it is confirmed by mail.'),
  current_password: ownPassword
    .nullish()
    .describe(
      'For another email; may be left out within ten minutes of signing in, which has proved as much.',
    ),
  phone_number: line(40).nullish().describe('Left out: unchanged. Null or empty: none.'),
  bio: text(4000)
    .transform((value) => value.trim())
    .nullish()
    .describe('Left out: unchanged. Null or empty: none.'),
})

/** Somewhere that the person is signed in. */
export const OwnSession = z.object({
  id,
  browser: z.string().describe('Such as `Firefox on Windows`, as it says of itself.'),
  ip: z.string().describe('Where it signed in from.'),
  created_at: time,
  last_used_at: time.describe('To the minute.'),
  current: z.boolean().describe('Whether it is the one that asks.'),
  sign_in_method: z
    .string()
    .describe('What was given to begin it: `password`, `passkey` and so on, as in sealed records.'),
  same_network: z.boolean().describe('Whether it signed in from where the caller is now.'),
})
export type OwnSession = z.infer<typeof OwnSession>

export const profileEndpoints = {
  getProfile: endpoint({
    method: 'GET',
    path: '/users/me',
    access: 'user',
    summary: 'The signed-in person.',
    response: CurrentUser,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/users/me',
    access: 'user',
    summary:
      'Changes what one says of oneself. Another email becomes `pending_email` and gets a mail to confirm it, whether or not somebody has it. 403 `password_required` or `wrong_password`, and nothing changes, where it is not proved that the person asks, and `fresh_sign_in_required` where the password alone does not let them in; with `If-Match`, 409 `edit_conflict` where somebody else saved first; 429 after too many addresses. Role, title and status stay.',
    body: ProfileBody,
    response: CurrentUser,
  }),
  resendEmailChange: endpoint({
    method: 'POST',
    path: '/users/me/email-change/resend',
    access: 'user',
    summary:
      'Mails a new link to the address that awaits confirmation; 404 where there is none, 429 after too many.',
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/users/me/email-change',
    access: 'user',
    summary: 'Keeps the address: the link that was mailed to the other one opens nothing any more.',
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/users/me',
    access: 'user',
    summary:
      'Deletes the account and ends its sessions. Where records name the person, the account stays behind without a name. 403 `fresh_sign_in_required` where the password alone does not let them in and they signed in more than ten minutes ago, 409 for the last admin, 422 for a wrong password, 429 after too many.',
    body: z.object({
      password: ownPassword
        .optional()
        .describe('May be left out within ten minutes of signing in, which has proved as much.'),
    }),
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/users/me/password',
    access: 'user',
    summary:
      'Changes the password and ends all other sessions. 403 `fresh_sign_in_required` as for the second factor, 422 where the current one is wrong or the new one is refused, 429 after too many wrong ones.',
    body: z.object({ current_password: ownPassword, new_password: newPassword }),
  }),
  changeTheme: endpoint({
    method: 'PUT',
    path: '/users/me/theme',
    access: 'user',
    summary: 'Changes the theme, on all devices.',
    body: z.object({ theme: Theme }),
    response: z.object({ theme: Theme }),
  }),
  uploadProfilePicture: endpoint({
    method: 'POST',
    path: '/users/me/profile-picture',
    access: 'user',
    summary:
      'Replaces the picture. It is cut to a square, made smaller and stripped of all else that the file says. 413 over 10 MB, 422 for what is not a PNG, JPEG, GIF or WebP picture, 429 after too many.',
    upload: { field: 'profile_picture', maxBytes: PICTURE_MAX_BYTES },
    response: z.object({ profile_picture_img_location: z.string() }),
  }),
  deleteProfilePicture: endpoint({
    method: 'DELETE',
    path: '/users/me/profile-picture',
    access: 'user',
    summary: 'Removes the picture, if there is one.',
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/users/me/sessions',
    access: 'user',
    summary: 'Where the person is signed in, the latest used first.',
    response: z.array(OwnSession),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/users/me/sessions',
    access: 'user',
    summary: 'Signs the person out everywhere else.',
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/users/me/sessions/:id',
    access: 'user',
    summary: 'Ends one session; the one that asks is ended by `POST /auth/logout` too.',
    params: byId,
  }),
}

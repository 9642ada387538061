import { z } from 'zod'
import { newPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'
import { linkToken } from './invitations.ts'

const said = z.object({ message: z.string() })

/** What happens by way of a mail to the person's own address. */
export const accountLinkEndpoints = {
  verifyEmail: endpoint({
    method: 'POST',
    path: '/auth/verify-email',
    access: 'public',
    summary: 'Confirms an address with the token of a mailed link; 404 where it opens nothing.',
    body: z.object({ token: linkToken }),
    response: said,
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/auth/resend-verification',
    access: 'public',
    summary:
      'Mails a new link to confirm an address: to the signed-in person, else to the address given. The answer is the same whether or not it has to be confirmed.',
    body: z.object({ email: email.optional() }),
    response: said,
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/auth/request-password-reset',
    access: 'public',
    summary:
      'Mails a link to choose a new password. Whether the address has an account changes neither the answer nor the time it takes.',
    body: z.object({ email }),
    response: said,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    summary:
      'Sets a new password with the token of a mailed link, and ends all sessions. 404 where the link opens nothing.',
    body: z.object({ token: linkToken, password: newPassword }),
    response: said,
  }),
}

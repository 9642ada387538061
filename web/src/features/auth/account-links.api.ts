import { useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (body: { email: string }) => call('POST /auth/request-password-reset', { body }),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      call('POST /auth/reset-password', { body }),
  })
}

export function useVerifyEmail() {
  return useMutation({
    mutationFn: (token: string) => call('POST /auth/verify-email', { body: { token } }),
  })
}

/** To the signed-in person, or to an address that somebody has signed up with. */
export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string | void) =>
      call('POST /auth/resend-verification', { body: email ? { email } : {} }),
  })
}

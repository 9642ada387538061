import { useMutation, useQueryClient } from '@tanstack/react-query'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { call } from '#web/lib/call.ts'

export type Credentials = { email: string; password: string; remember_me: boolean }

export function useLogin() {
  return useMutation({ mutationFn: (body: Credentials) => call('POST /auth/login', { body }) })
}

/** The code that is asked for after the right password. */
export function useAnswerChallenge() {
  return useMutation({
    mutationFn: (body: { challenge: string; code: string; trust_browser: boolean }) =>
      call('POST /auth/second-factor', { body }),
  })
}

/** Proves again who is signed in. */
export function useConfirmIdentity() {
  return useMutation({
    mutationFn: (body: { password: string; code?: string }) => call('POST /auth/confirm', { body }),
  })
}

export type NewAccount = {
  first_name: string
  last_name: string
  email: string
  password: string
}

/** Always asks for an agent's account; who becomes what is the server's to decide. */
export function useSignup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (account: NewAccount) => {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const body = { ...account, role: 'agent', title: 'Agent', time_zone: zone }
      return call('POST /auth/signup', { body })
    },
    // The first account ends the first run.
    onSuccess: () => client.invalidateQueries({ queryKey: publicSettings.queryKey }),
  })
}

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

import type { CurrentUser } from '@frontdesk/contract/users'
import { ApiError, failureOf } from '#web/lib/api-error.ts'

/** What the password alone did not open, and by what it can be answered. */
export type Challenge = { challenge: string; remember: boolean; code: boolean; passkey: boolean }

/** What the right answer opened. */
export type Opened = { token: string; user: CurrentUser; remember: boolean }

/** What a refused sign-in asks for; undefined where it was refused for another reason. */
export function challengeIn(error: unknown, remember: boolean): Challenge | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { challenge, answers } = error.body
  if (typeof challenge !== 'string') return undefined
  // Left out where there is nothing but codes.
  const ways: unknown[] = Array.isArray(answers) ? answers : ['code']
  return { challenge, remember, code: ways.includes('code'), passkey: ways.includes('passkey') }
}

/** What the login screen says about a failed try. */
export function loginError(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Invalid email or password'
  return patience(error) ?? toldBy(error, 'Login failed')
}

/** What the sign-up screen says about a failed try. */
export function signupError(error: unknown): string {
  const fallback = 'Failed to create account. Please try again.'
  if (!(error instanceof ApiError)) return fallback
  return patience(error) ?? toldBy(error, fallback)
}

/** What the other account screens say about a failed try. */
export function formError(error: unknown): string {
  if (!(error instanceof ApiError)) return 'An unexpected error occurred'
  return patience(error) ?? error.message
}

/** What the server itself wrote, or why there was no such thing. */
function toldBy(error: ApiError, fallback: string): string {
  const wrote = typeof error.body.error === 'string' && error.body.error !== ''
  return wrote || error.status === 0 ? failureOf(error, fallback) : fallback
}

function patience(error: ApiError): string | undefined {
  if (error.status !== 429 || error.retryAfter === undefined) return undefined
  return `Too many tries. You can try again in ${duration(error.retryAfter)}.`
}

function duration(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

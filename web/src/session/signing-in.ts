import type { CurrentUser } from '@frontdesk/contract/users'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { fullStop } from '#web/lib/format.ts'

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
  return withWait(toldBy(error, 'Login failed'), error)
}

/** What the sign-up screen says about a failed try. */
export function signupError(error: unknown): string {
  const fallback = 'Failed to create account. Please try again.'
  if (!(error instanceof ApiError)) return fallback
  return withWait(toldBy(error, fallback), error)
}

/** What the other account screens say about a failed try. */
export function formError(error: unknown): string {
  if (!(error instanceof ApiError)) return 'An unexpected error occurred'
  return withWait(error.message, error)
}

/** What the server itself wrote, or why there was no such thing. */
function toldBy(error: ApiError, fallback: string): string {
  const wrote = typeof error.body.error === 'string' && error.body.error !== ''
  return wrote || error.status === 0 ? failureOf(error, fallback) : fallback
}

/** What is said, and after too many tries for how long there is no use in another. */
function withWait(said: string, { status, retryAfter }: ApiError): string {
  if (status !== 429 || retryAfter === undefined) return said
  return `${fullStop(said)} You can try again in ${duration(retryAfter)}.`
}

function duration(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

import type { CurrentUser } from '@frontdesk/contract/users'
import { ApiError } from '#web/lib/api-error.ts'

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

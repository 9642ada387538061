import { notByKey } from './by-key.ts'
import type { SignedIn } from './caller.ts'
import { AppError } from './errors.ts'

export const freshSignInRequired = (sentence = 'Please confirm that it is you') =>
  new AppError(403, 'fresh_sign_in_required', sentence)

/**
 * For what takes a fresh sign-in only because of what it is done to; all else says so in the contract.
 * @throws AppError 403 where the person has to prove again that it is they, or a program calls
 */
export function requireFresh({ isFresh, key }: SignedIn): void {
  if (key) throw notByKey()
  if (!isFresh) throw freshSignInRequired()
}

import { AppError } from '../../http/errors.ts'

/** What an editor reads where somebody else was faster. */
export const CHANGED_MEANWHILE = 'Somebody else has changed this profile in the meantime'

/** Colleagues see each other's addresses in the directory, so this tells nobody anything new. */
export function sayWhereTaken(error: unknown): never {
  const names = error as { code?: string; constraint?: string }
  if (names.code === '23505' && names.constraint === 'users_external_id_key') {
    throw new AppError(409, 'external_id_taken', 'Somebody else already has this externalId')
  }
  if (names.code !== '23505' || names.constraint !== 'users_email_key') throw error
  const sentence = 'A colleague already has this email address'
  throw new AppError(409, 'email_taken', sentence, { fields: { email: sentence } })
}

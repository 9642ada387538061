import { sql } from 'kysely'

const hasCode = sql<boolean>`exists (select from second_factors where user_id = users.id)`
const hasPasskey = sql<boolean>`exists (select from passkeys where user_id = users.id)`

/** Whether somebody of `users` has more than a password: codes, or a passkey. */
export const hasSecondFactor = sql<boolean>`(${hasCode} or ${hasPasskey})`.as('has_second_factor')

/**
 * Whether their password alone does not let them in. Who has a passkey may still come by the password, on a
 * device that does not know it, unless their role needs a second factor.
 */
export const asksSecondFactor = sql<boolean>`(${hasCode} or (${hasPasskey} and exists (
  select from settings where users.role = any(second_factor_roles)
)))`.as('asks_second_factor')

/** Which of the two they have. */
export const factorsThere = [hasCode.as('has_code'), hasPasskey.as('has_passkey')] as const

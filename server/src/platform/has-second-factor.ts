import { sql } from 'kysely'

/** Whether somebody of `users` signs in with a code too. */
export const hasSecondFactor =
  sql<boolean>`exists (select from second_factors where user_id = users.id)`.as('has_second_factor')

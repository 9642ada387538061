import { sql } from 'kysely'

/** Of `users`: that they came in by themselves: with a password, or by a provider alone. Else they are invited. */
export const hasAccount = sql<boolean>`(password_hash is not null or last_login_at is not null)`

import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Origin } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import { browserName } from '../../platform/browser-name.ts'
import { newBrowserMail } from '../accounts/account-mails.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'

/**
 * Tells somebody of a sign-in from a browser that is new to them; it has to stand before the sign-in is written
 * down. Programs keep no cookies, and some people delete theirs: the same browser in the same network is not new.
 * @param how.device what a cookie calls the browser, where it has signed in as this person before
 */
export async function tellOfNewBrowser(
  tx: Db,
  userId: string,
  { device, origin }: { device: string | null; origin: Origin },
): Promise<void> {
  if (device !== null) return
  const person = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    // The very first sign-in is new to nobody.
    .where('last_login_at', 'is not', null)
    .executeTakeFirst()
  if (!person || (await isUsual(tx, userId, origin))) return
  await queueMail(tx, newBrowserMail, {
    to: person.email,
    data: { browser: browserName(origin.userAgent), ip: origin.ip },
    userId,
  })
}

/** As the audit trail tells, because a log-out forgets the session. */
async function isUsual(tx: Db, userId: string, origin: Origin): Promise<boolean> {
  const before = await tx
    .selectFrom('audit_events')
    .select(['ip', 'user_agent'])
    .distinct()
    .where('actor_id', '=', userId)
    .where('action', '=', 'sign_in')
    .where('happened_at', '>', sql<string>`now() - interval '90 days'`)
    .execute()
  return before.some(
    ({ ip, user_agent: userAgent }) =>
      networkOf(ip) === networkOf(origin.ip) &&
      browserName(userAgent) === browserName(origin.userAgent),
  )
}

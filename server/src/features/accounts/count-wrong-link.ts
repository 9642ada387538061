import type { Db } from '../../db/connect.ts'
import type { Origin } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'

/** Tokens can't be guessed; this keeps a flood of tries from costing us work. */
const PER_NETWORK: Limit = { tries: 300, windowSeconds: 15 * 60 }

/**
 * Counts a try with a link that opened nothing, or with a password that was refused. A right one
 * counts nowhere: an office of any size accepts its invitations on one morning.
 * @throws AppError 429 after too many
 */
export async function countWrongLink(db: Db, origin: Origin): Promise<void> {
  const bucket = `link-from:${networkOf(origin.ip)}`
  await consume(db, bucket, PER_NETWORK, 'Too many tries. Please try again in a few minutes.')
}

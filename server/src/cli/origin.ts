import { userInfo } from 'node:os'
import { uuidv7 } from 'uuidv7'
import type { Origin } from '../http/caller.ts'

/** What the audit trail says of a command: the account on this machine that ran it. */
export function commandOrigin(): Origin {
  return {
    ip: 'command line',
    userAgent: `npm run admin (${userInfo().username})`,
    requestId: uuidv7(),
  }
}

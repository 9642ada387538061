import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'

/** What features need beside the call itself. */
export interface Services {
  config: Config
  db: Db
  /** Key of the CSRF tokens, the same on all nodes. */
  csrfKey: Buffer
}

import type { Config } from '../../config.ts'
import { conflict } from '../../http/errors.ts'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[?::1\]?)$/

/** Why providers can't send browsers back here, as one line for an admin; null where they can. */
export function addressProblem({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>) {
  const url = publicUrl === null ? null : new URL(publicUrl)
  if (url ? url.protocol === 'https:' || LOOPBACK.test(url.hostname) : LOOPBACK.test(host)) {
    return null
  }
  return 'Set PUBLIC_URL to the address that people open, beginning with https://, and start the server again.'
}

/** @throws AppError 409 `address_problem` */
export function refuseWithoutAddress(config: Pick<Config, 'publicUrl' | 'host'>): void {
  const problem = addressProblem(config)
  if (problem) throw conflict('address_problem', problem)
}

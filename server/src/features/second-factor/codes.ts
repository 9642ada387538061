import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
/** Clocks may differ by so many steps, before and after. */
const SLACK = 1
/** Codes so many steps away open nothing, but tell that a clock is off. */
const RECOGNISED = 20

/** A new secret of 160 bits, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

function appOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), period: STEP_SECONDS })
}

/** The `otpauth:` address that apps read from a QR code. */
export const addressOf = (secret: string, names: { issuer: string; label: string }): string =>
  appOf(secret, names).toString()

/** The code that an app shows at a moment, in milliseconds. */
export const codeAt = (secret: string, timestamp = Date.now()): string =>
  appOf(secret).generate({ timestamp })

/** Codes of six digits are the app's; people write them in two halves. */
const withoutGaps = (code: string) => code.replaceAll(/[\s-]/g, '')
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(withoutGaps(code))

/**
 * Of which step a code is; `secondsOff` is not 0 where it is one of a clock that is so far ahead (behind where it is
 * negative), and opens nothing; null where it is none at all.
 */
export function readCode(
  secret: string,
  code: string,
  now = Date.now(),
): { step: number; secondsOff: number } | null {
  const away = appOf(secret).validate({
    token: withoutGaps(code),
    timestamp: now,
    window: RECOGNISED,
  })
  if (away === null) return null
  return {
    step: Math.floor(now / 1000 / STEP_SECONDS) + away,
    secondsOff: Math.abs(away) > SLACK ? away * STEP_SECONDS : 0,
  }
}

const RECOVERY_CODES = 10
/** Crockford's base 32: nothing in it is taken for another. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP = 4

/** Ten codes of 80 random bits, such as `7K3M-9QPA-…`: too many to be found from their hashes. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(GROUPS * GROUP)].map((byte) => LETTERS[byte % LETTERS.length])
    const groups = Array.from({ length: GROUPS }, (_, at) =>
      letters.slice(at * GROUP, (at + 1) * GROUP).join(''),
    )
    return groups.join('-')
  })
}

/** However it was typed: letters that look like digits are those digits. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  const meant = code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(`${userId}.${meant}`).digest()
}

import { PASSWORD_MIN } from '@frontdesk/contract/constants'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The same characters typed on different keyboards count as the same (NIST SP 800-63B-4, 3.1.1.2). */
const normalise = (password: string) => password.normalize('NFKC')

/** Argon2id in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  return hash(normalise(password), PARAMETERS)
}

let decoy: Promise<string> | undefined

/** Whether a password fits. Without a hash it takes as long, and is false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await decoy), normalise(password))
  return stored !== null && matches
}

/** Who the password is for: what they are called must not be most of it. */
export interface PasswordOwner {
  firstName: string
  lastName: string
  email: string
}

/** Why a new password is refused, as a sentence; null where it is not. */
export async function refusalOf(password: string, owner: PasswordOwner): Promise<string | null> {
  const folded = normalise(password).toLowerCase()
  if (isMostlyPersonal(folded, owner)) {
    return 'Please choose a password that is not your own name or email address'
  }
  const common = await commonPasswords()
  if (common.has(folded)) {
    return 'This password is on the list of the most common ones. Please choose another'
  }
  return null
}

/** Fewer letters and digits than this, beside the person's own words, do not make a password. */
const OWN_CHARACTERS = 6

function isMostlyPersonal(folded: string, owner: PasswordOwner): boolean {
  const email = owner.email.toLowerCase()
  const words = [email, ...email.split('@'), owner.firstName, owner.lastName]
    .flatMap((word) => [word, ...word.split(/[\s._-]+/)])
    .map((word) => normalise(word).toLowerCase())
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), folded)
  return rest !== folded && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < OWN_CHARACTERS
}

let common: Promise<Set<string>> | undefined

/** Those of the bundled list that are long enough to be chosen; read at the first new password. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(
        dictionary['passwords-common'].map(String).filter((word) => word.length >= PASSWORD_MIN),
      ),
  )
  return common
}

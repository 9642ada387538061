import { hash, verify } from '@node-rs/argon2'
import type { Db } from '../../db/connect.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import { type Guesses, guessesFor } from './password-guesses.ts'

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

const REFUSALS: Record<Guesses['weakness'], string> = {
  common: 'This password is on the list of the most common ones. Please choose another',
  repeats: 'This password repeats itself and is easy to guess. Please choose another',
  sequence:
    'This password follows a row of letters, digits or keys and is easy to guess. Please choose another',
  words:
    'This password is easy to guess. A few words that have nothing to do with each other are not',
}
const OWN = 'Please choose a password that is not your own name or email address'
const OURS = 'Please choose a password that is not the name of the brokerage or of this program'

/**
 * What is found in fewer tries is refused. Two common words, or a word with a year and a mark, are
 * (10^7); eight random letters (10^8) and three words are not.
 */
const TOO_FEW_GUESSES = 1.2e7

/** Why a new password is refused, as a sentence; null where it is not. */
export async function refusalOf(
  db: Db,
  password: string,
  owner: PasswordOwner,
): Promise<string | null> {
  const normal = normalise(password)
  const folded = normal.toLowerCase()
  if (isMostly(folded, personalWords(owner))) return OWN
  if (isMostly(folded, namesOfOurs(brokerageName(await findSettings(db))))) return OURS
  const { guesses, weakness } = await guessesFor(normal)
  return guesses < TOO_FEW_GUESSES ? REFUSALS[weakness] : null
}

/** Fewer letters and digits than this, beside words that anybody knows, do not make a password. */
const OWN_CHARACTERS = 6

function isMostly(folded: string, words: string[]): boolean {
  const known = words
    .map((word) => normalise(word).toLowerCase())
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), folded)
  return rest !== folded && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < OWN_CHARACTERS
}

function personalWords({ email, firstName, lastName }: PasswordOwner): string[] {
  return [email, ...email.split('@'), firstName, lastName].flatMap((word) => [
    word,
    ...word.split(/[\s._-]+/),
  ])
}

function namesOfOurs(brokerage: string): string[] {
  const parts = brokerage.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 3)
  return [
    'front desk',
    'frontdesk',
    brokerage,
    brokerage.replaceAll(/[^\p{L}\p{N}]/gu, ''),
    ...parts,
  ]
}

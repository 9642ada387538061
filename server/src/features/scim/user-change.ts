import { email, line, requiredLine } from '@frontdesk/contract/fields'
import { externalId } from '@frontdesk/contract/scim'
import type { z } from 'zod'
import { splitName } from '../accounts/accounts.queries.ts'
import { checked } from './checked.ts'
import type { Step } from './operations.ts'
import { badRequest } from './scim-error.ts'

/** What is to be of a person; what is left out stays. */
export interface UserChange {
  email?: string
  first_name?: string
  last_name?: string
  title?: string | null
  external_id?: string | null
  active?: boolean
  /** From the number that they have to the one that they shall have. */
  phone?: PhoneTurn
  /** Their name as a whole, for whoever has none in parts. */
  display?: string
}

/** A number, and which of the directory's it is, in lower case. */
export interface Phone {
  number: string
  kind: string
}
type PhoneTurn = (before: Phone | null) => Phone | null

/** Of one value: its field, which is what the app takes. */
const FIELDS = {
  username: { name: 'userName', key: 'email', field: email },
  'name.givenname': {
    name: 'name.givenName',
    key: 'first_name',
    field: requiredLine(100, 'It must not be empty'),
  },
  'name.familyname': { name: 'name.familyName', key: 'last_name', field: line(100), none: '' },
  title: { name: 'title', key: 'title', field: line(100), none: null },
  externalid: { name: 'externalId', key: 'external_id', field: externalId, none: null },
} as const satisfies Record<
  string,
  { name: string; key: keyof UserChange; field: z.ZodType; none?: '' | null }
>

/**
 * What steps make of a person. Attributes that are not kept are passed over, as the standard asks.
 * @throws AppError 400 `invalidValue`, `mutability`
 */
export function userChangeOf(steps: Step[]): UserChange {
  const change: UserChange = {}
  const turns: PhoneTurn[] = []
  let formatted = ''
  for (const step of steps) {
    const { attribute, value, op } = step
    if (attribute === 'active') {
      if (op === 'remove') throw isRequired('active')
      change.active = truthOf(value)
    } else if (attribute === 'phonenumbers' || attribute === 'phonenumbers.value') {
      turns.push(phoneTurn(step))
    } else if (attribute === 'displayname' || attribute === 'name.formatted') {
      const name = op === 'remove' || value === null ? '' : checked(attribute, line(200), value)
      if (attribute === 'displayname') change.display = name
      else formatted = name
    } else if (Object.hasOwn(FIELDS, attribute)) {
      Object.assign(change, fieldOf(attribute as keyof typeof FIELDS, step))
    }
  }
  if (turns.length > 0) {
    change.phone = (before) => turns.reduce((phone, turn) => turn(phone), before)
  }
  const hasParts = change.first_name !== undefined || change.last_name !== undefined
  return { ...(formatted && !hasParts && namesIn(formatted)), ...change }
}

function fieldOf(attribute: keyof typeof FIELDS, { op, value }: Step): UserChange {
  const { name, key, field, ...more } = FIELDS[attribute]
  const isNone = op === 'remove' || value === null || value === ''
  if (isNone) {
    if (!('none' in more)) throw isRequired(name)
    return { [key]: more.none }
  }
  return { [key]: checked(name, field, value) }
}

/** A name as a whole in its parts. */
export function namesIn(whole: string): { first_name: string; last_name: string } {
  const { first_name: first, last_name: last } = splitName(whole)
  return {
    first_name: checked('displayName', line(100), first),
    last_name: checked('displayName', line(100), last),
  }
}

const isRequired = (attribute: string) =>
  badRequest('mutability', `“${attribute}” can’t be removed`)

/** Entra sends `"False"`, which is no boolean and true to whoever looks no further. */
function truthOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (word === 'true' || word === 'false') return word === 'true'
  throw badRequest('invalidValue', '“active” is true or false')
}

const AT_WORK = 'work'
const BY_KIND = /^\s*type\s+eq\s+"([^"\\]{1,40})"\s*$/i
const PRIMARY = /^\s*primary\s+eq\s+true\s*$/i

/**
 * People have one number here, and a directory has several of them: kept is the one at work, or else the first, and
 * which of them that is. So a change of another one does not come to stand in its place.
 */
function phoneTurn({ op, attribute, selector, value }: Step): PhoneTurn {
  const isNone = op === 'remove' || value === null || value === ''
  if (selector !== undefined && !PRIMARY.test(selector)) {
    const kind = BY_KIND.exec(selector)?.[1]?.toLowerCase()
    if (!kind)
      throw badRequest('invalidPath', 'Numbers are chosen as in phoneNumbers[type eq "work"]')
    const isKept = (before: Phone | null) => before?.kind === kind
    if (isNone) return (before) => (isKept(before) ? null : before)
    const next = { number: numberIn(value), kind }
    return (before) => (!before || isKept(before) || kind === AT_WORK ? next : before)
  }
  if (isNone) return () => null
  if (attribute === 'phonenumbers.value' || typeof value === 'string') {
    const number = numberIn(value)
    return (before) => ({ number, kind: before?.kind ?? AT_WORK })
  }
  const given = (Array.isArray(value) ? value : [value]).map(phoneFrom)
  return (before) => {
    const all = op === 'add' && before ? [{ ...before, isPrimary: false }, ...given] : given
    const best =
      all.find(({ isPrimary }) => isPrimary) ?? all.find(({ kind }) => kind === AT_WORK) ?? all[0]
    return best && best.number !== '' ? { number: best.number, kind: best.kind } : null
  }
}

function phoneFrom(value: unknown): Phone & { isPrimary: boolean } {
  if (typeof value !== 'object' || value === null) {
    throw badRequest('invalidValue', '“phoneNumbers” is a list of objects with a value')
  }
  const { value: number, type, primary } = value as Record<string, unknown>
  return {
    number: number === null || number === '' ? '' : numberIn(number),
    kind: typeof type === 'string' && type !== '' ? type.slice(0, 40).toLowerCase() : AT_WORK,
    isPrimary: primary === true,
  }
}

/** By its path a value may come as an object with nothing else. */
const numberIn = (value: unknown): string =>
  checked(
    'phoneNumbers',
    line(40),
    typeof value === 'object' && value !== null && 'value' in value ? value.value : value,
  )

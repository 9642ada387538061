import { type RawBuilder, sql } from 'kysely'
import { badRequest } from './scim-error.ts'
import { withoutUrn } from './attribute-names.ts'

/** An attribute that can be asked for: how it is compared. */
export type Filterable = Record<
  string,
  { column: RawBuilder<unknown>; kind?: 'exact' | 'boolean' | 'id' }
>

/** No directory asks for more; whatever is longer is not looked at. */
const MOST_CHARACTERS = 2000
const MOST_CONDITIONS = 10

/** `userName`, `emails[type eq "work"].value`, `members[value`: then the operator and what it is compared with. */
const CONDITION =
  /^\s*([A-Za-z][\w:.-]*(?:\[type eq "work"\]\.value)?)\s+(eq|co|sw|ew|pr)(?:\s+("(?:[^"\\]|\\.)*"|true|false))?\s*(?:$|(?=and\s))/i
const IN_BRACKETS =
  /^\s*([A-Za-z]+)\[\s*([A-Za-z]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*\]\s*(?:$|(?=and\s))/i

/**
 * What a filter says, in SQL: `eq`, `co`, `sw`, `ew` and `pr`, joined by `and`.
 * @throws AppError 400 `invalidFilter` for everything else that the standard has, too
 */
export function readFilter(filter: string, known: Filterable): RawBuilder<boolean> {
  if (filter.length > MOST_CHARACTERS) throw refused('it is too long')
  const conditions: RawBuilder<boolean>[] = []
  let rest = filter
  do {
    const { length, condition } = readCondition(rest, known)
    conditions.push(condition)
    if (conditions.length > MOST_CONDITIONS) throw refused('it has too many conditions')
    rest = rest.slice(length)
    if (rest === '') return sql<boolean>`(${sql.join(conditions, sql` and `)})`
    rest = rest.slice('and'.length)
  } while (rest.trim() !== '')
  throw refused('something has to follow “and”')
}

function readCondition(text: string, known: Filterable) {
  const bracketed = IN_BRACKETS.exec(text)
  if (bracketed) {
    const [whole, list, part, value] = bracketed
    const condition = conditionOf(`${list}.${part}`, { operator: 'eq', value }, known)
    return { length: whole.length, condition }
  }
  const found = CONDITION.exec(text)
  if (!found) throw refused('conditions are such as userName eq "pat@example.com", joined by “and”')
  const [whole, name, operator, value] = found
  return {
    length: whole.length,
    condition: conditionOf(name!, { operator: operator!, value }, known),
  }
}

const refused = (why: string) => badRequest('invalidFilter', `This filter can’t be used: ${why}`)

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const asPattern = (value: string) => value.replaceAll(/[\\%_]/g, String.raw`\$&`)

function conditionOf(
  name: string,
  { operator: written, value }: { operator: string; value?: string },
  known: Filterable,
): RawBuilder<boolean> {
  const key = withoutUrn(name).replace('[type eq "work"]', '').toLowerCase()
  const attribute = Object.hasOwn(known, key) ? known[key] : undefined
  const operator = written.toLowerCase()
  if (!attribute) throw refused(`“${name.slice(0, 60)}” is not looked for`)
  const { column, kind } = attribute
  if (kind === 'id' && operator !== 'eq') throw refused('an id is compared by “eq”')
  if (operator === 'pr') {
    if (value !== undefined) throw refused('nothing follows “pr”')
    return sql<boolean>`${column} is not null`
  }
  if (value === undefined) throw refused(`“${written}” needs a value`)
  if (kind === 'boolean' || !value.startsWith('"')) {
    const wanted = /^"?(true|false)"?$/i.exec(value)?.[1]?.toLowerCase()
    if (kind !== 'boolean' || operator !== 'eq' || !wanted)
      throw refused('the value is of another kind')
    return sql<boolean>`${column} = ${wanted === 'true'}`
  }
  const text = textIn(value)
  if (kind === 'id') {
    return UUID.test(text) ? sql<boolean>`${text}::uuid = ${column}` : sql<boolean>`false`
  }
  const isExact = kind === 'exact'
  const left = isExact ? column : sql`lower(${column})`
  const right = isExact ? text : text.toLowerCase()
  if (operator === 'eq') return sql<boolean>`${left} = ${right}`
  const before = operator === 'sw' ? '' : '%'
  const after = operator === 'ew' ? '' : '%'
  return sql<boolean>`${left} like ${before + asPattern(right) + after}`
}

function textIn(quoted: string): string {
  try {
    const text: unknown = JSON.parse(quoted)
    if (typeof text === 'string' && !text.includes('\0') && text.isWellFormed()) return text
  } catch {
    // Said below.
  }
  throw refused('a text is written as in JSON')
}

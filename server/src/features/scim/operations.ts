import { withoutUrn } from './attribute-names.ts'
import { badRequest } from './scim-error.ts'

/** One thing to be done with one attribute. */
export interface Step {
  op: 'add' | 'replace' | 'remove'
  /** In lower case, such as `name.givenname`. */
  attribute: string
  /** What stands in brackets behind it, such as `type eq "work"`. */
  selector?: string
  value: unknown
}

type Values = Record<string, unknown>

const MOST_OPERATIONS = 1000
const OPS = new Set(['add', 'replace', 'remove'])
const PATH = /^([\w$:.-]{1,200})(?:\[([^[\]]{1,500})\])?(?:\.(\w{1,100}))?$/

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The steps of a PATCH, as the standard has it and as Entra and Okta send it: `op` in any case, no path,
 * dotted names without a path.
 * @throws AppError 400 `invalidSyntax`, `invalidPath`, `tooMany`
 */
export function stepsOf(body: Values): Step[] {
  const named = Object.keys(body).find((name) => name.toLowerCase() === 'operations')
  const operations = named && body[named]
  if (!Array.isArray(operations) || operations.length === 0) {
    throw badRequest('invalidSyntax', 'A PATCH has a list of Operations')
  }
  if (operations.length > MOST_OPERATIONS) {
    throw badRequest('tooMany', `Please send at most ${MOST_OPERATIONS} operations at once`)
  }
  return operations.flatMap((operation: unknown) => {
    if (!isObject(operation)) throw badRequest('invalidSyntax', 'An operation is an object')
    const op = typeof operation.op === 'string' ? operation.op.toLowerCase() : ''
    if (!OPS.has(op)) throw badRequest('invalidSyntax', 'An operation is add, replace or remove')
    return stepsOfOne(op as Step['op'], operation)
  })
}

function stepsOfOne(op: Step['op'], { path, value }: Values): Step[] {
  if (path === undefined || path === null || path === '') {
    if (op === 'remove') throw badRequest('invalidPath', 'To remove something takes a path')
    if (!isObject(value)) throw badRequest('invalidSyntax', 'Without a path the value is an object')
    return stepsIn(value, op)
  }
  if (typeof path !== 'string') throw badRequest('invalidPath', 'A path is text')
  if (op !== 'remove' && value === undefined) {
    throw badRequest('invalidSyntax', 'This operation lacks its value')
  }
  const found = PATH.exec(withoutUrn(path.trim()))
  if (!found) throw badRequest('invalidPath', `“${path.slice(0, 60)}” is no path`)
  const [, name, selector, part] = found
  const attribute = [name, part].filter(Boolean).join('.').toLowerCase()
  return flat({ op, attribute, selector, value })
}

/** A whole resource as the steps that make it so. */
export const stepsIn = (resource: Values, op: Step['op'] = 'replace'): Step[] =>
  Object.entries(resource).flatMap(([name, value]) => {
    const bare = withoutUrn(name)
    // Entra may send a path with brackets as a name.
    const found = PATH.exec(bare)
    if (!found) return []
    const [, first, selector, part] = found
    const attribute = [first, part].filter(Boolean).join('.').toLowerCase()
    return flat({ op, attribute, selector, value })
  })

/** `name` as its parts, and the attributes under the name of their schema; nothing else has parts here. */
function flat(step: Step): Step[] {
  const { attribute, value, op } = step
  const isNest =
    attribute === 'name' || /^urn:ietf:params:scim:schemas:core:2\.0:(user|group)$/.test(attribute)
  if (!isNest) return [step]
  if (value === null || op === 'remove') return []
  if (!isObject(value)) throw badRequest('invalidValue', `“${attribute}” is an object`)
  const before = attribute === 'name' ? 'name.' : ''
  return Object.entries(value).map(([part, inner]) => ({
    op,
    attribute: `${before}${part}`.toLowerCase(),
    value: inner,
  }))
}

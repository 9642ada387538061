import type { Output, Schema } from '@frontdesk/contract/endpoint'
import type { z } from 'zod'
import { AppError } from './errors.ts'

type Part = 'params' | 'query' | 'body'
type Issue = z.core.$ZodRawIssue

/**
 * What a schema makes of a part of a request.
 * @throws AppError 400 where a value has the wrong form, 422 where it breaks a rule
 */
export function checkInput<S extends Schema>(schema: S, value: unknown, part: Part): Output<S> {
  const rules = schema as unknown as z.ZodType<Output<S>>
  const result = rules.safeParse(value, { error: sentenceOf })
  if (!result.success) throw fromZod(result.error, part)
  return result.data
}

const MALFORMED = new Set(['invalid_type', 'invalid_union', 'invalid_key', 'invalid_element'])

/** Names every field at fault. */
function fromZod(error: z.ZodError, part: Part): AppError {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const name = issue.path.join('.')
    if (name && !(name in fields)) fields[name] = issue.message
  }
  const malformed = part !== 'body' || error.issues.some((issue) => MALFORMED.has(issue.code))
  const status = malformed ? 400 : 422
  const message = error.issues[0]?.message ?? 'This request could not be understood'
  return new AppError(status, malformed ? 'malformed' : 'invalid', message, {
    ...(Object.keys(fields).length > 0 && { fields }),
  })
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
}

const NOT_UNDERSTOOD = 'This could not be understood'

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/** What a person reads where the contract says nothing better; zod's own words are for programmers. */
function sentenceOf(issue: Issue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'Please fill this in' : kindSentence(issue.expected)
  }
  if (issue.code === 'invalid_value')
    return `Please choose ${either.format(issue.values.map(String))}`
  if (issue.code === 'too_small') {
    return sizeSentence(issue.origin, issue.inclusive ? 'at least' : 'more than', issue.minimum)
  }
  if (issue.code === 'too_big') {
    return sizeSentence(issue.origin, issue.inclusive ? 'at most' : 'less than', issue.maximum)
  }
  return NOT_UNDERSTOOD
}

const kindSentence = (expected: string) =>
  expected in KINDS ? `Please send ${KINDS[expected]} here` : NOT_UNDERSTOOD

function sizeSentence(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `Please write ${bound} ${plural(size, 'character')}`
  if (origin === 'array') return `Please send ${bound} ${plural(size, 'item')}`
  return `Please send ${bound} ${size.toLocaleString('en')}`
}

const plural = (count: number | bigint, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${Number(count) === 1 ? '' : 's'}`

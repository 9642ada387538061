import type { z } from 'zod'
import { fromZod } from './errors.ts'

const KINDS: Record<string, string> = {
  number: 'Please give a number',
  int: 'Please give a whole number',
  string: 'Please give a text',
  boolean: 'Please give true or false',
  array: 'Please give a list',
  object: 'Please give an object',
}

/** What a person reads where the schema has no sentence of its own; undefined leaves zod's. */
function sentenceFor(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'This is required' : KINDS[issue.expected]
  }
  if (issue.code === 'invalid_value') {
    return `Please choose one of: ${issue.values.map(String).join(', ')}`
  }
  if (issue.code === 'too_small') return `Please give at least ${issue.minimum}`
  if (issue.code === 'too_big') return `Please give at most ${issue.maximum}`
  return undefined
}

/** What came, as the schema has it. @throws AppError 400 or 422, naming every field at fault */
export function parse<Value>(
  schema: z.ZodType<Value>,
  part: 'params' | 'query' | 'body',
  value: unknown,
): Value {
  const result = schema.safeParse(value, { error: sentenceFor })
  if (!result.success) throw fromZod(result.error, part)
  return result.data
}

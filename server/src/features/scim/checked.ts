import type { z } from 'zod'
import { badRequest } from './scim-error.ts'

/** A value as the app takes it. @throws AppError 400 `invalidValue` */
export function checked(attribute: string, field: z.ZodType<string>, value: unknown): string {
  if (typeof value !== 'string') throw badRequest('invalidValue', `“${attribute}” is text`)
  const { data, error } = field.safeParse(value)
  if (data !== undefined) return data
  throw badRequest('invalidValue', `“${attribute}”: ${error?.issues[0]?.message ?? 'not valid'}`)
}

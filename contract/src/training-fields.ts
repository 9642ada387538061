import { z } from 'zod'
import { id, line } from './fields.ts'

/** Nothing, or nothing but white space: what an untouched field of a form sends. */
export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const isWhole = (text: string) => /^\s*-?\d{1,9}\s*$/.test(text)

/** A whole number; a string of digits counts as one, because forms send that. */
export const wholeNumber = (message: string, { min, max }: { min: number; max: number }) =>
  z
    .preprocess(
      // An emptied number field reaches us as null: a rule is broken, nothing is malformed.
      (value: number | string) => (value === null ? '' : value),
      z.union([z.number(), z.string()], { error: message }),
    )
    .transform((value, context) => {
      if (typeof value === 'number') return value
      if (isWhole(value)) return Number(value)
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .pipe(z.int({ error: message }).min(min, message).max(max, message))

/** Of a training category. Any id is taken; a table that is numbered elsewhere may send numbers. */
export const categoryId = z.union([line(100), z.int().transform(String)], {
  error: 'This is not a valid id',
})

/** The id of a part that stays; empty, null or left out for a new one. */
export const idOrNew = z
  .union([id, z.literal('')], { error: 'This is not a valid id' })
  .nullish()
  .describe('Of a part that stays; empty or left out for a new one.')

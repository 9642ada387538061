import { z } from 'zod'
import { id, line } from './fields.ts'

const isWhole = (text: string) => /^\s*-?\d{1,9}\s*$/.test(text)

/** A whole number; a string of digits counts as one, because forms send that. */
export const wholeNumber = (message: string, { min, max }: { min: number; max: number }) =>
  z
    .union([z.number(), z.string().refine(isWhole, message).transform(Number)], { error: message })
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

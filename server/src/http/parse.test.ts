import { expect, test } from 'vitest'
import { z } from 'zod'
import { parse } from './parse.ts'

const schema = z.object({
  limit: z.coerce.number().int().min(1).max(20).optional(),
  status: z.enum(['active', 'draft']).optional(),
  minutes: z.int().min(0).optional(),
  done: z.boolean().optional(),
  ids: z.array(z.string()).min(1).optional(),
  title: z.string({ error: 'Title is required' }).optional(),
  body: z.union([z.string(), z.number()]).optional(),
})

test.each<[object | null, string]>([
  [{ limit: 'x' }, 'Please give a number'],
  [{ limit: 1.5 }, 'Please give a whole number'],
  [{ limit: 0 }, 'Please give at least 1'],
  [{ limit: 21 }, 'Please give at most 20'],
  [{ minutes: '5' }, 'Please give a number'],
  [{ minutes: -1 }, 'Please give at least 0'],
  [{ status: 'Active' }, 'Please choose one of: active, draft'],
  [{ done: 'yes' }, 'Please give true or false'],
  [{ ids: 'one' }, 'Please give a list'],
  [{ ids: [5] }, 'Please give a text'],
  [{ title: 5 }, 'Title is required'],
  [null, 'Please give an object'],
])('%j is refused with a sentence for people: %s', (value, sentence) => {
  expect(() => parse(schema, 'body', value)).toThrow(sentence)
})

import { allEndpoints } from '@frontdesk/contract/all'
import fastJson from 'fast-json-stringify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { toJsonSchema } from './json-schema.ts'

/** What a client reads of a value that is sent under a schema. */
const sent = (schema: z.ZodType, value: unknown): unknown =>
  JSON.parse(fastJson(toJsonSchema(schema, 'output'))(value))

const Sample = z.object({
  text: z.string().nullable(),
  number: z.int().nullable(),
  flag: z.boolean().nullable(),
  word: z.enum(['a', 'b']).nullable(),
  list: z.array(z.string().nullable()),
  inner: z.object({ text: z.string().nullable() }).nullable(),
})

test('a nullable value is sent as itself and as null', () => {
  const full = {
    text: 'null',
    number: 0,
    flag: false,
    word: 'a',
    list: ['', null],
    inner: { text: 'x' },
  }
  const empty = { text: null, number: null, flag: null, word: null, list: [], inner: null }
  expect(sent(Sample, full)).toEqual(full)
  expect(sent(Sample, empty)).toEqual(empty)
})

test('what is not declared is not sent, at any depth', () => {
  const row = {
    text: 'x',
    number: 1,
    flag: true,
    word: 'b',
    list: ['y'],
    inner: { text: 'z', password_hash: 'secret' },
    password_hash: 'secret',
    toJSON: undefined,
  }
  expect(JSON.stringify(sent(Sample, row))).not.toContain('secret')
  expect(sent(z.array(Sample), [row])).toEqual([
    { text: 'x', number: 1, flag: true, word: 'b', list: ['y'], inner: { text: 'z' } },
  ])
})

test('a text is sent as it is, whatever it holds', () => {
  const texts = [
    '"\\',
    '</script>',
    '\u2028',
    '\u0000\u001f',
    '🏠',
    '\ud800',
    '{{7*7}}',
    '__proto__',
  ]
  for (const text of texts) expect(sent(z.object({ text: z.string() }), { text })).toEqual({ text })
})

test.each(allEndpoints.filter(({ response }) => response))(
  'the answer of $method $path is closed: no schema in it lets undeclared fields through',
  ({ response }) => {
    const open: unknown[] = []
    const visit = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      if ('properties' in schema) {
        const { additionalProperties } = schema as { additionalProperties?: unknown }
        if (additionalProperties !== false) open.push(schema)
      }
      Object.values(schema).forEach(visit)
    }
    visit(toJsonSchema(response!, 'output'))
    expect(open).toEqual([])
  },
)

import type { Schema } from '@frontdesk/contract/endpoint'
import fastJson from 'fast-json-stringify'
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** Names of schemas: each is written once, in `$defs`, and referred to. */
export type SchemaNames = z.core.$ZodRegistry<{ id?: string }>

/**
 * The JSON Schema of what a schema yields (`output`) or accepts (`input`).
 * A nullable value becomes `type: [x, 'null']`: fast-json-stringify would validate each `anyOf`, and
 * fail on an undeclared field where it has to leave it out.
 */
export function toJsonSchema(
  schema: Schema,
  io: 'input' | 'output',
  names?: SchemaNames,
): JsonSchema {
  return z.toJSONSchema(schema as z.ZodType, {
    io,
    ...(names && { metadata: names }),
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => flattenNullable(jsonSchema as JsonSchema),
  }) as JsonSchema
}

const writers = new WeakMap<Schema, (answer: unknown) => string>()

/**
 * An answer with the fields of its schema only, as JSON. What writes it is made at the first one: there are
 * hundreds, and a server is to start soon.
 */
export function writeAs(schema: Schema, answer: unknown): string {
  let write = writers.get(schema)
  if (!write) {
    write = fastJson(toJsonSchema(schema, 'output'))
    writers.set(schema, write)
  }
  return write(answer)
}

function flattenNullable(schema: JsonSchema): void {
  const options = schema.anyOf
  if (!Array.isArray(options) || options.length !== 2) return
  const [value, nothing] = options as [JsonSchema, JsonSchema]
  if (nothing.type !== 'null' || typeof value.type !== 'string') return
  delete schema.anyOf
  const { enum: words, ...rest } = value
  const values = Array.isArray(words) ? { enum: [...(words as unknown[]), null] } : {}
  Object.assign(schema, rest, values, { type: [value.type, 'null'] })
}

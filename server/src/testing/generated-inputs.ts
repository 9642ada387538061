import type { Schema } from '@frontdesk/contract/endpoint'
import fc from 'fast-check'
import { type JsonSchema, toJsonSchema } from '../http/json-schema.ts'

/** Values that were seen under a name, such as the ids of people who are there: what is made of them gets further. */
export class Known {
  readonly #values = new Map<string, Set<string | number>>()

  /** Takes in every text and number of an answer or a body, by the name that it stands under. */
  learn(value: unknown, name = ''): void {
    if (typeof value === 'string' || typeof value === 'number') this.#add(name, value)
    else if (Array.isArray(value)) for (const item of value) this.learn(item, singular(name))
    else if (value !== null && typeof value === 'object') {
      for (const [key, part] of Object.entries(value)) this.learn(part, key)
    }
  }

  of(name: string): (string | number)[] {
    return [...(this.#values.get(singular(name)) ?? [])]
  }

  ids(): string[] {
    return [...this.#values.values()].flatMap((values) =>
      [...values].filter((value): value is string => ID.test(String(value))),
    )
  }

  #add(name: string, value: string | number): void {
    const own = this.#values.get(singular(name)) ?? new Set()
    // The newest are the likeliest to be there still.
    own.delete(value)
    own.add(value)
    for (const oldest of own) {
      if (own.size <= MOST_KNOWN) break
      own.delete(oldest)
    }
    this.#values.set(singular(name), own)
  }
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const MOST_KNOWN = 40
/** `user_ids` holds what `user_id` is. */
const singular = (name: string) => name.replace(/s$/, '')

interface Place {
  known: Known
  definitions: Record<string, JsonSchema>
  name: string
  /** Recursive forms end somewhere. */
  depth: number
}

/** What a schema accepts, as far as JSON Schema tells: rules beyond that are met now and then. */
export function inputsOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const json = toJsonSchema(schema, 'input')
  const definitions = (json.$defs ?? {}) as Record<string, JsonSchema>
  return valuesOf(json, { known, definitions, name: '', depth: 0 })
}

function valuesOf(schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') {
    const target = place.definitions[schema.$ref.split('/').at(-1)!]
    return target ? valuesOf(target, { ...place, depth: place.depth + 1 }) : fc.jsonValue()
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...(schema.enum as unknown[]))
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, place)))
  const types = [schema.type ?? 'any'].flat() as string[]
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, place)))
}

function valuesOfType(type: string, schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  // oxlint-disable-next-line unicorn/no-null -- JSON's own
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'object') return objectsOf(schema, place)
  if (type === 'array') return arraysOf(schema, place)
  if (type === 'string') return textsOf(schema, place)
  if (type === 'integer' || type === 'number') return numbersOf(schema, place)
  return fc.jsonValue({ maxDepth: 3 })
}

function objectsOf(schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, valuesOf(field, { ...place, name })] as const,
  )
  const required = (schema.required ?? []) as string[]
  const record = fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
    noNullPrototype: true,
  })
  const more = schema.additionalProperties
  if (typeof more !== 'object' || more === null) return record
  const names = schema.propertyNames as JsonSchema | undefined
  const keys = names ? valuesOf(names, place).map(String) : fc.string({ maxLength: 20 })
  return fc.dictionary(keys, valuesOf(more as JsonSchema, place), {
    maxKeys: 5,
    noNullPrototype: true,
  })
}

function arraysOf(schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  const items = valuesOf((schema.items ?? {}) as JsonSchema, { ...place, depth: place.depth + 1 })
  const minLength = Number(schema.minItems ?? 0)
  const most = place.depth > 4 ? minLength : minLength + 4
  const few = fc.array(items, {
    minLength,
    maxLength: Math.min(most, Number(schema.maxItems ?? most)),
  })
  // The same thing often, up to the limit: lists of what costs much at each.
  const length = Math.min(Number(schema.maxItems ?? 1000), 1000)
  const often = items.map((item) => Array.from({ length }, () => item))
  return place.depth > 1
    ? few
    : fc.oneof({ weight: 9, arbitrary: few }, { weight: 1, arbitrary: often })
}

function numbersOf(schema: JsonSchema, { known, name }: Place): fc.Arbitrary<unknown> {
  const least = Number(schema.minimum ?? -1e6)
  const most = Number(schema.maximum ?? 1e6)
  const near = fc.constantFrom(least, most, Math.max(least, 0), Math.min(most, least + 1))
  const seen = known.of(name).filter((value) => typeof value === 'number')
  return fc.oneof(
    fc.integer({ min: Math.ceil(least), max: Math.floor(most) }),
    near,
    ...(seen.length > 0 ? [fc.constantFrom(...seen)] : []),
    ...(schema.type === 'number' ? [fc.double({ min: least, max: most, noNaN: true })] : []),
  )
}

/** What parsers of Markdown, of addresses and of names look at, in its smallest parts. */
const PARTS =
  `* _ ** __ ~~ \` \`\`\` [ ] ( ) ![ ]( <a> </ <!-- &#x & | |- - + 1. > # = --- \\ @ :// http:// www.
  javascript: data: {{ $( % .. ; , " ' a é ß İ 漢 😀 👨‍👩‍👧 א ‮ 0 9 . : / ?`.split(/\s+/)
const SPACES = ['\n', '\n\n', ' ', '\t', '\r\n', '\u200d', '\u0301', '\u00a0']
const parts = fc.constantFrom(...PARTS, ...SPACES)

function textsOf(schema: JsonSchema, place: Place): fc.Arbitrary<string> {
  const { known, name } = place
  const most = Math.min(Number(schema.maxLength ?? 20_000), 200_000)
  const seen = known.of(name).filter((value) => typeof value === 'string')
  const learnt = seen.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...seen) }] : []
  const formed = formedTexts(schema, place)
  if (formed) return fc.oneof(...learnt, { weight: 2, arbitrary: formed })
  const cut = (text: string) => text.slice(0, most).toWellFormed().replaceAll('\0', '')
  const short = fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(most, 60) })
  const woven = fc.array(parts, { minLength: 1, maxLength: 40 }).map((list) => list.join(''))
  // One small thing up to the limit: where a parser goes back and forth, this is when it shows.
  const repeated = fc
    .array(parts, { minLength: 1, maxLength: 3 })
    .map((list) => list.join('').repeat(Math.ceil(most / list.join('').length)))
  return fc.oneof(
    ...learnt,
    { weight: 3, arbitrary: short.map(cut) },
    { weight: 2, arbitrary: woven.map(cut) },
    { weight: 1, arbitrary: repeated.map(cut) },
  )
}

/** Texts of a form, as the schema or the name tells it. */
function formedTexts(schema: JsonSchema, { known, name }: Place): fc.Arbitrary<string> | undefined {
  const date = fc.date({
    min: new Date('1901-01-01'),
    max: new Date('2999-01-01'),
    noInvalidDate: true,
  })
  if (schema.format === 'uuid') {
    const ids = known.ids()
    return ids.length > 0 ? fc.oneof(fc.constantFrom(...ids), fc.uuid()) : fc.uuid()
  }
  if (schema.format === 'date-time') return date.map((day) => day.toISOString())
  if (schema.format === 'date') return date.map((day) => day.toISOString().slice(0, 10))
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern))
  if (name.includes('email')) return fc.emailAddress()
  if (name.endsWith('url') || name === 'issuer') return fc.webUrl({ validSchemes: ['https'] })
  return undefined
}

/** A good input with some fields of generated ones in place of its own. */
export function variedFrom(example: unknown, inputs: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (!isRecord(example)) return inputs
  return fc.tuple(inputs, fc.infiniteStream(fc.boolean())).map(([input, takes]) => {
    if (!isRecord(input)) return input
    const taken = Object.entries(input).filter(() => takes.next().value)
    return { ...example, ...Object.fromEntries(taken) }
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One to three things about it are other than they were. */
export function mutated(inputs: fc.Arbitrary<unknown>, known: Known): fc.Arbitrary<unknown> {
  const changes = fc.array(fc.tuple(fc.nat(), changesOf(known)), { minLength: 1, maxLength: 3 })
  return fc.tuple(inputs, changes).map(([input, list]) =>
    list.reduce<unknown>((value, [seed, change]) => {
      const copy = structuredClone(value)
      const places = placesIn(copy)
      const chosen = places[seed % Math.max(1, places.length)]
      if (chosen) change(chosen)
      return copy
    }, input),
  )
}

/** A field of an object or an item of a list. */
interface Spot {
  holder: Record<string, unknown>
  key: string
}

function placesIn(value: unknown): Spot[] {
  if (value === null || typeof value !== 'object') return []
  const holder = value as Record<string, unknown>
  const own = Object.keys(holder).slice(0, 50)
  return own.flatMap((key) => [{ holder, key }, ...placesIn(holder[key])])
}

/** JSON that no schema means. */
function changesOf(known: Known): fc.Arbitrary<(spot: Spot) => void> {
  const strange = fc.oneof(
    // oxlint-disable-next-line unicorn/no-null -- JSON's own
    fc.constantFrom<unknown>(null, true, -0, -1, 0.5, 2 ** 31, 2 ** 53, 1e308, [], {}),
    fc.constantFrom('', ' ', '\0', '\ud800', '0000-00-00', '-infinity', '{}', '\\u0000'),
    fc.constantFrom<unknown>(
      'x'.repeat(70_000),
      '9'.repeat(400),
      { toString: 1, valueOf: 1, length: -1 },
      JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`),
    ),
    fc.jsonValue({ maxDepth: 4 }),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fc.uuid(), { maxLength: 40 }),
    fc.constantFrom<unknown>(...known.ids(), 'none'),
  )
  return fc.oneof(
    strange.map((value) => ({ holder, key }: Spot) => {
      holder[key] = structuredClone(value)
    }),
    fc.constant(({ holder, key }: Spot) => void delete holder[key]),
    fc.constant(({ holder, key }: Spot) => {
      holder[key] = [holder[key], holder[key]]
    }),
    fc.constant(({ holder, key }: Spot) => {
      holder[key] = { [key]: holder[key] }
    }),
    fc
      .tuple(fc.constantFrom('id', 'role', 'status', 'version', 'then', 'toJSON', '$ref'), strange)
      .map(([name, value]) => ({ holder }: Spot) => {
        holder[name] = structuredClone(value)
      }),
  )
}

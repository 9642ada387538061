import type { JsonSchema } from '../../http/json-schema.ts'
import { html, type Markup, sentence } from './html.ts'

const FORMATS: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'time',
  email: 'e-mail address',
}

/** A schema in a few words: `list of Policy`, `text or null`. */
export function typeOf(schema: JsonSchema): Markup {
  const { $ref, anyOf, type, format, items, additionalProperties } = schema
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1)!
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (Array.isArray(anyOf)) return either((anyOf as JsonSchema[]).map(typeOf))
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (Array.isArray(schema.enum)) {
    return either(schema.enum.map((word) => html`<code>${word ?? 'null'}</code>`))
  }
  if (Array.isArray(type))
    return either(type.map((one: string) => typeOf({ ...schema, type: one })))
  if (type === 'array') return html`list of ${typeOf((items ?? {}) as JsonSchema)}`
  if (type === 'object' && additionalProperties) {
    // What is in it is another standard's to say.
    if (Object.keys(additionalProperties).length === 0) return html`object`
    return html`${typeOf(additionalProperties as JsonSchema)} by name`
  }
  if (type === 'null') return html`null`
  return html`${FORMATS[String(format)] ?? WORDS[String(type)] ?? 'anything'}`
}

const WORDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
}

const either = (options: Markup[]) =>
  html`${options.map((option, at) => (at === 0 ? option : html` or ${option}`))}`

/** What a schema asks of a value beside its type. */
function limitsOf({ minLength, maxLength, minimum, maximum, maxItems, ...rest }: JsonSchema) {
  const limits: string[] = []
  if (maxLength !== undefined) limits.push(`at most ${maxLength as number} characters`)
  else if (minLength !== undefined) limits.push('not empty')
  if (maximum !== undefined) limits.push(`${minimum as number} to ${maximum as number}`)
  else if (minimum !== undefined) limits.push(`${minimum as number} or more`)
  if (maxItems !== undefined) limits.push(`at most ${maxItems as number}`)
  if ('default' in rest) limits.push(`\`${JSON.stringify(rest.default)}\` where left out`)
  return limits
}

export interface Field {
  name: string
  schema: JsonSchema
  required: boolean
  description?: string
}

/** Named values, one below the other. @param marks which of them carry a word: those that must or may be there */
export function fieldList(fields: Field[], marks: 'required' | 'optional'): Markup {
  return html`<dl class="fields">${fields.map((field) => fieldOf(field, marks))}</dl>`
}

function fieldOf({ name, schema, required, description }: Field, marks: 'required' | 'optional') {
  const marked = required === (marks === 'required')
  const says = description ?? schema.description
  const notes = [...limitsOf(schema), ...(typeof says === 'string' ? [says] : [])]
  return html`<div>
    <dt><code>${name}</code>${marked && html` <span class="mark">${marks}</span>`}</dt>
    <dd>
      ${typeOf(schema)}${notes.map((note) => html`<span class="note">${sentence(note)}</span>`)}
      ${isShape(schema) && shapeOf(schema, marks)}
    </dd>
  </div>`
}

const isShape = (schema: JsonSchema) => schema.type === 'object' && 'properties' in schema

const described = ({ description }: JsonSchema) =>
  typeof description === 'string' && html`<span class="note">${sentence(description)}</span>`

/** The fields of an object, or the type of anything else. */
export function shapeOf(schema: JsonSchema, marks: 'required' | 'optional'): Markup {
  if (!isShape(schema)) return html`<p>${typeOf(schema)}${described(schema)}</p>`
  const required = (schema.required ?? []) as string[]
  const fields = Object.entries(schema.properties as Record<string, JsonSchema>).map(
    ([name, property]) => ({ name, schema: property, required: required.includes(name) }),
  )
  return fieldList(fields, marks)
}

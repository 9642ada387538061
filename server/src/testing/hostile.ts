import type { Endpoint, Schema } from '@frontdesk/contract/endpoint'
import { toJsonSchema } from '../http/json-schema.ts'
import type { CallOptions } from './api-client.ts'
import type { World } from './examples/world.ts'
import { tookTooLong } from './patience.ts'
import { type RawAnswer, send } from './send.ts'

/** The inputs that a schema names, with their JSON types. */
export function fieldsOf(schema: Schema | undefined): Record<string, string[]> {
  if (!schema) return {}
  const { properties = {} } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, TypedSchema>
  }
  const types = Object.entries(properties).map(([key, field]) => [key, typesOf(field)])
  return Object.fromEntries(types) as Record<string, string[]>
}

interface TypedSchema {
  type?: string | string[]
  anyOf?: TypedSchema[]
}

const typesOf = ({ type = [], anyOf = [] }: TypedSchema): string[] => [
  ...[type].flat(),
  ...anyOf.flatMap(typesOf),
]

/** The address of an endpoint, its parameters exactly as given. */
export const pathOf = ({ path }: Endpoint, params: Record<string, string> = {}) =>
  `/api/v1${path.replaceAll(/:(\w+)/g, (_, part: string) => params[part] ?? '')}`

interface Hostile extends CallOptions {
  /** Put into the address as they are, where `params` and `query` would be encoded. */
  raw?: { params?: Record<string, string>; query?: string }
}

/** Calls as an admin, so that nothing but the input can be what is refused. */
export async function callAsAdmin(
  { server, admin }: World,
  endpoint: Endpoint,
  { params, query, body, headers, raw }: Hostile,
): Promise<RawAnswer> {
  const escaped = Object.entries(params ?? {}).map(([key, part]) => [key, encodeURIComponent(part)])
  const sent = body instanceof FormData ? await encoded(body) : jsonOf(body)
  const search = raw?.query ?? new URLSearchParams(query as Record<string, string>).toString()
  const path = pathOf(endpoint, {
    ...(Object.fromEntries(escaped) as Record<string, string>),
    ...raw?.params,
  })
  return send(server.url, {
    method: endpoint.method,
    path: search ? `${path}?${search}` : path,
    headers: {
      Authorization: `Bearer ${admin.token}`,
      ...(sent && { 'Content-Type': sent.type }),
      ...headers,
    },
    ...(sent && { body: sent.text }),
  })
}

/** As it goes over the wire; bytes in it that are no text become others. */
async function encoded(form: FormData) {
  const answer = new Response(form)
  return { type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}

function jsonOf(body: unknown) {
  if (body === undefined) return undefined
  return { type: 'application/json', text: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** Where one check stands before all calls: `count` of its ways for the call at this place, others for the next. */
export function inTurn<Way>(place: number, ways: readonly Way[], count: number): Way[] {
  return Array.from({ length: count }, (_, more) => ways[(place * count + more) % ways.length]!)
}

const INSIDE =
  /\bat .+:\d+|node_modules|\bselect\b.+\bfrom\b|FST_|zod|postgres|kysely|expected .+ received|too (?:small|big):|invalid (?:input|option)/i

/**
 * The inputs that were not refused with one of these statuses, with a reason, within a second, and
 * without a word about the inside. What was slow is asked again, because tests share their machine.
 */
export async function notRefused<Input>(
  inputs: readonly Input[],
  ask: (input: Input) => Promise<RawAnswer>,
  statuses: readonly number[] = [400, 404, 413, 414, 415, 422],
): Promise<{ input: Input; answer: RawAnswer }[]> {
  const faults: { input: Input; answer: RawAnswer }[] = []
  for (const input of inputs) {
    let answer = await ask(input)
    if (tookTooLong(answer.ms, 1000)) answer = await ask(input)
    const hasReason = answer.body.startsWith('{"error":"')
    const fits = statuses.includes(answer.status) && hasReason && !INSIDE.test(answer.body)
    if (!fits || tookTooLong(answer.ms, 1000)) faults.push({ input, answer })
  }
  return faults
}

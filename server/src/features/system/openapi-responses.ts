import type { Endpoint } from '@frontdesk/contract/endpoint'
import type { JsonSchema } from '../../http/json-schema.ts'

export interface Reference {
  $ref: string
}

/** Refusals that the document explains once; what may meet any call stands in its introduction. */
const REFUSALS = {
  400: ['Malformed', 'A value is missing or has the wrong form; `fields` names those at fault.'],
  401: ['Unauthorized', 'No valid token was sent; at sign-in, the address or password is wrong.'],
  403: [
    'Forbidden',
    'The caller may not do this, or a browser did not send its CSRF token (`csrf_failed`).',
  ],
  404: ['NotFound', 'There is no such thing, or the caller may not know of it.'],
  409: [
    'Conflict',
    'Somebody was faster; `code` says how, and `current`, where there is one, is the thing as it is now.',
  ],
  422: ['Unprocessable', 'A rule of the product is broken; `fields` names the inputs at fault.'],
  429: ['TooManyRequests', 'Too many tries; `Retry-After` says how many seconds to wait.'],
  503: ['Unavailable', 'Something that the server needs cannot be reached right now.'],
} as const
type Refusal = keyof typeof REFUSALS

const HEADERS = {
  ETag: 'The revision that was read; goes into `If-Match` when it is saved.',
  Link: 'The next page, as `<address>; rel="next"`; absent on the last.',
  'X-Total-Count': 'How many match, on all pages.',
  'X-CSRF-Token': 'The token that belongs to the cookie.',
  'Retry-After': 'Seconds after which it is worth trying again.',
  'Content-Disposition': 'The name to save the file under.',
} as const
type Header = keyof typeof HEADERS

const isNumber = (header: Header) => header === 'X-Total-Count' || header === 'Retry-After'
const headerName = (header: Header) => header.replaceAll('-', '')

/** `components.responses` and `components.headers`. */
export function sharedResponses() {
  return {
    responses: Object.fromEntries(
      Object.entries(REFUSALS).map(([status, [name, description]]) => [
        name,
        {
          description,
          ...(['429', '503'].includes(status) && { headers: headerReferences(['Retry-After']) }),
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } },
          },
        },
      ]),
    ),
    headers: Object.fromEntries(
      (Object.keys(HEADERS) as Header[]).map((header) => [
        headerName(header),
        {
          description: HEADERS[header],
          schema: { type: isNumber(header) ? 'integer' : 'string' },
        },
      ]),
    ),
  }
}

const EMPTY: Record<number, string> = {
  204: 'Done; there is nothing to say.',
  303: 'Sends the browser on.',
}

/** An endpoint's answers by status. @param schema of its success, where that is JSON */
export function responsesOf(endpoint: Endpoint, schema: JsonSchema | undefined) {
  const success = endpoint.status ?? (schema || endpoint.produces ? 200 : 204)
  const headers = headersOf(endpoint, schema)
  const type = endpoint.produces ?? 'application/json'
  const hasBody = success !== 204 && success !== 303
  return {
    [String(success)]: {
      description: hasBody ? 'Done.' : EMPTY[success],
      ...(headers.length > 0 && { headers: headerReferences(headers) }),
      ...(hasBody && { content: { [type]: { schema: schema ?? { type: 'string' } } } }),
    },
    ...Object.fromEntries(
      refusalsOf(endpoint).map((status) => [
        String(status),
        { $ref: `#/components/responses/${REFUSALS[status][0]}` },
      ]),
    ),
  }
}

/** Of what the shape of an endpoint tells, and those that its summary names. */
function refusalsOf(endpoint: Endpoint): Refusal[] {
  const { method, access, params, query, body, upload, summary } = endpoint
  const named = new Set(summary.match(/\b[45]\d\d\b/g))
  const shape: Record<Refusal, boolean> = {
    400: Boolean(params ?? query ?? body),
    401: access !== 'public',
    403: access === 'admin' || method !== 'GET',
    404: params !== undefined,
    409: false,
    422: body !== undefined || upload !== undefined,
    429: false,
    503: false,
  }
  return (Object.keys(REFUSALS).map(Number) as Refusal[]).filter(
    (status) => shape[status] || named.has(String(status)),
  )
}

function headersOf(endpoint: Endpoint, schema: JsonSchema | undefined): Header[] {
  const { summary, produces } = endpoint
  const found: Header[] = []
  if (isRevised(endpoint)) found.push('ETag')
  if (schema?.type === 'array' && hasField(endpoint.query, 'cursor')) found.push('Link')
  if (produces === 'text/csv') found.push('Content-Disposition')
  const named = (['X-Total-Count', 'X-CSRF-Token'] as const).filter((name) =>
    summary.includes(name),
  )
  return [...found, ...named]
}

/** Whether an endpoint answers with one thing that counts its saved changes. */
export const isRevised = (endpoint: Endpoint) => hasField(endpoint.response, 'revision')

function hasField(schema: Endpoint['query'], name: string): boolean {
  return schema !== undefined && 'shape' in schema && name in (schema.shape as object)
}

function headerReferences(headers: readonly Header[]): Record<string, Reference> {
  return Object.fromEntries(
    headers.map((header) => [header, { $ref: `#/components/headers/${headerName(header)}` }]),
  )
}

import { features, neededByKey } from '@frontdesk/contract/all'
import { VERSION } from '@frontdesk/contract/constants'
import type { Access, Endpoint } from '@frontdesk/contract/endpoint'
import { ErrorBody } from '@frontdesk/contract/fields'
import type { z } from 'zod'
import type { JsonSchema } from '../../http/json-schema.ts'
import { isRevised, type Reference, responsesOf, sharedResponses } from './openapi-responses.ts'
import { ComponentSchemas } from './openapi-schemas.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

/** One call, as OpenAPI writes it. */
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  /** Its last paragraph says who may call. */
  description: string
  security: Record<string, string[]>[]
  /** The scope that an API key needs, `anyone` or `never`. */
  'x-api-key': string
  parameters?: (Parameter | Reference)[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: ReturnType<typeof responsesOf>
}

export type OpenApiDocument = ReturnType<typeof buildOpenApi>

const TAGS: Record<keyof typeof features, string> = {
  auth: 'Accounts, sessions and the CSRF token.',
  singleSignOn: 'Signing in with a provider such as Google or Microsoft (OpenID Connect).',
  secondFactor: 'A code beside the password: signing in with it, and setting it up.',
  apiKeys: 'Keys by which programs call in the name of an admin.',
  passkeys: 'Signing in with what a device keeps: no password, a finger or a PIN.',
  accountLinks: 'Links in mail: confirming an address, choosing a new password.',
  invitations: 'Inviting people, and accepting.',
  joinLinks:
    'Links by which several people open accounts, such as on a poster, and joining by one.',
  users: 'The people of the brokerage.',
  profile: 'What people say of themselves, their password and where they are signed in.',
  adminUsers: 'People as admins see and change them.',
  policies: 'Policies, their versions, who must acknowledge them and who has.',
  pictures: 'Pictures that stand in texts.',
  requirements: 'What one person must do, and by when.',
  obligations: 'Who must do what, who has, and who is behind; as it is and as it was.',
  teams: 'Offices and groups, of which things can be required, and who manages them.',
  processes: 'Ordered steps to follow, and runs of them.',
  documents: 'Files that everyone may read, and what is said about them.',
  trainings: 'Sections to go through, then a quiz.',
  tests: 'Questions with a pass mark: by themselves, or as the quiz of a training.',
  questionBank: 'Questions outside of any quiz, which take copies of them or draw some at random.',
  drafts: 'Policies and trainings in the making, apart from those that people read.',
  savedFilters: 'Filters of lists, kept under a name.',
  undo: 'Taking back what one did a moment ago.',
  reviews: 'Who looks after a policy or training, and when they look through it next.',
  changedQuotes: 'Texts that refer to a paragraph of a policy which has changed since.',
  evidencePacks: 'Packs of evidence that a stranger can check.',
  imports: 'Files that are brought in to become drafts of policies.',
  attempts: 'Taking trainings and tests, and what came of it.',
  certificates: 'Proof of what somebody completed.',
  library: 'Policies, processes and trainings to begin with.',
  chat: 'Conversations of two, of groups and of everyone; the socket `/api/v1/chat/ws` brings them live.',
  notifications: 'What the caller is told, and by which ways.',
  favourites: 'What people mark for themselves.',
  push: 'Being told on one’s devices while the app is closed (Web Push).',
  payments: 'The subscription, with Stripe’s own tools.',
  evidence: 'Checkpoints of the chain of acknowledgments, and what they are checked with.',
  backups: 'When everything is backed up, what became of it, and whether it could be restored.',
  settings: 'What the brokerage says about itself.',
  firstSteps: 'What an owner does in the first hour.',
  audit: 'Who did what, when and from where.',
  auditorLinks: 'Evidence for somebody without an account, for a while.',
  legalHolds: 'What has to be kept for a dispute: nothing of it is deleted.',
  webhooks: 'Addresses of other programs that are told what happens here.',
  search: 'One search over everything that the caller may open.',
  mails: 'What was mailed, what waits and what failed.',
  system: 'How the installation does: for its owner, for load balancers and for monitoring.',
  sessions: 'Where everybody is signed in.',
}

const ACCESS: Record<Access, { says: string; security: Record<string, string[]>[] }> = {
  public: { says: 'Anyone may call this.', security: [{}, { bearer: [] }] },
  user: { says: 'For people who are signed in.', security: [{ bearer: [] }] },
  admin: { says: 'For admins only.', security: [{ bearer: ['admin'] }] },
}

const DESCRIPTION = `What the web app uses, a script may use too.
Sign in with \`POST /auth/login\`, or make an API key under Settings, Programs, and send the token or the key as \`Authorization: Bearer\`.
Any call may also be answered with 413 (a body over 1 MB), 415 (a body that is not JSON),
500 or 503, in the form of ErrorBody. \`/api/docs\` says all this at more length.`

const PARAMETERS: Record<'IfMatch' | 'CsrfToken', Parameter> = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` that was read: refuses to save over a change that came after it.',
    schema: { type: 'string' },
  },
  CsrfToken: {
    name: 'X-CSRF-Token',
    in: 'header',
    required: false,
    description: 'Needed from browsers only; `GET /csrf-token` gives it.',
    schema: { type: 'string' },
  },
}

/** Of the query parameters whose name does not say it all. */
const QUERY: Record<string, string> = {
  limit: 'At most this many rows.',
  cursor: 'Where the page begins, as the `Link` of the page before has it.',
}

/** The whole API as an OpenAPI 3.1 document, made from the contract. */
export function buildOpenApi() {
  const schemas = new ComponentSchemas()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [tag, endpoints] of Object.entries(features)) {
    for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      const operation = operationOf(endpoint, { operationId, tag, schemas })
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
    }
  }
  schemas.of(ErrorBody, 'output')
  return {
    openapi: '3.1.1',
    info: {
      title: 'Front Desk',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/api/v1' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token from `POST /auth/login`, or an API key. A role beside it is the one needed.',
        },
      },
      schemas: schemas.toObject(),
      parameters: PARAMETERS,
      ...sharedResponses(),
    },
  }
}

function saysOfKeys(needed: string): string {
  if (needed === 'never') return 'An API key can’t.'
  return needed === 'anyone' ? 'An API key needs no scope.' : `An API key needs \`${needed}\`.`
}

function saysOfFresh({ fresh, method }: Endpoint): string {
  if (!fresh) return ''
  const when = Array.isArray(fresh)
    ? ` where the body has ${fresh.map((field) => `\`${String(field)}\``).join(' or ')}`
    : fresh === true
      ? ''
      : ' where it is about another admin'
  const keys = method === 'GET' ? ', but for API keys' : ''
  return `It takes a sign-in of the last ten minutes${when}${keys}: else 403 \`fresh_sign_in_required\`, and \`POST /auth/confirm\` first.`
}

function operationOf(
  endpoint: Endpoint,
  { operationId, tag, schemas }: { operationId: string; tag: string; schemas: ComponentSchemas },
): Operation {
  const [summary = '', ...more] = endpoint.summary.split(/(?<=\.) (?=[A-Z\d`])/)
  const { says, security } = ACCESS[endpoint.access]
  const byKey = neededByKey.get(endpoint) ?? 'never'
  const parameters = parametersOf(endpoint, schemas)
  const response = endpoint.response && schemas.of(endpoint.response, 'output')
  return {
    operationId,
    tags: [tag],
    summary,
    description: [more.join(' '), saysOfFresh(endpoint), `${says} ${saysOfKeys(byKey)}`]
      .filter(Boolean)
      .join('\n\n'),
    security,
    'x-api-key': byKey,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: requestBodyOf(endpoint.body, schemas) }),
    ...(endpoint.upload && { requestBody: uploadOf(endpoint.upload, schemas) }),
    responses: responsesOf(endpoint, response),
  }
}

function parametersOf(endpoint: Endpoint, schemas: ComponentSchemas): (Parameter | Reference)[] {
  const parts = [
    ['path', endpoint.params],
    ['query', endpoint.query],
  ] as const
  const parameters: (Parameter | Reference)[] = parts.flatMap(([place, schema]) => {
    if (!schema) return []
    const { properties = {}, required = [] } = schemas.of(schema, 'input') as {
      properties?: Record<string, JsonSchema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(place === 'query' && QUERY[name] && { description: QUERY[name] }),
      schema: property,
    }))
  })
  if (endpoint.method === 'PUT' && isRevised(endpoint)) {
    parameters.push({ $ref: '#/components/parameters/IfMatch' })
  }
  if (endpoint.method !== 'GET') parameters.push({ $ref: '#/components/parameters/CsrfToken' })
  return parameters
}

function requestBodyOf(body: NonNullable<Endpoint['body']>, schemas: ComponentSchemas) {
  return {
    required: !(body as z.ZodType).safeParse({}).success,
    content: { 'application/json': { schema: schemas.of(body, 'input') } },
  }
}

function uploadOf({ field, fields }: NonNullable<Endpoint['upload']>, schemas: ComponentSchemas) {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const beside = fields && schemas.of(fields, 'input')
  const schema: JsonSchema = {
    type: 'object',
    properties: { ...(beside?.properties as object | undefined), [field]: file },
    required: [...((beside?.required as string[] | undefined) ?? []), field],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

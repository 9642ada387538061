import { SCIM_BASE } from '@frontdesk/contract/scim'

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0'
export const USER_SCHEMA = `${SCHEMA}:User`
export const GROUP_SCHEMA = `${SCHEMA}:Group`

/** A page of a list has so many at most, and so many where nothing is said. */
export const PAGE = { most: 200, usual: 100 }

interface Attribute {
  type?: 'string' | 'boolean' | 'complex'
  multiValued?: true
  required?: true
  caseExact?: true
  mutability?: 'readOnly'
  uniqueness?: 'server'
  description: string
  subAttributes?: Record<string, Attribute>
}

const attributesOf = (attributes: Record<string, Attribute>): object[] =>
  Object.entries(attributes).map(([name, { subAttributes, ...more }]) => ({
    name,
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
    ...(subAttributes && { subAttributes: attributesOf(subAttributes) }),
  }))

const USER: Record<string, Attribute> = {
  userName: { required: true, uniqueness: 'server', description: 'The email address.' },
  name: {
    type: 'complex',
    description: 'The name in its parts.',
    subAttributes: {
      formatted: { description: 'The name as a whole.' },
      givenName: { description: 'The first name.' },
      familyName: { description: 'The last name.' },
    },
  },
  displayName: {
    description: 'The name as a whole; of whoever has none yet it is taken in parts.',
  },
  title: { description: 'What is on their card, such as “Buyer Specialist”.' },
  active: { type: 'boolean', description: 'Whether they may sign in.' },
  emails: {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    description: 'The userName again.',
    subAttributes: {
      value: { mutability: 'readOnly', description: 'The address.' },
      type: { mutability: 'readOnly', description: 'work' },
      primary: { type: 'boolean', mutability: 'readOnly', description: 'true' },
    },
  },
  phoneNumbers: {
    type: 'complex',
    multiValued: true,
    description: 'One is kept: the primary, else the one at work, else the first.',
    subAttributes: {
      value: { description: 'The number.' },
      type: { description: 'work, mobile and so on.' },
      primary: { type: 'boolean', description: 'Whether it is the one to keep.' },
    },
  },
}

const GROUP: Record<string, Attribute> = {
  displayName: { required: true, uniqueness: 'server', description: 'The name of the team.' },
  members: {
    type: 'complex',
    multiValued: true,
    description: 'The people in the team. Its managers are chosen in Front Desk.',
    subAttributes: {
      value: { description: 'The id of a user.' },
      display: { mutability: 'readOnly', description: 'Their name.' },
    },
  },
}

/** What each kind of resource consists of (RFC 7643, section 7), of this installation. */
export const schemasAt = (address: string) =>
  [
    { id: USER_SCHEMA, name: 'User', description: 'A person', attributes: attributesOf(USER) },
    { id: GROUP_SCHEMA, name: 'Group', description: 'A team', attributes: attributesOf(GROUP) },
  ].map((schema) => ({
    schemas: [`${SCHEMA}:Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${address}${SCIM_BASE}/Schemas/${schema.id}` },
  }))

/** RFC 7643, section 6. */
export const resourceTypesAt = (address: string) =>
  [
    { id: 'User', endpoint: '/Users', description: 'A person', schema: USER_SCHEMA },
    { id: 'Group', endpoint: '/Groups', description: 'A team', schema: GROUP_SCHEMA },
  ].map((type) => ({
    schemas: [`${SCHEMA}:ResourceType`],
    ...type,
    name: type.id,
    schemaExtensions: [],
    meta: {
      resourceType: 'ResourceType',
      location: `${address}${SCIM_BASE}/ResourceTypes/${type.id}`,
    },
  }))

/** RFC 7643, section 5. */
export const configAt = (address: string) => ({
  schemas: [`${SCHEMA}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE.most },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'A key with the scope scim:write, as Authorization: Bearer',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${address}${SCIM_BASE}/ServiceProviderConfig`,
  },
})

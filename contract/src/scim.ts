import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { id, line } from './fields.ts'

/** The media type of every body (RFC 7644, section 3.1). */
export const SCIM_TYPE = 'application/scim+json'

/** Where the server has it, beside `/api/v1`. */
export const SCIM_BASE = '/scim/v2'

/** Whatever is written into its `externalId` column is of this length at most. */
export const externalId = line(255)

const scim = <
  const E extends Omit<Endpoint, 'access' | 'byKey' | 'produces' | 'path'>,
  P extends string,
>(
  path: P,
  shape: E,
) =>
  endpoint({
    ...shape,
    path,
    access: 'admin',
    byKey: 'scim:write',
    produces: SCIM_TYPE,
  })

/** What it says is for `scim` to read: its own words name the attribute at fault. */
const body = z.record(z.string(), z.unknown(), 'Please send a JSON object')

const shown = {
  attributes: z.string().max(2000).optional(),
  excludedAttributes: z.string().max(2000).optional(),
}
const one = z.object(shown)
const count = z
  .string()
  .regex(/^-?\d{1,9}$/, 'This has to be a whole number')
  .transform(Number)
const many = z.object({
  ...shown,
  // Bounded where it is read, which says so in the words of the standard.
  filter: z.string().optional(),
  startIndex: count.optional(),
  count: count.optional(),
})
/** What can be no id is nobody's, which is 404 and no fault of the form. */
const byId = z.object({ id: id.catch('00000000-0000-0000-0000-000000000000') })
const byName = z.object({ id: z.string().max(200) })

/** SCIM 2.0 (RFC 7644). Not of `/api/v1`, its client or its API page: the form is another's. */
export const scimEndpoints = {
  listUsers: scim('/Users', { method: 'GET', summary: 'People who match.', query: many }),
  getUser: scim('/Users/:id', { method: 'GET', summary: 'One.', params: byId, query: one }),
  createUser: scim('/Users', {
    method: 'POST',
    summary: 'Invites.',
    body,
    query: one,
    status: 201,
  }),
  replaceUser: scim('/Users/:id', {
    method: 'PUT',
    summary: 'Changes what is said.',
    params: byId,
    query: one,
    body,
  }),
  patchUser: scim('/Users/:id', {
    method: 'PATCH',
    summary: 'Changes by operations.',
    params: byId,
    query: one,
    body,
  }),
  listGroups: scim('/Groups', { method: 'GET', summary: 'Teams that match.', query: many }),
  getGroup: scim('/Groups/:id', { method: 'GET', summary: 'One.', params: byId, query: one }),
  createGroup: scim('/Groups', { method: 'POST', summary: 'Adds.', body, query: one, status: 201 }),
  replaceGroup: scim('/Groups/:id', {
    method: 'PUT',
    summary: 'Changes what is said.',
    params: byId,
    query: one,
    body,
  }),
  patchGroup: scim('/Groups/:id', {
    method: 'PATCH',
    summary: 'Changes by operations.',
    params: byId,
    query: one,
    body,
  }),
  listResourceTypes: scim('/ResourceTypes', { method: 'GET', summary: 'What there is.' }),
  getResourceType: scim('/ResourceTypes/:id', { method: 'GET', summary: 'One.', params: byName }),
  listSchemas: scim('/Schemas', { method: 'GET', summary: 'What they consist of.' }),
  getSchema: scim('/Schemas/:id', { method: 'GET', summary: 'One.', params: byName }),
  getConfig: scim('/ServiceProviderConfig', { method: 'GET', summary: 'What it can do.' }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/Users/:id',
    access: 'admin',
    byKey: 'scim:write',
    summary: 'Deactivates, and hides.',
    params: byId,
  }),
  deleteGroup: endpoint({
    method: 'DELETE',
    path: '/Groups/:id',
    access: 'admin',
    byKey: 'scim:write',
    summary: 'Deletes.',
    params: byId,
  }),
}

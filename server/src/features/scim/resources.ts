import { SCIM_BASE } from '@frontdesk/contract/scim'
import { GROUP_SCHEMA, USER_SCHEMA } from './discovery.ts'
import type { ScimGroupRow } from './scim-groups.queries.ts'
import type { ScimUserRow } from './scim-users.queries.ts'

const metaOf = (
  resourceType: 'User' | 'Group',
  { id, created_at: created, updated_at: lastModified }: ScimUserRow | ScimGroupRow,
  address: string,
) => ({
  resourceType,
  created,
  lastModified,
  location: `${address}${SCIM_BASE}/${resourceType}s/${id}`,
})

/** A person in the words of RFC 7643, section 4.1; attributes without a value are left out. */
export function toUser(person: ScimUserRow, address: string) {
  const { id, email, external_id: externalId, phone_number: phone, title } = person
  // Until they say what they are called.
  const isNamed = person.first_name !== email
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName: email,
    ...(isNamed && {
      name: {
        formatted: person.name,
        givenName: person.first_name,
        ...(person.last_name && { familyName: person.last_name }),
      },
    }),
    displayName: person.name,
    ...(title && { title }),
    active: person.status === 'active' || (person.status === 'pending' && !person.has_account),
    emails: [{ value: email, type: 'work', primary: true }],
    ...(phone && {
      phoneNumbers: [{ value: phone, type: person.phone_kind ?? 'work', primary: true }],
    }),
    meta: metaOf('User', person, address),
  }
}

/** A team in the words of RFC 7643, section 4.2. */
export function toGroup(group: ScimGroupRow, address: string) {
  const { id, name: displayName, external_id: externalId } = group
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    members: group.members.map((member) => ({
      ...member,
      type: 'User',
      $ref: `${address}${SCIM_BASE}/Users/${member.value}`,
    })),
    meta: metaOf('Group', group, address),
  }
}

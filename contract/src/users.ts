import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, line, paging, time } from './fields.ts'

export const Role = z.enum(['agent', 'admin', 'manager'])
export type Role = z.infer<typeof Role>

export const UserStatus = z.enum(['active', 'inactive', 'pending'])
export type UserStatus = z.infer<typeof UserStatus>

/** A person as colleagues see them. */
export const Person = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  bio: z.string().nullable(),
  title: z.string().nullable(),
  role: Role,
  status: UserStatus,
})
export type Person = z.infer<typeof Person>

/** The signed-in person, with what is asked of them. */
export const CurrentUser = Person.extend({
  email_verified: z.boolean(),
  theme: z.enum(['light', 'dark', 'system']),
  last_login_at: time.nullable(),
  pending_policies: z
    .array(id)
    .describe("The policies that await this person's acknowledgment, the most urgent first."),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const userEndpoints = {
  listUsers: endpoint({
    method: 'GET',
    path: '/users',
    access: 'user',
    summary: 'Active people, by name.',
    query: z.object({ ...paging, search: line(200).optional() }),
    response: z.array(Person),
  }),
}

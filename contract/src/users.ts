import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, line, paging, time } from './fields.ts'

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
  bio: z.string().nullable().describe('Markdown.'),
  title: z.string().nullable(),
  role: Role,
  status: UserStatus,
  profile_picture_img_location: z
    .string()
    .nullable()
    .describe('Path of their picture, which changes with it; null where they have none.'),
})
export type Person = z.infer<typeof Person>

export const Theme = z.enum(['light', 'dark', 'system'])
export type Theme = z.infer<typeof Theme>

/** Where somebody stands with one test that is required of them or that they have tried. */
export const TestProgress = z.object({
  id,
  training_id: id.nullable().describe('Of the training whose quiz it is.'),
  name: z.string(),
  status: z.string().describe('Not Started, In Progress, Passed, Failed, Due Again or Waived.'),
  score: z.number().nullable().describe('Percent, with one decimal.'),
  completedDate: time.nullable(),
  required: z.boolean().describe('It awaits the person.'),
  due_at: time.nullable(),
})
export type TestProgress = z.infer<typeof TestProgress>

/** A step of a run in progress that was handed to somebody or to their role. */
export const PendingStep = z.object({
  id,
  title: z.string(),
  run_id: id,
  run_title: z.string(),
  due_at: time.nullable().describe('When the run is due.'),
})
export type PendingStep = z.infer<typeof PendingStep>

/** The signed-in person, with what is asked of them. */
export const CurrentUser = Person.extend({
  email_verified: z.boolean(),
  pending_email: z
    .string()
    .nullable()
    .describe('The address that they are to have, until its mailbox has answered.'),
  second_factor: z.object({
    on: z
      .boolean()
      .describe('Whether they have more than a password: codes of an app, or a passkey.'),
    due_at: time.nullable().describe('By when they have to set one up; null where nobody asks.'),
    must_set_up: z.boolean().describe('That time is over: nothing else answers them.'),
  }),
  theme: Theme,
  revision: z.int().describe('Counts every saved change of the profile; it is what `ETag` says.'),
  last_login_at: time.nullable(),
  pending_policies: z
    .array(id)
    .describe("The policies that await this person's acknowledgment, the most urgent first."),
  pending_trainings: z.array(id),
  manages_team: z.boolean().describe('Whether there is a team whose managers they are among.'),
  pending_steps: z.array(PendingStep).describe('The most urgent first; at most 50.'),
  tests: z.array(TestProgress),
  test_attempts: z.int(),
  completed_tests: z.int(),
  total_assigned_tests: z.int(),
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
  getUser: endpoint({
    method: 'GET',
    path: '/users/:id',
    access: 'user',
    summary: 'One person. Admins also see those who are pending or inactive.',
    params: byId,
    response: Person,
  }),
  getProfilePicture: endpoint({
    method: 'GET',
    path: '/users/:id/profile-picture',
    access: 'user',
    summary: 'A square picture of one person; 404 where they have none. Honours `If-None-Match`.',
    params: byId,
    query: z.object({
      size: z.enum(['512', '96']).default('512').describe('Width and height in pixels.'),
    }),
    produces: 'image/webp',
  }),
}

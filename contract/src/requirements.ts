import { z } from 'zod'
import { SELECT_POLICY, SELECT_TEST } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, time, timeInput } from './fields.ts'
import { Role } from './users.ts'

/** Who must do an item. Roles and everyone also reach people who join later. */
export const Assignment = z
  .object({
    user_ids: z.array(id).max(1000).default([]),
    roles: z.array(Role).default([]),
    everyone: z.boolean().default(false),
    due_at: timeInput.nullish(),
  })
  .refine(
    (value) => value.everyone || value.user_ids.length > 0 || value.roles.length > 0,
    'Please choose who this is for',
  )
export type Assignment = z.infer<typeof Assignment>

/** By when, of one person; left out and null are the same. */
export const dueDate = { due_at: timeInput.nullish() }

/** A due date alone; null takes it away. */
export const DueDateChange = z.object({ due_at: timeInput.nullable() })

/** One standing requirement: a person, a role or everyone must do the item. */
export const Requirement = z.object({
  id,
  user_id: id.nullable(),
  user_name: z.string().nullable(),
  role: Role.nullable(),
  everyone: z.boolean(),
  due_at: time.nullable(),
  created_at: time,
})
export type Requirement = z.infer<typeof Requirement>

/** An id chosen from a list; `message` is what a person reads who chose none. */
const chosen = (message: string) => z.string({ error: message }).min(1, message).pipe(id)

export const requirementEndpoints = {
  requirePolicy: endpoint({
    method: 'POST',
    path: '/admin/users/:id/require-policy',
    access: 'admin',
    summary:
      'Requires a policy of one person; who had to already gets the new due date. 404 for a person or a policy that is not there, 422 for somebody who is not active any more.',
    params: byId,
    body: z.object({ policy_id: chosen(SELECT_POLICY), ...dueDate }),
    response: Requirement,
  }),
  requireTest: endpoint({
    method: 'POST',
    path: '/admin/users/:id/require-test',
    access: 'admin',
    summary:
      'Requires a test, or the training whose quiz it is, of one person; who had to already gets the new due date. 404 for a person or a test that is not there, 422 for somebody who is not active any more.',
    params: byId,
    body: z.object({ test_id: chosen(SELECT_TEST), ...dueDate }),
    response: Requirement,
  }),
}

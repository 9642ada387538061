import { z } from 'zod'
import { id, time, timeInput } from './fields.ts'
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

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId } from './fields.ts'

/** What was taken back. */
export const Undone = z.object({
  undone: z.int().describe('How many changes are as they were before.'),
  left: z.int().describe('How many were left alone, because somebody has changed the same since.'),
})
export type Undone = z.infer<typeof Undone>

export const undoEndpoints = {
  undo: endpoint({
    method: 'POST',
    path: '/undo/:id',
    access: 'admin',
    summary:
      'Takes back what the caller did a moment ago. What can be taken back says `X-Undo` with its id: assigning and no longer requiring, due dates, activating and deactivating, moving dates and waiving. For ten minutes, and once; 404 `too_late` after that. What somebody has changed since stays.',
    params: byId,
    response: Undone,
  }),
}

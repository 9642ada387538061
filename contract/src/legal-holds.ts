import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, paging, requiredLine, time, timeInput } from './fields.ts'

/** What a hold can stand on, besides a person. */
export const HeldItemType = z.enum(['policy', 'training', 'test', 'document', 'process'])
export type HeldItemType = z.infer<typeof HeldItemType>

export const LegalHoldState = z
  .enum(['standing', 'ended', 'lifted'])
  .describe('`ended`: its last day is over.')
export type LegalHoldState = z.infer<typeof LegalHoldState>

/** While it stands, nothing about its person or item is deleted or anonymised. */
export const LegalHold = z.object({
  id,
  user_id: id.nullable(),
  item_type: HeldItemType.nullable().describe('Null of a person.'),
  item_id: id.nullable(),
  title: z.string().describe('The person’s name or the item’s title when it was set.'),
  path: z.string().describe('Where the web app shows the person or the item.'),
  reason: z.string(),
  ends_at: time.nullable().describe('Null: until somebody lifts it.'),
  state: LegalHoldState,
  set_by: id,
  set_by_name: z.string(),
  set_at: time,
  lifted_by_name: z.string().nullable(),
  lifted_at: time.nullable(),
  lift_reason: z.string().nullable(),
})
export type LegalHold = z.infer<typeof LegalHold>

export const legalHoldEndpoints = {
  listLegalHolds: endpoint({
    method: 'GET',
    path: '/admin/legal-holds',
    access: 'admin',
    summary: 'Legal holds, those that are over too, newest first.',
    query: z.object({
      ...paging,
      user_id: id.optional(),
      item_id: id.optional(),
      state: LegalHoldState.optional(),
    }),
    response: z.array(LegalHold),
  }),
  setLegalHold: endpoint({
    method: 'POST',
    path: '/admin/legal-holds',
    access: 'admin',
    summary:
      'Sets a hold on a person, or on an item: until it is lifted, or ends, whatever would delete or anonymise them, or change what is written in an item without versions, answers 409 `legal_hold`.',
    body: z
      .object({
        user_id: id.nullable().default(null),
        item_type: HeldItemType.nullable().default(null),
        item_id: id.nullable().default(null),
        reason: requiredLine(500, 'Please give a reason'),
        ends_at: timeInput.nullable().default(null).describe('Null: until it is lifted.'),
      })
      .refine(
        ({ user_id, item_type, item_id }) =>
          (user_id === null) !== (item_id === null) && (item_id === null) === (item_type === null),
        'Please choose either a person or an item',
      ),
    response: LegalHold,
    status: 201,
  }),
  liftLegalHold: endpoint({
    method: 'POST',
    path: '/admin/legal-holds/:id/lift',
    access: 'admin',
    fresh: true,
    summary: 'Lifts a hold, with a reason; 409 `not_standing` where it is over.',
    params: byId,
    body: z.object({ reason: requiredLine(500, 'Please give a reason') }),
    response: LegalHold,
  }),
}

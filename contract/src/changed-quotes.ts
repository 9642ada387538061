import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, time } from './fields.ts'

const type = z.enum(['policy', 'process', 'training', 'test'])

/** A text that refers to a paragraph of a policy which says something else since, or to a policy that was archived. */
export const ChangedQuote = z.object({
  id,
  type,
  item_id: id.describe('Of the policy, process, training or test that refers to it.'),
  title: z.string(),
  in_use: z.boolean().describe('Whether staff can open it: not an inactive or draft process.'),
  place: z.enum(['text', 'step', 'section', 'question']).describe('Where in it.'),
  number: z.int().nullable().describe('Of the step, section or question, from 1.'),
  policy_id: id,
  policy_title: z.string(),
  policy_archived: z.boolean().describe('Nobody but admins can open it.'),
  anchor: z
    .string()
    .describe('Of the paragraph; empty: the policy as a whole, once it is archived.'),
  version: z.int().describe('The last version of the policy that said what it was written for.'),
  before: z.string().describe('What the paragraph said there; of the whole policy, its title.'),
  after: z
    .string()
    .nullable()
    .describe('What it says now; null: it is gone, with its policy or without.'),
  changed_at: time,
})
export type ChangedQuote = z.infer<typeof ChangedQuote>

export const changedQuoteEndpoints = {
  listChangedQuotes: endpoint({
    method: 'GET',
    path: '/admin/changed-quotes',
    access: 'admin',
    summary:
      'Texts that refer to a paragraph which has changed since, or to a policy that was archived, the first 200, the latest first. A text that was edited since is no longer there.',
    query: z.object({ item_id: id.optional().describe('Only of this one.') }),
    response: z.array(ChangedQuote),
  }),
  lookAtChangedQuote: endpoint({
    method: 'POST',
    path: '/admin/changed-quotes/:id/looked',
    access: 'admin',
    summary:
      'Says that somebody has looked, and that the text may stay. 404 where nobody is asked.',
    params: byId,
  }),
}

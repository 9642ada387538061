import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id } from './fields.ts'

/** Something that refers to a policy. */
export const PolicyQuote = z.object({
  type: z.enum(['policy', 'process', 'training', 'test']),
  id: id.describe('Of the policy, process, training or test.'),
  title: z.string(),
  in_use: z.boolean().describe('Whether staff can open it: not an inactive or draft process.'),
  place: z
    .enum(['linked', 'text', 'step', 'section', 'question'])
    .describe('`linked`: chosen as belonging to a training. The others: named in a text of it.'),
  number: z.int().nullable().describe('Of the step, section or question, from 1.'),
  anchor: z.string().nullable().describe('Of the paragraph that it names; null: the whole policy.'),
  anchor_state: z
    .enum(['current', 'gone', 'unknown'])
    .nullable()
    .describe(
      'Whether the policy’s current version has that paragraph, an earlier one had, or none.',
    ),
})
export type PolicyQuote = z.infer<typeof PolicyQuote>

export const policyQuoteEndpoints = {
  listPolicyQuotes: endpoint({
    method: 'GET',
    path: '/policies/:id/quotes',
    access: 'admin',
    summary:
      'What refers to a policy or to one of its paragraphs, from the first 500 texts that do.',
    params: byId,
    response: z.array(PolicyQuote),
  }),
}

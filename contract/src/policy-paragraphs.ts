import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id } from './fields.ts'

const anchor = z
  .string()
  .toLowerCase()
  .refine(
    (name) => /^p-[0-9a-f]{10}(?:-\d{1,5})?$/.test(name),
    'This is not the name of a paragraph',
  )
  .describe('Stays with the paragraph as its words change; `/policies/{id}#{anchor}` leads there.')

const kind = z.enum(['heading', 'paragraph', 'item', 'quote', 'table', 'code'])

/** One block of a policy's text, in the order of the text. */
export const PolicyParagraph = z.object({ anchor, kind })
export type PolicyParagraph = z.infer<typeof PolicyParagraph>

/** A paragraph as one version has it. */
export const FoundParagraph = PolicyParagraph.extend({
  policy_id: id,
  version: z.int().describe('The newest version that has it, or the one that was asked about.'),
  current: z.boolean().describe('Whether that is the policy’s current version.'),
  text: z.string().describe('Its Markdown in that version.'),
})
export type FoundParagraph = z.infer<typeof FoundParagraph>

const version = z.coerce.number().int().min(1).max(2_147_483_647).optional()

export const policyParagraphEndpoints = {
  listPolicyParagraphs: endpoint({
    method: 'GET',
    path: '/policies/:id/paragraphs',
    access: 'user',
    summary:
      'The paragraphs of a version, the current one unless said otherwise; for admins those of a deleted policy, too.',
    params: byId,
    query: z.object({ version }),
    response: z.array(PolicyParagraph),
  }),
  findPolicyParagraph: endpoint({
    method: 'GET',
    path: '/policies/:id/paragraphs/:anchor',
    access: 'user',
    summary: 'What an anchor names: its words in a version, else in the newest that has it.',
    params: z.object({ id, anchor }),
    query: z.object({ version }),
    response: FoundParagraph,
  }),
}

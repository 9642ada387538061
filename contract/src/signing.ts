import { z } from 'zod'
import { CONSENT_MAX } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, line, text } from './fields.ts'

/** What signing a policy takes beside the press of its button. */
export const Signing = z.object({
  comparison: z
    .boolean()
    .describe('Whoever signed an earlier version is shown first what changed since.'),
  typed_name: z.boolean().describe('They type their name.'),
  identity: z.boolean().describe('They prove again that it is they, as `POST /auth/confirm` does.'),
  reading: z
    .boolean()
    .describe('How long the text was open, and whether its end was reached, is kept.'),
  consent: z
    .string()
    .nullable()
    .describe('What they agree to, in the policy’s own words; null: in the usual ones.'),
})
export type Signing = z.infer<typeof Signing>

/** What came with the press of the button, where a policy asks for more than that. */
export const CeremonyInput = z.object({
  consent: text(CONSENT_MAX).describe(
    'The words that were shown; 409 `consent_changed` otherwise.',
  ),
  typed_name: line(200).optional(),
  compared_version: z
    .int()
    .min(1)
    .nullish()
    .describe('The signed version beside which the text was shown.'),
  reading_seconds: z.int().min(0).max(86_400).optional().describe('How long it was in view.'),
  end_reached: z.boolean().optional(),
  language: z
    .string()
    .max(35)
    .refine((value) => /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(value))
    .optional()
    .describe('Of the browser, such as `en-US`.'),
})
export type CeremonyInput = z.infer<typeof CeremonyInput>

/** What a record seals of it: as JSON, in this order, each null where the policy did not ask for it. */
export interface Ceremony {
  typed_name: string | null
  /** How they proved again that it is they; the words of `sign_in_method`. */
  identity: string | null
  compared_version: number | null
  reading_seconds: number | null
  end_reached: boolean | null
  language: string | null
  /** SHA-256 of the words of consent, in hex. */
  consent_sha256: string
}

export const signingEndpoints = {
  updatePolicySigning: endpoint({
    method: 'PUT',
    path: '/policies/:id/signing',
    access: 'admin',
    summary:
      'Sets what signing a policy takes from now on. Records stay as they were sealed, and nobody is asked again. Everything false and null: one press of the button.',
    params: byId,
    body: Signing.extend({
      consent: text(CONSENT_MAX)
        .trim()
        .transform((words) => words || null)
        .nullable()
        .default(null),
    }),
    response: z.object({ signing: Signing.nullable() }),
  }),
}

import { useTextsForm, type TextsFormState } from '#web/features/editing/use-texts-form.ts'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { showGonePictures } from '#web/features/editing/show-gone-pictures.ts'
import { hasTexts } from '#web/lib/kept-text.ts'
import { POLICY_FIELDS, sameTexts, type PolicyTexts } from './policy-texts.ts'

const isTexts = (value: unknown): value is PolicyTexts => hasTexts(value, POLICY_FIELDS)

export type PolicyFormState = TextsFormState<PolicyTexts>

/** @param what is edited: the policy itself, or a draft */
export const usePolicyForm = (
  id: string | null,
  saved: PolicyFormState['base'],
  what: 'policy' | 'draft' = 'policy',
) => useTextsForm({ what, id, saved, isTexts, sameTexts })

/** Puts the server's sentences beside the fields of a policy, or of its draft, that they are about. */
export function showPolicyErrors({ form }: PolicyFormState, error: unknown) {
  // A draft is kept as one: the server doesn't say in which of its fields a picture is gone.
  if (!showGonePictures(form, error, ['content'])) showFieldErrors(form, error, POLICY_FIELDS)
}

import { useTextsForm, type TextsFormState } from '#web/features/editing/use-texts-form.ts'
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

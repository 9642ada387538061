import { hasTexts } from '#web/lib/kept-text.ts'
import { type PolicyTexts, POLICY_FIELDS, sameTexts, makesVersion } from './policy-texts.ts'
import { MISSING_FIELDS } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { required, showFieldErrors, upTo } from '#web/features/editing/form-rules.ts'
import {
  ItemForm,
  type ItemFormProps,
  type TextsFormState,
  useTextsForm,
} from '#web/features/editing/item-form.tsx'
import { showGonePictures } from '#web/features/writing/picture-uploads.tsx'
import { MarkdownField } from '#web/features/writing/markdown-field.tsx'
import { Checkbox, Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { categoriesOf, policyOptionsQuery } from './policies.api.ts'

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

type PolicyFormProps = ItemFormProps<PolicyTexts> & {
  /** Below the fields: what else goes with the save. */
  children?: ReactNode
}

const ORDER = ['title', 'category', 'description', 'content']

export function PolicyForm(props: PolicyFormProps) {
  const { form } = props.state
  return (
    <ItemForm {...props} order={ORDER} missingOf={missingOf}>
      <PolicyFields form={form} />
      <PolicyContentField form={form} />
      {props.children}
    </ItemForm>
  )
}

const missingOf = ({ title, content }: FieldErrors<PolicyTexts>) =>
  title?.type === 'required' || content?.type === 'required' ? MISSING_FIELDS : null

type PolicyFieldsProps = { form: UseFormReturn<PolicyTexts> }

function PolicyFields({ form }: PolicyFieldsProps) {
  const { register } = form
  const { errors } = form.formState
  const listId = useId()
  const { data: options = [] } = useQuery(policyOptionsQuery)
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Field label="Title" required error={errors.title?.message}>
          <TextInput
            autoComplete="off"
            {...register('title', {
              validate: { required: required('Please give the policy a title'), long: upTo(200) },
            })}
          />
        </Field>
        <Field label="Category" optional error={errors.category?.message}>
          <TextInput
            list={listId}
            autoComplete="off"
            {...register('category', { validate: { long: upTo(100) } })}
          />
        </Field>
        <datalist id={listId}>
          {categoriesOf(options).map((category) => (
            <option key={category} value={category}>
              {category}
            </option>
          ))}
        </datalist>
      </div>
      <Field
        label="Description"
        optional
        hint="One sentence for the list of policies."
        error={errors.description?.message}
      >
        <TextArea
          autogrow
          rows={1}
          {...register('description', { validate: { long: upTo(2000) } })}
        />
      </Field>
    </>
  )
}

const rules = {
  validate: { required: required('Please write what the policy says'), long: upTo(200_000) },
}

/** What the policy says. */
function PolicyContentField({ form }: { form: UseFormReturn<PolicyTexts> }) {
  return (
    <MarkdownField
      control={form.control}
      name="content"
      label="Content"
      required
      rows={16}
      rules={rules}
      error={form.formState.errors.content?.message}
      preview={{ label: 'Preview', render: (source) => source, className: 'text-lg leading-[1.7]' }}
    />
  )
}

type AskAgainProps = {
  /** What is live. */
  saved: PolicyTexts
  /** What the form has. */
  texts: PolicyTexts
  version: number
  material: boolean
  onChange: (material: boolean) => void
}

/** Whether those who acknowledged before have to do so again. */
export function AskAgain({ saved, texts, version, material, onChange }: AskAgainProps) {
  const hintId = useId()
  const matters = makesVersion(saved, texts)
  return (
    <div>
      <Checkbox
        label="Ask everyone to acknowledge again"
        aria-describedby={hintId}
        disabled={!matters}
        checked={material}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p id={hintId} className="mt-0.5 ml-7 text-sm text-muted">
        {matters
          ? `Untick it for small corrections, such as spelling: acknowledgments of version ${version} then still count.`
          : 'Nobody is asked again until the title or the content changes.'}
      </p>
    </div>
  )
}

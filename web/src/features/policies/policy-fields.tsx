import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { required, upTo } from '#web/features/editing/text-rules.ts'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { categoriesOf, policyOptionsQuery } from './policies.api.ts'
import type { PolicyTexts } from './policy-texts.ts'

type PolicyFieldsProps = { form: UseFormReturn<PolicyTexts> }

export function PolicyFields({ form }: PolicyFieldsProps) {
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

import {
  PROCESS_CATEGORIES,
  PROCESS_CATEGORY_REQUIRED,
  PROCESS_STATUSES,
  PROCESS_TITLE_REQUIRED,
} from '@frontdesk/contract/constants'
import type { UseFormReturn } from 'react-hook-form'
import { required, upTo } from '#web/features/editing/text-rules.ts'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import type { ProcessTexts } from './process-texts.ts'
import { statusLabels } from './status-badge.tsx'

type ProcessFieldsProps = { form: UseFormReturn<ProcessTexts> }

export function ProcessFields({ form }: ProcessFieldsProps) {
  const { register } = form
  const { errors } = form.formState
  return (
    <>
      <Field label="Title" required error={errors.title?.message}>
        <TextInput
          autoComplete="off"
          {...register('title', {
            validate: { required: required(PROCESS_TITLE_REQUIRED), long: upTo(200) },
          })}
        />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Category" required error={errors.category?.message}>
          <Select
            {...register('category', {
              validate: { required: required(PROCESS_CATEGORY_REQUIRED) },
            })}
          >
            <option value="">Choose a category</option>
            {PROCESS_CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        </Field>
        <Field label="Status" hint="Only active processes are shown to everyone.">
          <Select {...register('status')}>
            {PROCESS_STATUSES.map((status) => (
              <option key={status} value={status}>
                {statusLabels[status]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field
        label="Description"
        optional
        hint="One sentence for the list of processes."
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

import {
  TRAINING_CATEGORIES,
  TRAINING_LIMITS,
  UNKNOWN_CATEGORY,
} from '@frontdesk/contract/constants'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { wholeNumber } from '#web/features/editing/number-rules.ts'
import { required, upTo } from '#web/features/editing/text-rules.ts'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import type { TrainingTexts } from './training-texts.ts'

type BasicFieldsProps = { form: UseFormReturn<TrainingTexts> }

export function BasicFields({ form }: BasicFieldsProps) {
  const { register } = form
  const { errors } = form.formState
  const chosen = useWatch({ control: form.control, name: 'category' })
  const category = TRAINING_CATEGORIES.find(({ id }) => id === chosen)
  return (
    <>
      <Field label="Title" required error={errors.title?.message}>
        <TextInput
          autoComplete="off"
          {...register('title', {
            validate: { required: required('Please give the training a title'), long: upTo(200) },
          })}
        />
      </Field>
      <Field
        label="Description"
        optional
        hint="What somebody can do afterwards, in a sentence or two."
        error={errors.description?.message}
      >
        <TextArea
          rows={2}
          autogrow
          {...register('description', { validate: { long: upTo(2000) } })}
        />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Duration (minutes)" error={errors.duration?.message}>
          <TextInput
            type="number"
            min={1}
            step={1}
            inputMode="numeric"
            {...register('duration', {
              validate: wholeNumber('Duration is a whole number of minutes, at least 1', {
                min: 1,
                max: TRAINING_LIMITS.minutes,
              }),
            })}
          />
        </Field>
        <Field label="Category" hint={category?.description} error={errors.category?.message}>
          <Select {...register('category')}>
            <option value="">No category</option>
            {TRAINING_CATEGORIES.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {chosen !== '' && !category && <option value={chosen}>{UNKNOWN_CATEGORY}</option>}
          </Select>
        </Field>
      </div>
    </>
  )
}

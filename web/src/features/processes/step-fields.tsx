import { PROCESS_STEP_REQUIRED } from '@frontdesk/contract/constants'
import type { KeyboardEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isPlainEnter } from '#web/features/editing/publishing-form.tsx'
import { upTo } from '#web/features/editing/text-rules.ts'
import { MarkdownField } from '#web/features/writing/markdown-field.tsx'
import { roleLabels, roles } from '#web/lib/roles.ts'
import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { InsertLink } from './insert-link.tsx'
import { isBlankStep, type ProcessTexts } from './process-texts.ts'

type StepFieldsProps = {
  form: UseFormReturn<ProcessTexts>
  index: number
  /** Enter was pressed in a field of one line. */
  onEnter: () => void
}

const detailsRules = { validate: { long: upTo(20_000) } }

/** What one step of the form says. */
export function StepFields({ form, index, onEnter }: StepFieldsProps) {
  const { register, getValues, setValue } = form
  const addToDetails = (markdown: string) => {
    const name = `steps.${index}.description` as const
    const details = getValues(name)
    setValue(name, details.trim() === '' ? markdown : `${details} ${markdown}`, {
      shouldDirty: true,
    })
  }
  const errors = form.formState.errors.steps?.[index]
  const takeEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isPlainEnter(event)) return
    event.preventDefault()
    onEnter()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[minmax(0,1fr)_7.5rem_9rem]">
      <Field label="Step title" required={index === 0} error={errors?.title?.message}>
        <TextInput
          autoComplete="off"
          onKeyDown={takeEnter}
          {...register(`steps.${index}.title`, {
            validate: {
              required: (title, { steps }) =>
                title.trim() !== '' ||
                (index > 0 && isBlankStep(steps[index]!)) ||
                (index === 0 ? PROCESS_STEP_REQUIRED : 'Please give this step a title'),
              long: upTo(200),
            },
          })}
        />
      </Field>
      <Field label="Minutes" optional error={errors?.minutes?.message}>
        <TextInput
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
          onKeyDown={takeEnter}
          {...register(`steps.${index}.minutes`, {
            validate: (value) =>
              !(Number.parseFloat(value) < 0) || 'Minutes are a number of at least 0',
          })}
        />
      </Field>
      <Field label="Done by" optional>
        <Select {...register(`steps.${index}.role`)}>
          <option value="">Anyone</option>
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleLabels[role]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="sm:col-span-3">
        <MarkdownField
          control={form.control}
          name={`steps.${index}.description`}
          label="Details"
          longName={`the details of step ${index + 1}`}
          optional
          rows={2}
          rules={detailsRules}
          error={errors?.description?.message}
        />
      </div>
      <div className="-mt-2 sm:col-span-3">
        <InsertLink number={index + 1} onInsert={addToDetails} />
      </div>
    </div>
  )
}

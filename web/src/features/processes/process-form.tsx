import {
  PROCESS_CATEGORIES,
  PROCESS_CATEGORY_REQUIRED,
  PROCESS_STATUSES,
  PROCESS_STEP_REQUIRED,
  PROCESS_TITLE_REQUIRED,
} from '@frontdesk/contract/constants'
import type { ReactNode } from 'react'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { FormFooter } from '#web/features/editing/form-footer.tsx'
import { PublishingForm } from '#web/features/editing/publishing-form.tsx'
import { RestoredNotice } from '#web/features/editing/restored-notice.tsx'
import { showFieldErrors } from '#web/features/editing/field-errors.ts'
import { showGonePictures } from '#web/features/editing/show-gone-pictures.ts'
import { required, upTo } from '#web/features/editing/field-rules.ts'
import { UnsavedDialog } from '#web/features/editing/unsaved-dialog.tsx'
import { type TextsFormState, useTextsForm } from '#web/features/editing/use-texts-form.ts'
import { formatMinutes } from '#web/lib/format.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import {
  isProcessTexts,
  PROCESS_FIELDS,
  type ProcessTexts,
  sameTexts,
  totalOf,
} from './process-texts.ts'
import { statusLabels } from './status-badge.tsx'
import { StepList } from './step-list.tsx'

export type ProcessFormState = TextsFormState<ProcessTexts>

export const useProcessForm = (id: string | null, saved: ProcessFormState['base']) =>
  useTextsForm({ what: 'process', id, saved, isTexts: isProcessTexts, sameTexts })

type ProcessFormProps = {
  state: ProcessFormState
  /** Above the fields: news about the text. */
  notice?: ReactNode
  saveLabel: string
  busyLabel: string
  /** What has failed when there is a problem. */
  failure: string
  problem: string | null
  onDismiss: () => void
  onSave: (values: ProcessTexts) => Promise<void>
  onCancel: () => void
}

export function ProcessForm(props: ProcessFormProps) {
  const { state, notice, onDismiss, onSave } = props
  const { form, texts } = state
  const { errors, isSubmitting } = form.formState
  const missing = firstMissing(errors)

  /** Takes the person to the first field that can't be saved as it is. */
  const point = (found: FieldErrors<ProcessTexts>) => {
    onDismiss()
    const field = (['title', 'category', 'description'] as const).find((name) => found[name])
    if (field) return form.setFocus(field)
    const index = texts.steps.findIndex((_, place) => found.steps?.[place])
    if (index >= 0) form.setFocus(`steps.${index}.title`)
  }
  return (
    <PublishingForm
      noValidate
      className="grid max-w-3xl gap-6"
      onSubmit={(event) => void form.handleSubmit(onSave, point)(event)}
    >
      <RestoredNotice state={state} />
      {notice}
      <ProcessFields form={form} />
      <StepList form={form} />
      <FormFooter
        {...props}
        isSaving={isSubmitting}
        note={
          <p className="text-sm text-muted tabular-nums max-sm:-order-1 max-sm:w-full max-sm:px-0! sm:ml-auto">
            Estimated total time: {formatMinutes(totalOf(texts.steps))}
          </p>
        }
      >
        {missing && <ErrorPanel>{missing}</ErrorPanel>}
      </FormFooter>
      <UnsavedDialog isDirty={state.isDirty} isSettled={state.isSettled} />
    </PublishingForm>
  )
}

/** One sentence for what is missing, in the order of the form (spec.md, section 5). */
function firstMissing(errors: FieldErrors<ProcessTexts>): string | null {
  if (errors.title?.type === 'required') return PROCESS_TITLE_REQUIRED
  if (errors.category?.type === 'required') return PROCESS_CATEGORY_REQUIRED
  if (errors.steps?.[0]?.title?.type === 'required') return PROCESS_STEP_REQUIRED
  return null
}

type ProcessFieldsProps = { form: UseFormReturn<ProcessTexts> }

function ProcessFields({ form }: ProcessFieldsProps) {
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

/** Puts the server's sentences beside the fields that they are about. */
export function showProcessErrors(form: UseFormReturn<ProcessTexts>, error: unknown) {
  const details = form.getValues('steps').map((_, at) => `steps.${at}.description` as const)
  if (!showGonePictures(form, error, details)) showFieldErrors(form, error, PROCESS_FIELDS)
}

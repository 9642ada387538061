import {
  PROCESS_CATEGORY_REQUIRED,
  PROCESS_STEP_REQUIRED,
  PROCESS_TITLE_REQUIRED,
} from '@frontdesk/contract/constants'
import type { ReactNode } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { FormFooter } from '#web/features/editing/form-footer.tsx'
import { PublishingForm } from '#web/features/editing/publishing-form.tsx'
import { RestoredNotice } from '#web/features/editing/restored-notice.tsx'
import { UnsavedDialog } from '#web/features/editing/unsaved-dialog.tsx'
import { formatMinutes } from '#web/lib/format.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ProcessFields } from './process-fields.tsx'
import { totalOf, type ProcessTexts } from './process-texts.ts'
import { StepList } from './step-list.tsx'
import type { ProcessFormState } from './use-process-form.ts'

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
          <p className="text-sm text-muted tabular-nums max-sm:-order-1 max-sm:w-full sm:ml-auto">
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

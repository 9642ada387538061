import { MISSING_FIELDS } from '@frontdesk/contract/constants'
import type { ReactNode } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { FormFooter } from '#web/features/editing/form-footer.tsx'
import { PublishingForm } from '#web/features/editing/publishing-form.tsx'
import { RestoredNotice } from '#web/features/editing/restored-notice.tsx'
import { UnsavedDialog } from '#web/features/editing/unsaved-dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PolicyContentField } from './policy-content-field.tsx'
import { PolicyFields } from './policy-fields.tsx'
import type { PolicyTexts } from './policy-texts.ts'
import type { PolicyFormState } from './use-policy-form.ts'

type PolicyFormProps = {
  state: PolicyFormState
  /** Above the fields: news about the text. */
  notice?: ReactNode
  /** Below them: what else goes with the save. */
  children?: ReactNode
  saveLabel: string
  /** Beside the button that saves. */
  actions?: ReactNode
  cancelLabel?: string
  busyLabel: string
  /** What has failed when there is a problem. */
  failure: string
  problem: string | null
  onDismiss: () => void
  onSave: (values: PolicyTexts) => Promise<void>
  onCancel: () => void
}

const fieldsInOrder = ['title', 'category', 'description', 'content'] as const

export function PolicyForm(props: PolicyFormProps) {
  const { state, notice, children, onDismiss, onSave } = props
  const { form } = state
  const { errors, isSubmitting } = form.formState
  const isMissing = errors.title?.type === 'required' || errors.content?.type === 'required'

  /** Takes the person to the first field that can't be saved as it is. */
  const point = (found: FieldErrors<PolicyTexts>) => {
    onDismiss()
    const first = fieldsInOrder.find((name) => found[name])
    if (first) form.setFocus(first)
  }
  return (
    <PublishingForm
      noValidate
      className="grid max-w-3xl gap-6"
      onSubmit={(event) => void form.handleSubmit(onSave, point)(event)}
    >
      <RestoredNotice state={state} />
      {notice}
      <PolicyFields form={form} />
      <PolicyContentField form={form} />
      {children}
      <FormFooter {...props} isSaving={isSubmitting}>
        {isMissing && <ErrorPanel>{MISSING_FIELDS}</ErrorPanel>}
      </FormFooter>
      <UnsavedDialog isDirty={state.isDirty} isSettled={state.isSettled} />
    </PublishingForm>
  )
}

import type { ReactNode } from 'react'
import type { FieldErrors, FieldPath, UseFormReturn } from 'react-hook-form'
import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import { firstError } from '#web/features/editing/first-error.ts'
import { FormFooter } from '#web/features/editing/form-footer.tsx'
import { FormSection } from '#web/features/editing/form-section.tsx'
import { PublishingForm } from '#web/features/editing/publishing-form.tsx'
import { wholeNumber } from '#web/features/editing/number-rules.ts'
import { RestoredNotice } from '#web/features/editing/restored-notice.tsx'
import { UnsavedDialog } from '#web/features/editing/unsaved-dialog.tsx'
import { QuestionList } from '#web/features/assessments/question-list.tsx'
import type { QuestionsTexts } from '#web/features/assessments/question-texts.ts'
import { SettingsFields, type SettingsTexts } from '#web/features/assessments/settings-fields.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { BasicFields } from './basic-fields.tsx'
import { LinkedContent } from './linked-content.tsx'
import { SectionList } from './section-list.tsx'
import type { TrainingTexts } from './training-texts.ts'
import type { TrainingFormState } from './use-training-form.ts'

type TrainingFormProps = {
  state: TrainingFormState
  /** The quiz as it is saved; null before that. */
  testId: string | null
  /** Above the fields: news about the text. */
  notice?: ReactNode
  saveLabel: string
  /** Beside the button that saves. */
  actions?: ReactNode
  cancelLabel?: string
  busyLabel: string
  failure: string
  problem: string | null
  onDismiss: () => void
  onSave: (values: TrainingTexts) => Promise<void>
  onCancel: () => void
}

const ORDER = [
  'title',
  'description',
  'duration',
  'category',
  'sections',
  'questions',
  'draws',
  'requiredScore',
  'maxAttempts',
  'dueDays',
  'retakeThreshold',
] as const

export function TrainingForm(props: TrainingFormProps) {
  const { state, testId, notice, onDismiss, onSave } = props
  const { form } = state
  const { errors, isSubmitting } = form.formState
  const wrong = firstError(errors, ORDER)

  /** Takes the person to the first field that can't be saved as it is. */
  const point = (found: FieldErrors<TrainingTexts>) => {
    onDismiss()
    const first = firstError(found, ORDER)
    if (first) form.setFocus(first.name as FieldPath<TrainingTexts>)
  }
  return (
    <PublishingForm
      noValidate
      className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8"
      onSubmit={(event) => void form.handleSubmit(onSave, point)(event)}
    >
      <RestoredNotice state={state} />
      {notice}
      <FormSection title="Basic Information">
        <BasicFields form={form} />
      </FormSection>
      <FormSection
        title="Content Sections"
        description="What people go through, one after the other. Drag a section by its handle, or use its arrows."
      >
        <SectionList form={form} />
      </FormSection>
      <FormSection
        title="Quiz Questions"
        description="Asked after the last section. Without questions, the training is complete once all sections were seen."
      >
        {/* Every form with questions has them under the same name. */}
        <QuestionList form={form as unknown as UseFormReturn<QuestionsTexts>} testId={testId} />
      </FormSection>
      <FormSection title="Training Settings">
        <SettingsFields form={form as unknown as UseFormReturn<SettingsTexts>}>
          <DueDays form={form} />
        </SettingsFields>
      </FormSection>
      <FormSection title="Linked Content" description="What belongs to this training beside it.">
        <LinkedContent form={form} />
      </FormSection>
      <FormFooter {...props} isSaving={isSubmitting}>
        {wrong && <ErrorPanel>{wrong.message}</ErrorPanel>}
      </FormFooter>
      <UnsavedDialog isDirty={state.isDirty} isSettled={state.isSettled} />
    </PublishingForm>
  )
}

function DueDays({ form }: { form: UseFormReturn<TrainingTexts> }) {
  return (
    <Field
      label="Due Days"
      hint="So many days after it is required of somebody; 0 means no due date."
      error={form.formState.errors.dueDays?.message}
    >
      <TextInput
        type="number"
        min={0}
        max={TRAINING_LIMITS.days}
        step={1}
        inputMode="numeric"
        {...form.register('dueDays', {
          validate: wholeNumber('Due days is a whole number of days, at least 0', {
            min: 0,
            max: TRAINING_LIMITS.days,
          }),
        })}
      />
    </Field>
  )
}

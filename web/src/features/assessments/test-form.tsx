import { type AnyRouter, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldErrors, FieldPath, UseFormReturn } from 'react-hook-form'
import { FormFooter } from '#web/features/editing/form-footer.tsx'
import { FormSection } from '#web/features/editing/form-section.tsx'
import { PublishingForm } from '#web/features/editing/publishing-form.tsx'
import { RestoredNotice } from '#web/features/editing/restored-notice.tsx'
import { firstError } from '#web/features/editing/field-errors.ts'
import { required, upTo } from '#web/features/editing/field-rules.ts'
import { UnsavedDialog } from '#web/features/editing/unsaved-dialog.tsx'
import { type TextsFormState, useTextsForm } from '#web/features/editing/use-texts-form.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { QuestionList } from './question-list.tsx'
import type { QuestionsTexts } from './question-texts.ts'
import { SettingsFields, type SettingsTexts } from './settings-fields.tsx'
import { isTestTexts, sameTexts, type TestTexts } from './test-texts.ts'

export type TestFormState = TextsFormState<TestTexts>

export const useTestForm = (id: string | null, saved: TestFormState['base']) =>
  useTextsForm({ what: 'test', id, saved, isTexts: isTestTexts, sameTexts })

type TestFormProps = {
  state: TestFormState
  testId: string | null
  /** Above the fields: news about the text. */
  notice?: ReactNode
  saveLabel: string
  busyLabel: string
  failure: string
  problem: string | null
  onDismiss: () => void
  onSave: (values: TestTexts) => Promise<void>
  onCancel: () => void
}

const ORDER = [
  'title',
  'description',
  'questions',
  'draws',
  'requiredScore',
  'maxAttempts',
  'retakeThreshold',
] as const

/** A test by itself: the same questions and settings as a training's quiz has. */
export function TestForm(props: TestFormProps) {
  const { state, testId, notice, onDismiss, onSave } = props
  const { form } = state
  const { errors, isSubmitting } = form.formState
  const wrong = firstError(errors, ORDER)

  /** Takes the person to the first field that can't be saved as it is. */
  const point = (found: FieldErrors<TestTexts>) => {
    onDismiss()
    const first = firstError(found, ORDER)
    if (first) form.setFocus(first.name as FieldPath<TestTexts>)
  }
  return (
    <PublishingForm
      noValidate
      className="grid max-w-4xl gap-8"
      onSubmit={(event) => void form.handleSubmit(onSave, point)(event)}
    >
      <RestoredNotice state={state} />
      {notice}
      <FormSection title="Basic Information">
        <Field label="Title" required error={errors.title?.message}>
          <TextInput
            autoComplete="off"
            {...form.register('title', {
              validate: { required: required('Please give the test a title'), long: upTo(200) },
            })}
          />
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          <TextArea
            rows={2}
            autogrow
            {...form.register('description', { validate: { long: upTo(2000) } })}
          />
        </Field>
      </FormSection>
      <FormSection
        title="Questions"
        description="Drag a question by its handle, or use its arrows."
      >
        {/* Every form with questions has them under the same name. */}
        <QuestionList form={form as unknown as UseFormReturn<QuestionsTexts>} testId={testId} />
      </FormSection>
      <FormSection title="Settings">
        <SettingsFields form={form as unknown as UseFormReturn<SettingsTexts>} />
      </FormSection>
      <FormFooter {...props} isSaving={isSubmitting}>
        {wrong && <ErrorPanel>{wrong.message}</ErrorPanel>}
      </FormFooter>
      <UnsavedDialog isDirty={state.isDirty} isSettled={state.isSettled} />
    </PublishingForm>
  )
}

/** Goes to the table of tests in the admin area. */
export function useOpenAdminTests() {
  const navigate = useNavigate()
  return () => navigate<AnyRouter, string, string>({ to: '/admin/tests' })
}

import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
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
import { type BankTexts, isBankTexts, sameTexts } from './bank-texts.ts'
import { QuestionCard } from './question-card.tsx'
import { isBlankQuestion, type QuestionsTexts } from './question-texts.ts'
import { TopicField } from './topic-field.tsx'

export type BankFormState = TextsFormState<BankTexts>

export const useBankForm = (id: string | null, saved: BankFormState['base']) =>
  useTextsForm({ what: 'bank-question', id, saved, isTexts: isBankTexts, sameTexts })

type BankQuestionFormProps = {
  state: BankFormState
  /** Above the fields: news about the question. */
  notice?: ReactNode
  saveLabel: string
  busyLabel: string
  failure: string
  problem: string | null
  onDismiss: () => void
  onSave: (values: BankTexts) => Promise<void>
  onCancel: () => void
}

const ORDER = ['topic', 'questions'] as const

/** A question of the bank: its topic, and what a question of a quiz has. */
export function BankQuestionForm(props: BankQuestionFormProps) {
  const { state, notice, onDismiss, onSave } = props
  const { form } = state
  const { errors, isSubmitting } = form.formState
  const wrong = firstError(errors, ORDER)

  /** Takes the person to the first field that can't be saved as it is. */
  const point = (found: FieldErrors<BankTexts>) => {
    onDismiss()
    const first = firstError(found, ORDER)
    if (first) form.setFocus(first.name as FieldPath<BankTexts>)
  }
  const save = async (values: BankTexts) => {
    if (isBlankQuestion(values.questions[0]!)) {
      form.setError('questions.0.question', { message: 'Please write the question' })
      return form.setFocus('questions.0.question')
    }
    await onSave(values)
  }
  return (
    <PublishingForm
      noValidate
      className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8"
      onSubmit={(event) => void form.handleSubmit(save, point)(event)}
    >
      <RestoredNotice state={state} />
      {notice}
      <FormSection title="Question">
        <TopicField
          error={errors.topic?.message}
          {...form.register('topic', {
            validate: {
              required: required('Please name a topic'),
              long: upTo(TRAINING_LIMITS.topic),
            },
          })}
        />
        {/* Every form with questions has them under the same name. */}
        <QuestionCard form={form as unknown as UseFormReturn<QuestionsTexts>} index={0} />
      </FormSection>
      <FormFooter {...props} isSaving={isSubmitting}>
        {wrong && <ErrorPanel>{wrong.message}</ErrorPanel>}
      </FormFooter>
      <UnsavedDialog isDirty={state.isDirty} isSettled={state.isSettled} />
    </PublishingForm>
  )
}

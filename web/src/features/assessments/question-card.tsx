import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import { upTo } from '#web/features/editing/text-rules.ts'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { KINDS, withKind } from './question-kinds.ts'
import { OptionList, type QuestionCardProps } from './option-list.tsx'
import {
  isBlankQuestion,
  type QuestionKind,
  type QuestionsTexts,
  type QuestionTexts,
} from './question-texts.ts'

/** One question of the form: its words, how it is answered, what is right, its points. */
export function QuestionCard({ form, index }: QuestionCardProps) {
  const { register, getValues, setValue, watch } = form
  const kind = watch(`questions.${index}.kind`) ?? 'single'
  const change = (next: QuestionKind) =>
    setValue(`questions.${index}`, withKind(getValues(`questions.${index}`), next), {
      shouldDirty: true,
    })
  const errors = form.formState.errors.questions?.[index]
  const when =
    (rule: (question: QuestionTexts) => string | true) => (_: string, values: QuestionsTexts) => {
      const question = values.questions[index]
      return !question || isBlankQuestion(question) || rule(question)
    }
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_13rem_5rem]">
        <Field label="Question" error={errors?.question?.message}>
          <TextArea
            rows={1}
            autogrow
            {...register(`questions.${index}.question`, {
              validate: {
                required: when(
                  ({ question }) => question.trim() !== '' || 'Please write the question',
                ),
                long: upTo(TRAINING_LIMITS.questionText),
              },
            })}
          />
        </Field>
        <Field label="Kind">
          <Select value={kind} onChange={(event) => change(event.target.value as QuestionKind)}>
            {KINDS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Points" error={errors?.points?.message}>
          <TextInput
            type="number"
            min={1}
            max={TRAINING_LIMITS.points}
            step={1}
            inputMode="numeric"
            {...register(`questions.${index}.points`, {
              validate: when(
                ({ points }) =>
                  isWhole(points, 1, TRAINING_LIMITS.points) ||
                  'Points are a whole number from 1 to 1,000',
              ),
            })}
          />
        </Field>
      </div>
      <OptionList key={kind} form={form} index={index} kind={kind} />
      <Field
        label="Feedback"
        optional
        hint="Shown to whoever answers wrong, with what a link in it leads to: [Call first](the link of a policy’s paragraph)."
        error={errors?.feedback?.message}
      >
        <TextArea
          rows={1}
          autogrow
          {...register(`questions.${index}.feedback`, {
            validate: { long: (text) => upTo(TRAINING_LIMITS.feedback)(text ?? '') },
          })}
        />
      </Field>
    </div>
  )
}

const isWhole = (text: string, min: number, max: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max

import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { useController, useFieldArray, type UseFormReturn } from 'react-hook-form'
import { upTo } from '#web/features/editing/text-rules.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field, FieldError, TextArea, TextInput } from '#web/ui/field.tsx'
import { isBlankQuestion, type QuestionsTexts, type QuestionTexts } from './question-texts.ts'

type QuestionCardProps = { form: UseFormReturn<QuestionsTexts>; index: number }

/** One question of the form: its words, its options with the right one chosen, its points. */
export function QuestionCard({ form, index }: QuestionCardProps) {
  const { register } = form
  const errors = form.formState.errors.questions?.[index]
  const when =
    (rule: (question: QuestionTexts) => string | true) => (_: string, values: QuestionsTexts) => {
      const question = values.questions[index]
      return !question || isBlankQuestion(question) || rule(question)
    }
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_6rem]">
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
      <OptionList form={form} index={index} />
    </div>
  )
}

const isWhole = (text: string, min: number, max: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max

/** What is wrong with the options of a question; true for nothing. */
function checkOptions(question: QuestionTexts): string | true {
  const texts = question.options.map(({ text }) => text.trim())
  const written = texts.filter((text) => text !== '')
  if (written.length < 2) return 'A question needs at least two options'
  if (new Set(written.map((text) => text.toLowerCase())).size < written.length) {
    return 'Two options say the same'
  }
  if (!question.correct || !texts[Number(question.correct)]) {
    return 'Please choose the correct option'
  }
  return true
}

/** Controlled: browsers uncheck radios whose group gets another's name, as when questions change places. */
function useCorrectOption(form: QuestionCardProps['form'], index: number) {
  const { field } = useController({
    control: form.control,
    name: `questions.${index}.correct`,
    rules: {
      validate: (_, values) => {
        const question = values.questions[index]
        return !question || isBlankQuestion(question) || checkOptions(question)
      },
    },
  })
  return field
}

function OptionList({ form, index }: QuestionCardProps) {
  const name = `questions.${index}.options` as const
  const { fields, append, remove } = useFieldArray({ control: form.control, name, keyName: 'key' })
  const { register, getValues, setValue, setFocus } = form
  const id = useId()
  const error = form.formState.errors.questions?.[index]?.correct?.message
  const correct = useCorrectOption(form, index)

  const removeAt = (place: number) => {
    const chosen = getValues(`questions.${index}.correct`)
    remove(place)
    // The choice stays with its option, and goes with it.
    const next = !chosen || Number(chosen) < place ? chosen : String(Number(chosen) - 1)
    setValue(`questions.${index}.correct`, chosen === String(place) ? '' : next)
    setFocus(`questions.${index}.options.${Math.min(place, fields.length - 2)}.text`)
  }
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium">
        Options <span className="font-normal text-muted">– mark the correct one</span>
      </legend>
      <ul className="grid gap-2">
        {fields.map((field, place) => (
          <li key={field.key} className="flex items-center gap-2.5">
            <input
              type="radio"
              aria-label={`Option ${place + 1} of question ${index + 1} is correct`}
              ref={place === 0 ? correct.ref : undefined}
              name={id}
              value={place}
              checked={correct.value === String(place)}
              onChange={() => correct.onChange(String(place))}
              onBlur={correct.onBlur}
              className="size-4.5 shrink-0 appearance-none rounded-full border border-line-control bg-surface transition-colors checked:border-[5.5px] checked:border-accent hover:border-muted pointer-coarse:size-6"
            />
            <TextInput
              aria-label={`Option ${place + 1} of question ${index + 1}`}
              placeholder={`Option ${place + 1}`}
              autoComplete="off"
              maxLength={TRAINING_LIMITS.optionText}
              {...register(`questions.${index}.options.${place}.text`)}
            />
            {fields.length > 2 && (
              <IconButton
                size="sm"
                label={`Remove option ${place + 1} of question ${index + 1}`}
                icon={X}
                onClick={() => removeAt(place)}
              />
            )}
          </li>
        ))}
      </ul>
      {error && (
        <div className="mt-2">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
      {fields.length < TRAINING_LIMITS.options && (
        <Button
          variant="ghost"
          size="sm"
          icon={Plus}
          className="mt-2"
          onClick={() =>
            append({ text: '' }, { focusName: `questions.${index}.options.${fields.length}.text` })
          }
        >
          Add Option
        </Button>
      )}
    </fieldset>
  )
}

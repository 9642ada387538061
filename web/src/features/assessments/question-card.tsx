import { TRAINING_LIMITS, TRUE_FALSE } from '@frontdesk/contract/constants'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useController, useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form'
import { upTo } from '#web/features/editing/form-rules.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox, Field, FieldError, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import {
  checkAnswers,
  isBlankQuestion,
  KINDS,
  type QuestionKind,
  type QuestionsTexts,
  type QuestionTexts,
  withKind,
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

/** A question of the form, by its place. */
type QuestionCardProps = { form: UseFormReturn<QuestionsTexts>; index: number }

type OptionListProps = QuestionCardProps & { kind: QuestionKind }

const LEGENDS: Record<QuestionKind, [name: string, hint: string]> = {
  single: ['Options', 'mark the correct one'],
  several: ['Options', 'mark all that are right'],
  true_false: ['Answer', 'mark what is right'],
  ordering: ['Options', 'in the right order; they are asked in another'],
  text: ['Accepted answers', 'each is right; case and spaces don’t matter'],
}

/** Controlled: browsers uncheck radios whose group gets another's name, as when questions change places. */
function useCorrectOption(form: OptionListProps['form'], index: number) {
  const { field } = useController({
    control: form.control,
    name: `questions.${index}.correct`,
    rules: {
      validate: (_, values) => {
        const question = values.questions[index]
        return !question || checkAnswers(question)
      },
    },
  })
  return field
}

/** What can be answered, with what is right. */
function OptionList({ form, index, kind }: OptionListProps) {
  const id = useId()
  const error = form.formState.errors.questions?.[index]?.correct?.message
  const correct = useCorrectOption(form, index)
  const [name, hint] = LEGENDS[kind]
  const hasMarks = kind === 'single' || kind === 'true_false'
  return (
    <fieldset
      ref={hasMarks ? undefined : correct.ref}
      tabIndex={hasMarks ? undefined : -1}
      className="min-w-0"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-2 font-medium">
        {name} <span className="font-normal text-muted">– {hint}</span>
      </legend>
      {kind === 'true_false' ? (
        <ul className="grid gap-2">
          {TRUE_FALSE.map((text, place) => (
            <li key={text}>
              <label className="flex w-fit items-center gap-2.5">
                <CorrectRadio {...{ correct, place, name: id }} />
                {text}
                <span className="sr-only"> is right of question {index + 1}</span>
              </label>
            </li>
          ))}
        </ul>
      ) : (
        <Options form={form} index={index} kind={kind}>
          {(place) =>
            kind === 'single' && (
              <CorrectRadio
                {...{ correct, place, name: id }}
                label={`Option ${place + 1} of question ${index + 1} is correct`}
              />
            )
          }
        </Options>
      )}
      {error && (
        <div className="mt-2">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

type CorrectRadioProps = {
  correct: ReturnType<typeof useCorrectOption>
  place: number
  name: string
  label?: string
}

function CorrectRadio({ correct, place, name, label }: CorrectRadioProps) {
  return (
    <input
      type="radio"
      aria-label={label}
      ref={place === 0 ? correct.ref : undefined}
      name={name}
      value={place}
      checked={correct.value === String(place)}
      onChange={() => correct.onChange(String(place))}
      onBlur={correct.onBlur}
      className="size-4.5 shrink-0 appearance-none rounded-full border border-line-control bg-surface transition-colors checked:border-[5.5px] checked:border-accent hover:border-muted pointer-coarse:size-6"
    />
  )
}

type OptionsProps = OptionListProps & { children: (place: number) => ReactNode }

function Options({ form, index, kind, children }: OptionsProps) {
  const name = `questions.${index}.options` as const
  const { fields, append, remove, move } = useFieldArray({
    control: form.control,
    name,
    keyName: 'key',
  })
  const { register, getValues, setValue, setFocus } = form
  const noun = kind === 'text' ? 'Accepted answer' : 'Option'
  const fewest = kind === 'text' ? 1 : 2

  const removeAt = (place: number) => {
    const chosen = getValues(`questions.${index}.correct`)
    remove(place)
    // The choice stays with its option, and goes with it.
    const next = !chosen || Number(chosen) < place ? chosen : String(Number(chosen) - 1)
    setValue(`questions.${index}.correct`, chosen === String(place) ? '' : next)
    setFocus(`questions.${index}.options.${Math.min(place, fields.length - 2)}.text`)
  }
  const nameAt = (place: number) => `${noun.toLowerCase()} ${place + 1} of question ${index + 1}`
  return (
    <>
      <ul className="grid gap-2">
        {fields.map((field, place) => (
          <li key={field.key} className="flex items-center gap-2.5">
            {children(place)}
            {kind === 'several' && <RightBox form={form} index={index} place={place} />}
            {kind === 'ordering' && (
              <span className="w-5 shrink-0 text-right text-muted tabular-nums">{place + 1}.</span>
            )}
            <TextArea
              rows={1}
              autogrow
              data-one-line=""
              onInput={joinLines}
              aria-label={`${noun} ${place + 1} of question ${index + 1}`}
              placeholder={`${noun} ${place + 1}`}
              autoComplete="off"
              maxLength={TRAINING_LIMITS.optionText}
              {...register(`questions.${index}.options.${place}.text`, {
                // What was said of the answer is looked at again.
                deps: `questions.${index}.correct`,
              })}
            />
            {kind === 'ordering' && (
              <MoveButtons
                name={nameAt(place)}
                onUp={place > 0 ? () => move(place, place - 1) : undefined}
                onDown={place < fields.length - 1 ? () => move(place, place + 1) : undefined}
              />
            )}
            {fields.length > fewest && (
              <IconButton
                size="sm"
                label={`Remove ${nameAt(place)}`}
                icon={X}
                onClick={() => removeAt(place)}
              />
            )}
          </li>
        ))}
      </ul>
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
          {kind === 'text' ? 'Add Answer' : 'Add Option'}
        </Button>
      )}
    </>
  )
}

type MoveButtonsProps = {
  name: string
  /** Left out at the top. */
  onUp?: () => void
  /** Left out at the bottom. */
  onDown?: () => void
}

function MoveButtons({ name, onUp, onDown }: MoveButtonsProps) {
  return (
    <span className="flex shrink-0">
      <IconButton
        size="sm"
        label={`Move ${name} up`}
        icon={ArrowUp}
        disabled={!onUp}
        onClick={onUp}
      />
      <IconButton
        size="sm"
        label={`Move ${name} down`}
        icon={ArrowDown}
        disabled={!onDown}
        onClick={onDown}
      />
    </span>
  )
}

/** An option is one line, also where what was pasted had more. */
function joinLines({ currentTarget: box }: { currentTarget: HTMLTextAreaElement }) {
  if (/[\r\n]/.test(box.value)) box.value = box.value.replaceAll(/\s*[\r\n]+\s*/g, ' ')
}

type RightBoxProps = QuestionCardProps & { place: number }

function RightBox({ form, index, place }: RightBoxProps) {
  const name = `questions.${index}.options.${place}.right` as const
  const isRight = useWatch({ control: form.control, name }) ?? false
  return (
    <Checkbox
      label={
        <span className="sr-only">
          Option {place + 1} of question {index + 1} is correct
        </span>
      }
      checked={isRight}
      onChange={({ target }) => {
        form.setValue(name, target.checked, { shouldDirty: true })
        if (form.formState.isSubmitted) void form.trigger(`questions.${index}.correct`)
      }}
      className="-m-2 w-9.5 shrink-0 p-2 pointer-coarse:-m-3 pointer-coarse:w-11.5 pointer-coarse:p-3"
    />
  )
}

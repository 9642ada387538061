import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Dices, Plus, X } from 'lucide-react'
import { useController, useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form'
import { wholeNumber } from '#web/features/editing/form-rules.ts'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { topicsQuery } from './bank.api.ts'
import type { QuestionsTexts } from './question-texts.ts'

/** What the form of a quiz draws from the bank, topic by topic. */
export function DrawList({ form }: { form: UseFormReturn<QuestionsTexts> }) {
  const { data: topics } = useQuery(topicsQuery)
  const draws = useFieldArray({ control: form.control, name: 'draws', keyName: 'key' })
  const { fields, append, remove } = draws
  const removeAt = (index: number) => {
    const draw = form.getValues(`draws.${index}`)!
    remove(index)
    // By then the last one may have taken this list with it.
    toast.undo('The draw was removed', () =>
      form.setValue('draws', (form.getValues('draws') ?? []).toSpliced(index, 0, draw), {
        shouldDirty: true,
      }),
    )
  }
  return (
    <section
      aria-label="Random draws"
      className="mt-6 rounded-lg border border-line p-(--card-pad)"
    >
      <h3 className="flex items-center gap-2 font-medium">
        <Dices className="size-4.5 text-muted" aria-hidden="true" />
        Random draws
      </h3>
      <p className="mt-1 text-sm text-muted">
        Each attempt asks others, drawn from the question bank when it begins. A question that
        stands above as a copy is not drawn again.
      </p>
      <div className="mt-4 grid gap-4">
        {fields.map((field, index) => (
          <DrawRow key={field.key} form={form} index={index} onRemove={() => removeAt(index)} />
        ))}
      </div>
      {topics?.length === 0 ? (
        <p className="mt-4 flex flex-wrap items-center gap-3 text-sm text-muted">
          There are no questions in the bank yet.
          <ButtonLink to="/admin/questions" variant="secondary" size="sm">
            Go to the question bank
          </ButtonLink>
        </p>
      ) : (
        <div className="mt-4">
          <Button
            variant="ghost"
            size="sm"
            icon={Plus}
            disabled={fields.length >= TRAINING_LIMITS.draws}
            onClick={() => append({ topic: '', questions: '1' })}
          >
            Draw from another topic
          </Button>
        </div>
      )}
    </section>
  )
}

type DrawRowProps = {
  form: UseFormReturn<QuestionsTexts>
  index: number
  onRemove: () => void
}

function DrawRow({ form, index, onRemove }: DrawRowProps) {
  const { data: topics = [] } = useQuery(topicsQuery)
  const draws = useWatch({ control: form.control, name: 'draws' }) ?? []
  const { topic = '', questions: wanted = '' } = draws[index] ?? {}
  const errors = form.formState.errors.draws?.[index]
  const chosen = topics.find(({ name }) => same(name, topic))
  const others = draws.flatMap((draw, place) => (place === index ? [] : [draw.topic]))
  // Controlled: a select forgets what was chosen when its options come later.
  const { field } = useController({
    control: form.control,
    name: `draws.${index}.topic`,
    rules: {
      validate: {
        required: (value) => Boolean(value) || 'Please choose a topic',
        once: (value = '') =>
          !others.some((other) => same(other, value)) || 'Please draw from each topic once',
      },
    },
  })
  const available = chosen?.questions ?? 0
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-start gap-3">
      <Field label="Questions" error={errors?.questions?.message}>
        <TextInput
          type="number"
          min={1}
          max={TRAINING_LIMITS.questions}
          step={1}
          inputMode="numeric"
          {...form.register(`draws.${index}.questions`, {
            validate: (value = '') => isCount(value),
          })}
        />
      </Field>
      <Field
        label="Topic"
        error={errors?.topic?.message}
        hint={
          chosen &&
          `The bank has ${Number(wanted) > available ? 'only ' : ''}${available} to draw from`
        }
      >
        <Select {...field} value={field.value ?? ''}>
          <option value="">Choose a topic</option>
          {topic && !chosen && <option value={topic}>{topic}</option>}
          {topics.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <IconButton
        className="mt-7.5"
        label={`Remove the draw${topic && ` from ${topic}`}`}
        icon={X}
        onClick={onRemove}
      />
    </div>
  )
}

const isCount = wholeNumber(
  `Please draw a whole number of questions, from 1 to ${TRAINING_LIMITS.questions}`,
  { min: 1, max: TRAINING_LIMITS.questions },
)

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

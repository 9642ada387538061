import { PROCESS_STEP_REQUIRED } from '@frontdesk/contract/constants'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { upTo } from '#web/features/editing/text-rules.ts'
import { roleLabels, roles } from '#web/lib/roles.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { InsertLink } from './insert-link.tsx'
import { isBlankStep, type ProcessTexts } from './process-texts.ts'

type StepCardProps = {
  id: string
  form: UseFormReturn<ProcessTexts>
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** One step of the form. */
export function StepCard({ id, form, index, count, onMove, onRemove }: StepCardProps) {
  const {
    attributes,
    isDragging,
    listeners,
    setActivatorNodeRef,
    setNodeRef,
    transform,
    transition,
  } = useSortable({ id })
  const number = index + 1
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes(
        'relative rounded-lg border bg-surface',
        isDragging ? 'z-20 border-accent shadow-raised' : 'border-line',
      )}
    >
      <fieldset aria-label={`Step ${number}`} className="min-w-0 p-3 sm:p-4">
        <div className="mb-3 flex items-center gap-1">
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={`Drag step ${number}`}
            title="Drag to another place"
            className="inline-grid size-8 cursor-grab touch-none place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink active:cursor-grabbing pointer-coarse:size-11"
          >
            <GripVertical className="size-4.5" aria-hidden="true" />
          </button>
          <span className="font-semibold tabular-nums">Step {number}</span>
          <StepCardButtons number={number} count={count} onMove={onMove} onRemove={onRemove} />
        </div>
        <StepCardFields form={form} index={index} />
      </fieldset>
    </li>
  )
}

type StepCardButtonsProps = Pick<StepCardProps, 'count' | 'onMove' | 'onRemove'> & {
  number: number
}

function StepCardButtons({ number, count, onMove, onRemove }: StepCardButtonsProps) {
  /** The card moves in the page with its buttons, which would lose the focus. */
  const move = (event: MouseEvent<HTMLButtonElement>, to: number) => {
    const button = event.currentTarget
    flushSync(() => onMove(to))
    const sibling = button.parentElement?.querySelector<HTMLButtonElement>('button:enabled')
    const target = button.disabled ? sibling : button
    target?.focus()
  }
  if (count === 1) return null
  return (
    <span className="ml-auto flex gap-0.5">
      <IconButton
        size="sm"
        label={`Move step ${number} up`}
        icon={ArrowUp}
        disabled={number === 1}
        onClick={(event) => move(event, number - 2)}
      />
      <IconButton
        size="sm"
        label={`Move step ${number} down`}
        icon={ArrowDown}
        disabled={number === count}
        onClick={(event) => move(event, number)}
      />
      <IconButton size="sm" label={`Remove step ${number}`} icon={Trash2} onClick={onRemove} />
    </span>
  )
}

function StepCardFields({ form, index }: Pick<StepCardProps, 'form' | 'index'>) {
  const { register, getValues, setValue } = form
  const addToDetails = (markdown: string) => {
    const name = `steps.${index}.description` as const
    const details = getValues(name)
    setValue(name, details.trim() === '' ? markdown : `${details} ${markdown}`, {
      shouldDirty: true,
    })
  }
  const errors = form.formState.errors.steps?.[index]
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7.5rem_9rem]">
      <Field label="Step title" required={index === 0} error={errors?.title?.message}>
        <TextInput
          autoComplete="off"
          {...register(`steps.${index}.title`, {
            validate: {
              required: (title, { steps }) =>
                title.trim() !== '' ||
                (index > 0 && isBlankStep(steps[index]!)) ||
                (index === 0 ? PROCESS_STEP_REQUIRED : 'Please give this step a title'),
              long: upTo(200),
            },
          })}
        />
      </Field>
      <Field label="Minutes" optional>
        <TextInput
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
          {...register(`steps.${index}.minutes`)}
        />
      </Field>
      <Field label="Done by" optional>
        <Select {...register(`steps.${index}.role`)}>
          <option value="">Anyone</option>
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleLabels[role]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Details"
        optional
        className="sm:col-span-3"
        error={errors?.description?.message}
      >
        <TextArea
          rows={2}
          autogrow
          {...register(`steps.${index}.description`, { validate: { long: upTo(20_000) } })}
        />
      </Field>
      <div className="-mt-2 sm:col-span-3">
        <InsertLink number={index + 1} onInsert={addToDetails} />
      </div>
    </div>
  )
}

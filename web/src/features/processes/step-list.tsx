import { closestCenter, DndContext, type DragEndEvent, type Modifier } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { noStep, type ProcessTexts } from './process-texts.ts'
import { announcementsFor, howToDrag } from './step-announcements.ts'
import { StepCard } from './step-card.tsx'
import { useDragSensors } from './use-drag-sensors.ts'

type StepListProps = { form: UseFormReturn<ProcessTexts> }

/** Steps stay in their column while they are dragged. */
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

/** The steps of the form: written, added, removed, and put in order by drag, keys or buttons. */
export function StepList({ form }: StepListProps) {
  const { fields, append, insert, move, remove } = useFieldArray({
    control: form.control,
    name: 'steps',
    keyName: 'key',
  })
  const sensors = useDragSensors()
  const [news, setNews] = useState('')
  const keys = fields.map((field) => field.key)
  const titleAt = (index: number) =>
    form.getValues(`steps.${index}.title`).trim() || `Step ${index + 1}`

  const moveTo = (from: number, to: number) => {
    const title = titleAt(from)
    move(from, to)
    setNews(`${title} is now step ${to + 1} of ${fields.length}.`)
  }
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over?.id))]
    if (from >= 0 && to >= 0 && from !== to) move(from, to)
  }
  const removeAt = (index: number) => {
    const step = form.getValues(`steps.${index}`)
    const title = titleAt(index)
    // The button goes with its step: the title of the one that takes its place has the focus.
    flushSync(() => remove(index))
    form.setFocus(`steps.${Math.min(index, fields.length - 2)}.title`)
    toast.undo(`“${title}” was removed`, () => insert(index, step))
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xl font-semibold">Steps</legend>
      <p className="mb-4 text-muted">
        Drag a step by its handle, or use its arrows. Details may use **bold**, - lists and
        [links](/policies).
      </p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[upAndDown]}
        onDragEnd={drop}
        accessibility={{
          announcements: announcementsFor(keys, titleAt),
          screenReaderInstructions: { draggable: howToDrag },
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol className="grid gap-3">
            {fields.map((field, index) => (
              <StepCard
                key={field.key}
                id={field.key}
                form={form}
                index={index}
                count={fields.length}
                onMove={(to) => moveTo(index, to)}
                onRemove={() => removeAt(index)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <output className="sr-only">{news}</output>
      <Button
        variant="secondary"
        icon={Plus}
        className="mt-4"
        onClick={() => append(noStep, { focusName: `steps.${fields.length}.title` })}
      >
        Add Step
      </Button>
    </fieldset>
  )
}

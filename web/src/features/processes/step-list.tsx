import { Plus } from 'lucide-react'
import { flushSync } from 'react-dom'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { SortableList } from '#web/features/editing/sortable-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { isBlankStep, noStep, type ProcessTexts } from './process-texts.ts'
import { StepFields } from './step-fields.tsx'

type StepListProps = { form: UseFormReturn<ProcessTexts> }

/** The steps of the form: written, added, removed, and put in order by drag, keys or buttons. */
export function StepList({ form }: StepListProps) {
  const { fields, append, insert, move, remove } = useFieldArray({
    control: form.control,
    name: 'steps',
    keyName: 'key',
  })
  const titleAt = (index: number) =>
    form.getValues(`steps.${index}.title`).trim() || `Step ${index + 1}`

  const removeAt = (index: number) => {
    const step = form.getValues(`steps.${index}`)
    const title = titleAt(index)
    // The button goes with its step: the title of the one that takes its place has the focus.
    flushSync(() => remove(index))
    form.setFocus(`steps.${Math.min(index, fields.length - 2)}.title`)
    toast.undo(`“${title}” was removed`, () => insert(index, step))
  }
  const addStep = () => append(noStep, { focusName: `steps.${fields.length}.title` })

  /** Enter goes to the next step; after the last one it adds it, once there is something to follow. */
  const goOn = (index: number) => {
    if (index + 1 < fields.length) form.setFocus(`steps.${index + 1}.title`)
    else if (!isBlankStep(form.getValues(`steps.${index}`))) addStep()
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xl font-semibold">Steps</legend>
      <p className="mb-4 text-muted">Drag a step by its handle, or use its arrows.</p>
      <SortableList
        noun="step"
        keys={fields.map((field) => field.key)}
        titleAt={titleAt}
        onMove={move}
        onRemove={fields.length > 1 ? removeAt : undefined}
      >
        {(index) => <StepFields form={form} index={index} onEnter={() => goOn(index)} />}
      </SortableList>
      <Button variant="secondary" icon={Plus} className="mt-4" onClick={addStep}>
        Add Step
      </Button>
    </fieldset>
  )
}

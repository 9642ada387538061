import { PROCESS_STEP_REQUIRED } from '@frontdesk/contract/constants'
import type { SearchResult } from '@frontdesk/contract/search'
import { Link2, Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { isPlainEnter } from '#web/features/editing/form-frame.tsx'
import { SortableList } from '#web/features/editing/sortable-list.tsx'
import { upTo } from '#web/features/editing/form-rules.ts'
import { useSearch } from '#web/features/search/search.api.ts'
import { MarkdownField } from '#web/features/writing/markdown-field.tsx'
import { roleLabels, roles } from '#web/lib/account-words.ts'
import { pathTo, targetOf } from '#web/lib/search-targets.ts'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { toast } from '#web/ui/toast.tsx'
import { isBlankStep, noStep, type ProcessTexts } from './process-texts.ts'

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

type StepFieldsProps = {
  form: UseFormReturn<ProcessTexts>
  index: number
  /** Enter was pressed in a field of one line. */
  onEnter: () => void
}

const detailsRules = { validate: { long: upTo(20_000) } }

/** What one step of the form says. */
function StepFields({ form, index, onEnter }: StepFieldsProps) {
  const { register, getValues, setValue } = form
  const addToDetails = (markdown: string) => {
    const name = `steps.${index}.description` as const
    const details = getValues(name)
    setValue(name, details.trim() === '' ? markdown : `${details} ${markdown}`, {
      shouldDirty: true,
    })
  }
  const errors = form.formState.errors.steps?.[index]
  const takeEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isPlainEnter(event)) return
    event.preventDefault()
    onEnter()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[minmax(0,1fr)_7.5rem_9rem]">
      <Field label="Step title" required={index === 0} error={errors?.title?.message}>
        <TextInput
          autoComplete="off"
          onKeyDown={takeEnter}
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
      <Field label="Minutes" optional error={errors?.minutes?.message}>
        <TextInput
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
          onKeyDown={takeEnter}
          {...register(`steps.${index}.minutes`, {
            validate: (value) =>
              !(Number.parseFloat(value) < 0) || 'Minutes are a number of at least 0',
          })}
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
      <div className="sm:col-span-3">
        <MarkdownField
          control={form.control}
          name={`steps.${index}.description`}
          label="Details"
          longName={`the details of step ${index + 1}`}
          optional
          rows={2}
          rules={detailsRules}
          error={errors?.description?.message}
        />
      </div>
      <div className="-mt-2 sm:col-span-3">
        <InsertLink number={index + 1} onInsert={addToDetails} />
      </div>
    </div>
  )
}

/** What a step can lead to. */
const LINKED_TYPES = ['policies', 'trainings', 'documents'] as const

type InsertLinkProps = {
  /** Of which step. */
  number: number
  onInsert: (markdown: string) => void
}

/** Finds a policy, training or document and hands a Markdown link to it over. */
function InsertLink({ number, onInsert }: InsertLinkProps) {
  const [isOpen, setOpen] = useState(false)
  const insert = (markdown: string) => {
    setOpen(false)
    onInsert(markdown)
  }
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={Link2}
        className="text-start"
        aria-label={`Link to something in step ${number}`}
        onClick={() => setOpen(true)}
      >
        Link to a policy, training or document
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Link to"
        description="What you choose stands as a link at the end of the details."
      >
        <LinkChoice onInsert={insert} />
      </Dialog>
    </>
  )
}

function LinkChoice({ onInsert }: Pick<InsertLinkProps, 'onInsert'>) {
  const user = useUser()
  const statusId = useId()
  const [text, setText] = useState('')
  const { results, isSettled, error } = useSearch(text)
  const found = LINKED_TYPES.flatMap((type) => results?.[type] ?? [])
  const hasNone = text.trim() !== '' && isSettled && found.length === 0
  return (
    <div className="grid gap-3 pt-1">
      <SearchBox
        label="Search policies, trainings and documents"
        placeholder="Title or a word of the text…"
        value={text}
        onChange={setText}
        aria-describedby={statusId}
      />
      {error && <ErrorPanel>Search failed</ErrorPanel>}
      <output id={statusId} className="text-sm text-muted">
        {hasNone && `Nothing matches “${text.trim()}”.`}
      </output>
      {text.trim() !== '' && found.length > 0 && (
        <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {found.map((item) => (
            <li key={item.id}>
              <LinkOption item={item} onChoose={() => onInsert(linkTo(item, pathTo(item, user)))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function LinkOption({ item, onChoose }: { item: SearchResult; onChoose: () => void }) {
  const { icon: Icon, label } = targetOf(item.type)
  return (
    <button
      type="button"
      className="flex w-full items-center gap-3 px-3 py-2.5 text-start transition-colors hover:bg-hover"
      onClick={onChoose}
    >
      <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 grow wrap-anywhere">{item.title}</span>
      <span className="text-sm text-muted">{label}</span>
    </button>
  )
}

/** Brackets of a title would end the link's text. */
const linkTo = ({ title }: SearchResult, path: string) =>
  `[${title.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${path})`

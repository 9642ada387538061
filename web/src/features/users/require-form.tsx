import { useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { DueDateField } from '#web/features/editing/due-date-field.tsx'
import { PublishingForm } from '#web/features/editing/publishing-form.tsx'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { Required } from '#web/features/requirements/required.tsx'
import { type RequiredItem, useRequire } from '#web/features/requirements/requirements.api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { endOfDay } from '#web/lib/due-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'

export type RequireWords = {
  legend: string
  search: string
  /** Said where nothing is chosen. */
  missing: string
  submit: string
  submitFailure: string
  loadFailure: string
  success: (title: string, isDone: boolean) => string
}

type RequireFormProps = {
  type: RequiredItem['type']
  user: { id: string; name: string }
  /** Undefined while they load. */
  options: ItemOption[] | undefined
  failure: Error | null
  onRetry: () => void
  words: RequireWords
}

/** Requires one item of one person, whatever kind it is. */
export function RequireForm({ type, user, options, failure, onRetry, words }: RequireFormProps) {
  const [chosen, setChosen] = useState<ItemOption | null>(null)
  const [dueOn, setDueOn] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const navigate = useNavigate()
  const require = useRequire(type, user.id)
  const offerUndo = useOfferUndo()
  const form = useRef<HTMLFormElement>(null)

  if (require.isSuccess && chosen)
    return <Required>{words.success(chosen.title, chosen.isDone)}</Required>

  const submit = () => {
    if (!chosen) {
      setProblem(words.missing)
      form.current?.querySelector('input')?.focus()
      return
    }
    require.mutate(
      { id: chosen.id, dueAt: dueOn === '' ? null : endOfDay(dueOn) },
      { onSuccess: ({ undo }) => offerUndo(`“${chosen.title}” was assigned`, undo) },
    )
  }
  return (
    <PublishingForm
      ref={form}
      noValidate
      className="grid max-w-2xl gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {require.error && (
        <ErrorPanel title={words.submitFailure} onDismiss={() => require.reset()}>
          {messageOf(require.error, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
      {!options && failure ? (
        <ErrorPanel title={words.loadFailure} onRetry={onRetry}>
          {messageOf(failure, 'An error occurred')}
        </ErrorPanel>
      ) : (
        <Card className="grid gap-6">
          <ItemPicker
            legend={words.legend}
            searchLabel={words.search}
            options={options}
            chosen={chosen}
            error={problem}
            onChoose={(option) => {
              setChosen(option)
              setProblem(null)
            }}
          />
          <DueDateField value={dueOn} onChange={setDueOn} />
        </Card>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!options} busy={require.isPending} busyLabel="Requiring…">
          {words.submit}
        </Button>
        <Button
          variant="secondary"
          disabled={require.isPending}
          onClick={() => void navigate({ href: '/admin/people' })}
        >
          Cancel
        </Button>
      </div>
    </PublishingForm>
  )
}

type ItemOption = {
  id: string
  title: string
  category: string | null
  /** Where the person stands with it already. */
  note: string | null
  /** Whether they have done it. */
  isDone: boolean
}

type ItemPickerProps = {
  legend: string
  searchLabel: string
  options: ItemOption[] | undefined
  chosen: ItemOption | null
  error: string | null
  onChoose: (option: ItemOption) => void
}

/** One item of many, found by a part of its title; what is chosen stays in sight. */
function ItemPicker(props: ItemPickerProps) {
  const { legend, searchLabel, options, chosen, error, onChoose } = props
  const id = useId()
  const [search, setSearch] = useState('')
  const sought = search.trim().toLowerCase()
  const matching = options?.filter(
    (option) => option.id === chosen?.id || option.title.toLowerCase().includes(sought),
  )
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="rounded-md border border-line">
        <div className="border-b border-line p-2">
          <SearchBox
            label={searchLabel}
            placeholder={`${searchLabel}…`}
            value={search}
            onChange={setSearch}
            aria-invalid={error ? true : undefined}
            onKeyDown={(event) => {
              // Enter would send the form around this box.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </div>
        <div className="h-80 overflow-y-auto p-1.5" aria-busy={!options}>
          {!matching && (
            <div className="p-2">
              <SkeletonLines lines={6} />
            </div>
          )}
          {matching?.length === 0 && (
            <p className="p-2 text-sm text-muted">Nothing matches “{search.trim()}”.</p>
          )}
          {matching?.map((option) => (
            <ItemLine
              key={option.id}
              name={id}
              option={option}
              checked={option.id === chosen?.id}
              onPick={() => onChoose(option)}
            />
          ))}
        </div>
      </div>
      {error && (
        <div className="mt-2">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

type ItemLineProps = { name: string; option: ItemOption; checked: boolean; onPick: () => void }

function ItemLine({ name, option, checked, onPick }: ItemLineProps) {
  const id = useId()
  const facts = [option.category, option.note].filter(Boolean).join(' · ')
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-sm px-2.5 py-2 transition-colors hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-(--focus)">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onPick}
        // The facts are a description: as part of the name they would be read twice.
        aria-labelledby={`${id}-title`}
        aria-describedby={facts ? `${id}-facts` : undefined}
        className="mt-[0.2em] size-4.5 shrink-0 appearance-none rounded-full border border-line-control bg-surface outline-none checked:border-[5.5px] checked:border-accent"
      />
      <span className="min-w-0">
        <span id={`${id}-title`} className="wrap-break-word">
          {option.title}
        </span>
        {facts && (
          <span id={`${id}-facts`} className="block text-sm text-muted">
            {facts}
          </span>
        )}
      </span>
    </label>
  )
}

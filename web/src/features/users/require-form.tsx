import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { DueDateField } from '#web/features/editing/due-date-field.tsx'
import { PublishingForm } from '#web/features/editing/publishing-form.tsx'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { endOfDay } from '#web/lib/due-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ItemPicker, type ItemOption } from './item-picker.tsx'
import { Required } from '#web/features/requirements/required.tsx'
import { type RequiredItem, useRequire } from '#web/features/requirements/requirements.api.ts'

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

import { canShareFilters } from '@frontdesk/contract/permissions'
import { useState } from 'react'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { useUser } from '#web/session/session.tsx'
import { FormDialog } from '#web/ui/dialog.tsx'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { type FilteredList, type SavedFilter, useKeepFilter } from './saved-filters.api.ts'

type FilterDialogProps = {
  list: FilteredList
  /** What is changed; undefined for a new one. */
  filter: SavedFilter | undefined
  /** How the list is filtered now. */
  query: string
  onClose: () => void
}

/** Asks what a filter is called, who sees it and whether the list opens with it. */
export function FilterDialog({ list, filter, query, onClose }: FilterDialogProps) {
  const keep = useKeepFilter()
  const [wish, setWish] = useState({
    name: filter?.name ?? '',
    shared: filter?.shared ?? false,
    isDefault: filter?.is_default ?? false,
  })
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async () => {
    const name = wish.name.trim()
    if (name === '') return setProblem('Please enter a name')
    try {
      await keep.mutateAsync({ ...wish, id: filter?.id, list, name, query: filter?.query ?? query })
    } catch (error) {
      setProblem((error instanceof ApiError && error.fields?.name) || null)
      return
    }
    onClose()
  }
  return (
    <FormDialog
      size="sm"
      title={filter ? 'Change the filter' : 'Save this filter'}
      description={
        filter ? undefined : 'With the search and everything else that narrows the list now.'
      }
      action="Save"
      busyLabel="Saving…"
      isSending={keep.isPending}
      problem={keep.error && !problem && failureOf(keep.error, 'Failed to save the filter')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Name" required error={problem}>
        <TextInput
          maxLength={60}
          autoComplete="off"
          value={wish.name}
          onChange={({ target }) => {
            setWish({ ...wish, name: target.value })
            setProblem(null)
          }}
        />
      </Field>
      <FilterChoices wish={wish} onChange={(change) => setWish({ ...wish, ...change })} />
    </FormDialog>
  )
}

type Wish = { name: string; shared: boolean; isDefault: boolean }
type FilterChoicesProps = { wish: Wish; onChange: (change: Partial<Wish>) => void }

function FilterChoices({ wish, onChange }: FilterChoicesProps) {
  const canShare = canShareFilters(useUser())
  return (
    <>
      <Checkbox
        label="Open the list with it"
        hint="For you alone."
        checked={wish.isDefault}
        onChange={({ target }) => onChange({ isDefault: target.checked })}
      />
      {canShare && (
        <Checkbox
          label="Share it with the other admins"
          hint="They see it with your name, and only you change it."
          checked={wish.shared}
          onChange={({ target }) => onChange({ shared: target.checked })}
        />
      )}
    </>
  )
}

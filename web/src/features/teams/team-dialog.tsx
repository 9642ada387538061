import type { Team } from '@frontdesk/contract/teams'
import { useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { PeoplePicker, type PickedPerson } from '#web/features/people/people-picker.tsx'
import { personQuery } from '#web/features/people/people.api.ts'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSaveTeam } from './teams.api.ts'

type TeamDialogProps = {
  /** Null for a new one. */
  team: Team | null
  onClose: () => void
}

/** A team's name, its members and its managers. */
export function TeamDialog({ team, onClose }: TeamDialogProps) {
  const formId = useId()
  const [name, setName] = useState(team?.name ?? '')
  const [members, setMembers] = useState<string[]>(team?.member_ids ?? [])
  const [managers, setManagers] = useState<string[]>(team?.manager_ids ?? [])
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSaveTeam()
  const submit = async () => {
    if (name.trim() === '') return setProblem('Please enter a name')
    setProblem(null)
    try {
      await save.mutateAsync({
        id: team?.id ?? null,
        body: { name: name.trim(), member_ids: members, manager_ids: managers },
      })
    } catch (error) {
      if (error instanceof ApiError && error.fields?.name) setProblem(error.fields.name)
      return
    }
    toast.success(`The team “${name.trim()}” was saved`)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!save.isPending) onClose()
      }}
      title={team ? 'Edit team' : 'New team'}
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={save.isPending} busyLabel="Saving…">
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {save.error && !problem && (
          <ErrorPanel>{failureOf(save.error, 'Failed to save the team')}</ErrorPanel>
        )}
        <Field label="Name" required error={problem}>
          <TextInput
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <People
          legend="Members"
          hint="What is required of the team is required of them."
          ids={members}
          onChange={setMembers}
        />
        <People
          legend="Managers"
          hint="They see who of the team is behind, and can remind them. They need not be members."
          ids={managers}
          onChange={setManagers}
        />
      </form>
    </Dialog>
  )
}

type PeopleProps = {
  legend: string
  hint: string
  ids: string[]
  onChange: (ids: string[]) => void
}

/** Names of so many people are asked for one by one; of more a team says how many there are. */
const MOST_NAMED = 30

function People({ legend, hint, ids, onChange }: PeopleProps) {
  const known = useQueries({ queries: ids.slice(0, MOST_NAMED).map((id) => personQuery(id)) })
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const nameOf = (id: string) =>
    picked.get(id) ?? known.find(({ data }) => data?.id === id)?.data?.name ?? 'One more person'
  const choose = (people: PickedPerson[]) => {
    setPicked(new Map([...picked, ...people.map(({ id, name }) => [id, name] as const)]))
    onChange(people.map(({ id }) => id))
  }
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">
        {legend} <span className="font-normal text-muted tabular-nums">{ids.length}</span>
      </legend>
      <p className="text-sm text-muted">{hint}</p>
      <PeoplePicker picked={ids.map((id) => ({ id, name: nameOf(id) }))} onChange={choose} />
    </fieldset>
  )
}

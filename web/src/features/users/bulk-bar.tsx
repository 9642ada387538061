import type { AdminUser, StatusResult } from '@frontdesk/contract/admin-users'
import { SELECT_POLICY, SELECT_TEST } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { GraduationCap, ScrollText, UserCheck, UserX, X } from 'lucide-react'
import { useId, useState } from 'react'
import { testOptionsQuery } from '#web/features/assessments/assessments.taking.api.ts'
import { DueDateField } from '#web/features/editing/due-date-field.tsx'
import { PublishingForm } from '#web/features/editing/form-frame.tsx'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { policyOptionsQuery } from '#web/features/policies/policies.api.ts'
import { useRequireOfMany } from '#web/features/requirements/requirements.api.ts'
import { endOfDay } from '#web/lib/due-day.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ChosenBar } from '#web/ui/lists.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CallFailure, LoadState, Notice } from '#web/ui/error-panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { useChangeStatusOfMany } from './admin-users.api.ts'

type BulkBarProps = { people: AdminUser[]; onKeep: (ids?: string[]) => void }

/** What can be done with all chosen people at once. */
export function BulkBar({ people, onKeep }: BulkBarProps) {
  const [asked, setAsked] = useState<'policy' | 'test' | 'active' | 'inactive' | null>(null)
  const close = () => setAsked(null)
  const finish = (kept?: string[]) => {
    onKeep(kept)
    close()
  }
  return (
    <>
      <output className="sr-only">
        {people.length > 0 &&
          `${people.length} ${people.length === 1 ? 'person' : 'people'} chosen`}
      </output>
      {people.length > 0 && (
        <ChosenBar
          label="Chosen people"
          className="max-sm:[&_button:not([aria-label])]:grow max-sm:[&_button:not([aria-label])_svg]:hidden"
        >
          <div className="flex grow items-center gap-2 max-sm:basis-full">
            <p className="grow font-medium tabular-nums">{people.length} chosen</p>
            <IconButton
              size="sm"
              icon={X}
              label="Choose nobody"
              className="sm:hidden"
              onClick={() => onKeep()}
            />
          </div>
          <Button
            variant="secondary"
            size="sm"
            icon={ScrollText}
            onClick={() => setAsked('policy')}
          >
            Require Policy
          </Button>
          <Button
            variant="secondary"
            size="sm"
            icon={GraduationCap}
            onClick={() => setAsked('test')}
          >
            Require Test
          </Button>
          <Button variant="secondary" size="sm" icon={UserCheck} onClick={() => setAsked('active')}>
            Activate
          </Button>
          <Button variant="danger" size="sm" icon={UserX} onClick={() => setAsked('inactive')}>
            Deactivate
          </Button>
          <IconButton
            size="sm"
            icon={X}
            label="Choose nobody"
            className="max-sm:hidden"
            onClick={() => onKeep()}
          />
        </ChosenBar>
      )}
      {(asked === 'policy' || asked === 'test') && (
        <RequireOfManyDialog type={asked} people={people} onClose={close} onDone={() => finish()} />
      )}
      {(asked === 'active' || asked === 'inactive') && (
        <BulkStatusDialog people={people} status={asked} onClose={close} onDone={finish} />
      )}
    </>
  )
}

const WORDS = {
  policy: {
    title: 'Require policy',
    label: 'Policy',
    choose: 'Select a policy',
    missing: SELECT_POLICY,
    submit: 'Require Policy',
    failure: 'Failed to require policy',
    loadFailure: 'Failed to fetch policies',
  },
  test: {
    title: 'Require test',
    label: 'Test or training',
    choose: 'Select a test',
    missing: SELECT_TEST,
    submit: 'Require Test',
    failure: 'Failed to require test',
    loadFailure: 'Failed to fetch tests',
  },
}

type ItemType = keyof typeof WORDS

/** What there is to choose from, by title. */
function useOptions(type: ItemType) {
  const policies = useQuery({ ...policyOptionsQuery, enabled: type === 'policy' })
  const tests = useQuery({ ...testOptionsQuery, enabled: type === 'test' })
  return type === 'policy' ? policies : tests
}

const countOf = ({ length }: AdminUser[]) => (length === 1 ? '1 person' : `${length} people`)

type RequireOfManyDialogProps = {
  type: ItemType
  people: AdminUser[]
  onClose: () => void
  onDone: () => void
}

function RequireOfManyDialog({ type, people, onClose, onDone }: RequireOfManyDialogProps) {
  const formId = useId()
  const [values, setValues] = useState({ itemId: '', dueOn: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const words = WORDS[type]
  const options = useOptions(type)
  const requiring = useRequireOfMany(type)
  const offerUndo = useOfferUndo()
  // Nothing can be asked of somebody who may not sign in any more.
  const able = people.filter(({ status }) => status !== 'inactive')
  const left = people.length - able.length
  const count = countOf(able)

  const submit = async () => {
    const { itemId, dueOn } = values
    if (itemId === '') return setProblem(words.missing)
    const userIds = able.map(({ id }) => id)
    const wish = { id: itemId, userIds, dueAt: dueOn === '' ? null : endOfDay(dueOn) }
    try {
      const { undo } = await requiring.mutateAsync(wish)
      const title = options.data?.find(({ id }) => id === itemId)?.title ?? 'It'
      offerUndo(`“${title}” is required of ${count}.`, undo)
    } catch {
      return // The panel says why.
    }
    onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !requiring.isPending) onClose()
      }}
      title={words.title}
      description={`Of ${able.length === 1 ? (able[0]?.name ?? '') : count}.`}
      footer={
        <>
          <Button variant="secondary" disabled={requiring.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={able.length === 0}
            busy={requiring.isPending}
            busyLabel="Requiring…"
          >
            {words.submit}
          </Button>
        </>
      }
    >
      <PublishingForm
        id={formId}
        noValidate
        className="grid gap-5 pt-1"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <CallFailure of={requiring} title={words.failure} />
        <LeftOut count={left} />
        <RequireFields
          type={type}
          values={values}
          problem={problem}
          onChange={(change) => {
            setValues({ ...values, ...change })
            setProblem(null)
          }}
        />
      </PublishingForm>
    </Dialog>
  )
}

function LeftOut({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice tone="warning">
      {count === 1 ? 'One of them is' : `${count} of them are`} inactive and left out.
    </Notice>
  )
}

type Values = { itemId: string; dueOn: string }
type RequireFieldsProps = {
  type: ItemType
  values: Values
  problem: string | null
  onChange: (change: Partial<Values>) => void
}

function RequireFields({ type, values, problem, onChange }: RequireFieldsProps) {
  const words = WORDS[type]
  const options = useOptions(type)
  return (
    <>
      <LoadState of={options} failure={words.loadFailure} />
      <Field label={words.label} required error={problem}>
        <Select
          value={values.itemId}
          onChange={(event) => onChange({ itemId: event.target.value })}
        >
          <option value="">{options.isPending ? 'Loading…' : words.choose}</option>
          {options.data?.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <DueDateField value={values.dueOn} onChange={(dueOn) => onChange({ dueOn })} />
    </>
  )
}

type BulkStatusDialogProps = {
  people: AdminUser[]
  status: 'active' | 'inactive'
  onClose: () => void
  /** With those who could not be changed: they stay chosen. */
  onDone: (kept?: string[]) => void
}

const words = {
  active: { title: 'Activate accounts', verb: 'activate', busy: 'Activating…', done: 'active' },
  inactive: {
    title: 'Deactivate accounts',
    verb: 'deactivate',
    busy: 'Deactivating…',
    done: 'deactivated',
  },
}

/** Names everybody before it happens: some may be on another page by now. */
function BulkStatusDialog({ people, status, onClose, onDone }: BulkStatusDialogProps) {
  const change = useChangeStatusOfMany()
  const offerUndo = useOfferUndo()
  const { title, verb, busy, done } = words[status]
  const who = people.length === 1 ? 'this user' : `these ${people.length} users`
  const refused = (change.data?.data.results ?? []).filter(({ outcome }) => outcome === 'refused')
  const run = async () => {
    try {
      const { data, undo } = await change.mutateAsync({
        user_ids: people.map(({ id }) => id),
        status,
      })
      const { results } = data
      const changed = results.filter(({ outcome }) => outcome === 'changed').length
      if (changed > 0) offerUndo(`${changed} ${changed === 1 ? 'is' : 'are'} ${done}.`, undo)
      if (results.every(({ outcome }) => outcome !== 'refused')) onDone()
    } catch {
      // The panel below says why.
    }
  }
  const leave = () => (change.data ? onDone(refused.map(({ user_id: id }) => id)) : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !change.isPending) leave()
      }}
      title={title}
      description={change.data ? undefined : `Are you sure you want to ${verb} ${who}?`}
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={leave}>
            {change.data ? 'Done' : 'Cancel'}
          </Button>
          {!change.data && (
            <Button
              variant={status === 'inactive' ? 'danger' : 'primary'}
              busy={change.isPending}
              busyLabel={busy}
              onClick={() => void run()}
            >
              {status === 'inactive' ? 'Deactivate' : 'Activate'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <CallFailure of={change} title="Failed to update user status" />
        {change.data ? (
          <Refusals people={people} refused={refused} />
        ) : (
          <ul aria-label="Who" className="grid gap-1 sm:grid-cols-2">
            {people.map(({ id, name }) => (
              <li key={id} className="truncate text-muted">
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function Refusals({ people, refused }: { people: AdminUser[]; refused: StatusResult[] }) {
  return (
    <Notice tone="warning">
      <p className="font-semibold">
        {refused.length === 1
          ? 'One could not be changed.'
          : `${refused.length} could not be changed.`}
      </p>
      <ul>
        {refused.map(({ user_id: id, problem }) => (
          <li key={id} className="text-muted">
            {people.find((person) => person.id === id)?.name}: {problem}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

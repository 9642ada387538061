import type { JoinedPerson, JoinLink } from '@frontdesk/contract/join-links'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { useSendsMail } from '#web/features/brokerage/brokerage.api.ts'
import { required, showFieldErrors, wholeNumber } from '#web/features/editing/form-rules.ts'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { dayOf, dueMoment, endOfDay } from '#web/lib/due-day.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, FormDialog } from '#web/ui/dialog.tsx'
import { EmailText } from '#web/ui/person-cell.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Choice, Field, TextInput } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { usedOf } from './join-link-words.tsx'
import { joinedPeopleQuery, useCreateJoinLink } from './join-links.api.ts'

type NewJoinLinkDialogProps = { onCreated: (link: JoinLink) => void; onClose: () => void }

/** Whom a link is for and for how long; the ways to limit it may stay empty. */
export function NewJoinLinkDialog({ onCreated, onClose }: NewJoinLinkDialogProps) {
  const creation = useCreateJoinLink()
  const form = useForm<Draft>({
    defaultValues: { label: '', role: 'agent', domain: '', max_uses: '', ends_at: '' },
  })
  const { field: role } = useController({ control: form.control, name: 'role' })
  const submit = form.handleSubmit((draft) =>
    creation.mutate(
      {
        label: draft.label,
        role: draft.role,
        domain: draft.domain.trim().replace(/^@/, '') || null,
        max_uses: draft.max_uses.trim() === '' ? null : Number(draft.max_uses),
        ends_at: draft.ends_at === '' ? null : endOfDay(draft.ends_at),
      },
      {
        onSuccess: onCreated,
        onError: (error) => showFieldErrors(form, error, fieldNames),
      },
    ),
  )
  const isAtFields = creation.error instanceof ApiError && creation.error.fields !== undefined
  return (
    <FormDialog
      title="New join link"
      description="One link for several people: on a poster in the office, or in its group of messages."
      action="Make Link"
      busyLabel="Making…"
      isSending={creation.isPending}
      problem={
        creation.error && !isAtFields && failureOf(creation.error, 'Failed to make the link')
      }
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        label="What it is for"
        hint="Only administrators see this."
        error={form.formState.errors.label?.message}
      >
        <TextInput
          placeholder="Poster in the office"
          maxLength={100}
          {...form.register('label', { validate: required('Please say where this link will be') })}
        />
      </Field>
      <Choice legend="Role" options={roles} value={role.value} onChange={role.onChange} />
      <Limits form={form} />
      <HowAccountsBegin />
    </FormDialog>
  )
}

const roles = [
  { value: 'agent', label: 'Agent', hint: 'Reads, acknowledges and learns.' },
  { value: 'manager', label: 'Manager', hint: 'Also does the steps that are a manager’s.' },
] as const

const places = wholeNumber('Please give a number from 1 to 10,000', { min: 1, max: 10_000 })
const fieldNames = ['label', 'domain', 'max_uses', 'ends_at'] as const

type Draft = {
  label: string
  role: JoinLink['role']
  domain: string
  max_uses: string
  ends_at: string
}

function Limits({ form }: { form: ReturnType<typeof useForm<Draft>> }) {
  const { register, formState, watch } = form
  const { errors } = formState
  const day = watch('ends_at')
  const [today] = useState(() => dayOf(new Date()))
  return (
    <>
      <Field
        label="Email domain"
        optional
        hint="Such as example.com: then only addresses of this domain can use it."
        error={errors.domain?.message}
      >
        <TextInput autoCapitalize="none" spellCheck={false} {...register('domain')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="For how many people"
          optional
          hint="Empty: for as many as come."
          error={errors.max_uses?.message}
        >
          <TextInput
            inputMode="numeric"
            {...register('max_uses', {
              validate: (value) => value.trim() === '' || places(value),
            })}
          />
        </Field>
        <Field
          label="Until"
          optional
          hint={day ? dueMoment(day) : 'Empty: until you revoke it.'}
          error={errors.ends_at?.message}
        >
          <TextInput type="date" min={today} {...register('ends_at')} />
        </Field>
      </div>
    </>
  )
}

function HowAccountsBegin() {
  const sendsMail = useSendsMail()
  return (
    <p className="text-sm text-muted">
      {sendsMail
        ? 'Everybody who joins confirms their address by a mailed link; then their account begins.'
        : 'No mail server is set, so nobody’s address can be confirmed: you approve each account under People.'}
    </p>
  )
}

type JoinedPeopleDialogProps = { of: JoinLink | null; onClose: () => void }

export function JoinedPeopleDialog({ of: joinLink, onClose }: JoinedPeopleDialogProps) {
  if (!joinLink) return null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Who joined"
      description={`By ${joinLink.label}: ${usedOf(joinLink)} used.`}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <JoinedPeople joinLink={joinLink} />
    </Dialog>
  )
}

function JoinedPeople({ joinLink }: { joinLink: JoinLink }) {
  const { data, error } = useQuery(joinedPeopleQuery(joinLink.id))
  if (error && !data) {
    return <ErrorPanel>{failureOf(error, 'Failed to load who joined')}</ErrorPanel>
  }
  if (!data) return <SkeletonLines lines={4} />
  const others = joinLink.uses - data.data.length
  return (
    <>
      <ul className="divide-y divide-line">
        {data.data.map((person) => (
          <JoinedLine key={person.user_id} person={person} />
        ))}
      </ul>
      {data.nextCursor !== null && (
        <p className="mt-3 text-sm text-muted">The newest {data.data.length} are shown.</p>
      )}
      {data.nextCursor === null && others > 0 && (
        <p className="mt-3 text-sm text-muted">
          {others === 1 ? '1 place went' : `${others} places went`} to addresses that had an account
          already, or whose account is gone.
        </p>
      )}
      {joinLink.uses === 0 && <p>Nobody yet.</p>}
    </>
  )
}

function JoinedLine({ person }: { person: JoinedPerson }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <Link
          to="/admin/people/$id"
          params={{ id: person.user_id }}
          className="font-medium underline decoration-line-strong underline-offset-4"
        >
          {person.name}
        </Link>
        <EmailText address={person.email} className="block text-sm text-muted" />
      </div>
      <span className="flex items-center gap-3 text-sm text-muted">
        {person.status === 'pending' && <Badge tone="warning">Pending</Badge>}
        <RelativeTime iso={person.joined_at} />
      </span>
    </li>
  )
}

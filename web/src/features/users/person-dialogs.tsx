import type { Role } from '@frontdesk/contract/users'
import { useId, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { plausibleEmail } from '#web/ui/account-fields.tsx'
import { showFieldErrors } from '#web/features/editing/form-rules.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { roleLabels, roleOptions } from '#web/lib/account-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CallFailure } from '#web/ui/error-panel.tsx'
import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type PersonChange, type TeamPerson, useUpdatePerson } from './admin-users.api.ts'
import { ProfileConflict } from './profile-conflict.tsx'
import type { PersonActionsState, ShownLink } from './person-actions.tsx'

/** What the actions on a person ask and show. */
export function PersonDialogs({ state }: { state: PersonActionsState }) {
  const { question, shownLink, isBusy, confirm, close, hideLink } = state
  const name = question?.person.name ?? ''
  return (
    <>
      <ConfirmDialog
        open={question?.kind === 'deactivate'}
        onOpenChange={close}
        title={`Deactivate ${name}`}
        question={
          <>
            Are you sure you want to deactivate this user?
            <span className="mt-2 block">
              They are signed out at once and can’t sign in again until somebody activates them.
              Their records stay.
            </span>
          </>
        }
        confirmLabel="Deactivate"
        danger
        busy={isBusy}
        busyLabel="Deactivating…"
        onConfirm={confirm}
      />
      <ConfirmDialog
        open={question?.kind === 'delete'}
        onOpenChange={close}
        title={`Delete ${name}`}
        question={
          <>
            Are you sure you want to delete this user?
            <span className="mt-2 block">
              It can’t be undone. What they have acknowledged stays on record under their name.
            </span>
          </>
        }
        confirmLabel="Delete"
        danger
        busy={isBusy}
        busyLabel="Deleting…"
        onConfirm={confirm}
      />
      <ConfirmDialog
        open={question?.kind === 'reset-factor'}
        onOpenChange={close}
        title={`Reset the second factor of ${name}`}
        question={
          <>
            Make sure that it is {name} who asks you: call them, or see them.
            <span className="mt-2 block">
              From then on the password alone lets them in, until they set up another one. They are
              told by mail, and what they acknowledge says that it was reset.
            </span>
          </>
        }
        confirmLabel="Reset"
        danger
        busy={isBusy}
        busyLabel="Resetting…"
        onConfirm={confirm}
      />
      {question?.kind === 'edit' && (
        <EditPersonDialog key={question.person.id} person={question.person} onClose={close} />
      )}
      {shownLink && <LinkDialog shown={shownLink} onClose={hideLink} />}
    </>
  )
}

type LinkDialogProps = { shown: ShownLink; onClose: () => void }

/** A link to hand over by other means than our mail. */
function LinkDialog({ shown: { title, description, link }, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Field label="Link">
        <span className="flex items-center gap-2">
          <TextInput readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton label="Copy the link" text={link} />
        </span>
      </Field>
    </Dialog>
  )
}

type PersonValues = {
  first_name: string
  last_name: string
  email: string
  role: Role
  title: string
}

const labels = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  role: 'Role',
  title: 'Title',
} as const
const names = Object.keys(labels) as (keyof PersonValues)[]

/** Somebody invited is called by their address until they say otherwise. */
const valuesOf = (person: TeamPerson): PersonValues => ({
  first_name: person.first_name === person.email ? '' : person.first_name,
  last_name: person.last_name,
  email: person.email,
  role: person.role,
  title: person.title ?? '',
})

type EditPersonDialogProps = { person: TeamPerson; onClose: () => void }

function EditPersonDialog({ person, onClose }: EditPersonDialogProps) {
  const formId = useId()
  const update = useUpdatePerson()
  // What the form began with; the row behind it may change meanwhile.
  const [base, setBase] = useState(person)
  const [theirs, setTheirs] = useState<TeamPerson | null>(null)
  const form = useForm<PersonValues>({ defaultValues: valuesOf(person) })

  const save = async (values: PersonValues) => {
    const body = changesOf(values, base)
    if (Object.keys(body).length === 0) return onClose()
    try {
      const saved = await update.mutateAsync({ id: base.id, body, revision: base.revision })
      toast.success(`${saved.name} is saved.`)
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edit_conflict') {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the contract
        setTheirs(error.body.current as TeamPerson)
      }
      showFieldErrors(form, error, names)
    }
  }
  const settle = () => {
    if (theirs) setBase(theirs)
    setTheirs(null)
    update.reset()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !update.isPending) onClose()
      }}
      title="Edit user"
      description={person.name}
      footer={
        <>
          <Button variant="secondary" disabled={update.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            busy={update.isPending}
            busyLabel="Saving…"
            disabled={theirs !== null}
          >
            Save Changes
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5 pt-1"
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        {!theirs && <CallFailure of={update} title="Failed to update user" />}
        {theirs && (
          <ProfileConflict
            form={form}
            before={valuesOf(base)}
            theirs={valuesOf(theirs)}
            labels={labels}
            onSettled={settle}
          />
        )}
        <PersonFields form={form} person={base} />
      </form>
    </Dialog>
  )
}

/** Only what differs is sent: an admin's title, say, stays what it is unless somebody means it. */
function changesOf(values: PersonValues, base: TeamPerson): PersonChange {
  const [before, after] = [valuesOf(base), trimmed(values)]
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  )
}

const trimmed = (values: PersonValues): PersonValues => ({
  ...values,
  first_name: values.first_name.trim(),
  last_name: values.last_name.trim(),
  email: values.email.trim().toLowerCase(),
  title: values.title.trim(),
})

type PersonFieldsProps = { form: UseFormReturn<PersonValues>; person: TeamPerson }

function PersonFields({ form, person }: PersonFieldsProps) {
  const { register, formState, control } = form
  const { errors } = formState
  const role = useWatch({ control, name: 'role' })
  const isUnnamed = person.invitation !== null
  /** Whoever stops being an admin stops being titled so, and sees that; what was typed else stays. */
  const followRole = () => {
    const next = form.getValues('role')
    if (next === 'admin' && person.role === 'admin') form.setValue('title', person.title ?? '')
    else if (form.getValues('title') === roleLabels.admin) form.setValue('title', roleLabels[next])
  }
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="First name" required={!isUnnamed} error={errors.first_name?.message}>
          <TextInput
            autoComplete="off"
            {...register('first_name', {
              validate: (value) => isUnnamed || value.trim() !== '' || 'Please enter a first name',
            })}
          />
        </Field>
        <Field label="Last name" error={errors.last_name?.message}>
          <TextInput autoComplete="off" {...register('last_name')} />
        </Field>
      </div>
      <Field
        label="Email"
        required
        hint={
          isUnnamed
            ? 'A new address gets the invitation; the link before it stops working.'
            : 'They sign in with it. A new address has to be confirmed by them.'
        }
        error={errors.email?.message}
      >
        <TextInput
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...register('email', plausibleEmail)}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Role" error={errors.role?.message}>
          <Select {...register('role', { onChange: followRole })}>
            {roleOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {role === 'admin' ? (
          <Field label="Title" hint="An admin’s title is Admin.">
            <TextInput readOnly value={person.role === 'admin' ? (person.title ?? '') : 'Admin'} />
          </Field>
        ) : (
          <Field label="Title" optional error={errors.title?.message}>
            <TextInput autoComplete="off" {...register('title')} />
          </Field>
        )}
      </div>
    </>
  )
}

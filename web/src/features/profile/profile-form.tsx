import type { CurrentUser } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { PasswordInput, plausibleEmail } from '#web/ui/account-fields.tsx'
import { required, showFieldErrors } from '#web/features/editing/form-rules.ts'
import { ProfileConflict } from '#web/features/users/profile-conflict.tsx'
import { MarkdownField } from '#web/features/writing/markdown-field.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { currentSession } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { CallFailure, Notice } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useCancelEmailChange, useResendEmailChange, useUpdateProfile } from './profile.api.ts'

type ProfileValues = {
  first_name: string
  last_name: string
  email: string
  phone_number: string
  bio: string
  current_password: string
}

const names = [
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'bio',
  'current_password',
] as const
const labels = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone_number: 'Phone',
  bio: 'Bio',
  current_password: 'Your password',
}

const valuesOf = (user: CurrentUser): ProfileValues => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone_number: user.phone_number ?? '',
  bio: user.bio ?? '',
  current_password: '',
})

export function ProfileForm({ user }: { user: CurrentUser }) {
  const navigate = useNavigate()
  const update = useUpdateProfile()
  const isSaved = useRef(false)
  // What the form began with: an admin may change the profile meanwhile.
  const [base, setBase] = useState(user)
  const [theirs, setTheirs] = useState<CurrentUser | null>(null)
  const form = useForm<ProfileValues>({ defaultValues: valuesOf(user) })
  const { isDirty } = form.formState

  const save = async (values: ProfileValues) => {
    try {
      const saved = await update.mutateAsync({ body: trimmed(values), revision: base.revision })
      isSaved.current = true
      toast.success('Your profile is saved.')
      await navigate({ to: '/profile' })
      if (saved.pending_email === null || saved.pending_email === base.pending_email) return
      toast.success(`Please open the link that we have mailed to ${saved.pending_email}.`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edit_conflict') {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the contract
        setTheirs(error.body.current as CurrentUser)
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
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      {theirs && (
        <ProfileConflict
          form={form}
          before={valuesOf(base)}
          theirs={valuesOf(theirs)}
          labels={labels}
          onSettled={settle}
        />
      )}
      <ProfileFields form={form} user={user} />
      {!theirs && <CallFailure of={update} title="Failed to update profile" />}
      <div className="flex gap-2 border-t border-line pt-5 max-sm:*:grow">
        <Button
          type="submit"
          busy={update.isPending}
          busyLabel="Saving…"
          disabled={theirs !== null}
        >
          Save Changes
        </Button>
        <ButtonLink to="/profile" variant="secondary">
          Cancel
        </ButtonLink>
      </div>
      <LeaveDialog holds={() => isDirty && !isSaved.current} />
    </form>
  )
}

/** As the server takes it: without space at the ends, and nothing instead of an empty text. */
const trimmed = (values: ProfileValues) => ({
  first_name: values.first_name.trim(),
  last_name: values.last_name.trim(),
  email: values.email.trim(),
  phone_number: values.phone_number.trim() || null,
  bio: values.bio.trim() || null,
  current_password: values.current_password || null,
})

function ProfileFields({ form, user }: { form: UseFormReturn<ProfileValues>; user: CurrentUser }) {
  const { register, formState } = form
  const { errors } = formState
  const { data: settings } = useQuery(publicSettings)
  const email = useWatch({ control: form.control, name: 'email' })
  const isMoving = email.trim().toLowerCase() !== user.email
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="First name" required error={errors.first_name?.message}>
          <TextInput
            autoComplete="given-name"
            {...register('first_name', { validate: required('Please enter your first name') })}
          />
        </Field>
        <Field label="Last name" required error={errors.last_name?.message}>
          <TextInput
            autoComplete="family-name"
            {...register('last_name', { validate: required('Please enter your last name') })}
          />
        </Field>
      </div>
      {user.pending_email && <PendingEmail email={user.pending_email} />}
      <Field
        label="Email"
        required
        hint={
          isMoving
            ? 'We mail a link to it. Until you open that, you sign in as before.'
            : 'You sign in with it.'
        }
        error={errors.email?.message}
      >
        <TextInput
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...register('email', plausibleEmail)}
        />
      </Field>
      {isMoving && settings?.sends_mail === false && (
        <Notice tone="warning">
          This installation has no mail server yet, so no link would reach you. Please ask an
          administrator to change your address.
        </Notice>
      )}
      {isMoving && (
        <Field
          label="Your password"
          required
          hint="Whoever changes how you sign in has to be you."
          error={errors.current_password?.message}
        >
          <PasswordInput
            autoComplete="current-password"
            {...register('current_password', {
              validate: (value) => !isMoving || value !== '' || 'Please enter your password',
            })}
          />
        </Field>
      )}
      <Field label="Phone" optional error={errors.phone_number?.message}>
        <TextInput type="tel" autoComplete="tel" {...register('phone_number')} />
      </Field>
      <BioField form={form} />
    </>
  )
}

const BioField = ({ form }: { form: UseFormReturn<ProfileValues> }) => (
  <MarkdownField
    control={form.control}
    name="bio"
    label="Bio"
    optional
    hint="What you do here, and what one should ask you about."
    rows={5}
    error={form.formState.errors.bio?.message}
    preview={{
      label: 'Preview',
      render: (source) => source,
      className: 'text-lg leading-relaxed',
    }}
  />
)

/** Asks before what was typed is lost, within the app and out of it. */
function LeaveDialog({ holds }: { holds: () => boolean }) {
  const block = () => holds() && currentSession().state === 'signed-in'
  const blocker = useBlocker({
    shouldBlockFn: block,
    enableBeforeUnload: block,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title="Leave without saving?"
      question="What you changed on this page is not saved yet."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

/** The address that a person is to have, until its mailbox answers. */
function PendingEmail({ email }: { email: string }) {
  const resend = useResendEmailChange()
  const cancel = useCancelEmailChange()
  const keep = async () => {
    try {
      // Awaited, because this notice goes with it.
      await cancel.mutateAsync()
      toast.success('Your email address stays as it is.')
    } catch {
      // The notice says so.
    }
  }
  const error = resend.error ?? cancel.error
  return (
    <Notice
      tone={error ? 'warning' : 'neutral'}
      action={
        <div className="flex gap-2">
          {!resend.isSuccess && (
            <Button
              variant="secondary"
              size="sm"
              busy={resend.isPending}
              busyLabel="Sending…"
              onClick={() => resend.mutate()}
            >
              Resend
            </Button>
          )}
          <Button
            variant="ghost"
            size="sm"
            busy={cancel.isPending}
            busyLabel="Cancelling…"
            onClick={() => void keep()}
          >
            Keep the old one
          </Button>
        </div>
      }
    >
      <p className="wrap-anywhere">
        {resend.isSuccess
          ? `A new link is on its way to ${email}.`
          : `Waiting for confirmation of ${email}. Until then you sign in as before.`}
      </p>
      {error && <p className="text-muted">{messageOf(error, 'Please try again.')}</p>}
    </Notice>
  )
}

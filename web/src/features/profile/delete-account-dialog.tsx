import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#web/lib/api-error.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CallFailure } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/account-fields.tsx'
import { useDeleteAccount } from './profile.api.ts'

const WORDS = 'delete my account'
const FORM = 'delete-account'

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const deletion = useDeleteAccount()
  const navigate = useNavigate()
  const { signOut } = useSession()
  const [isLeaving, setLeaving] = useState(false)
  const form = useForm({ defaultValues: { words: '', password: '' } })
  const { errors } = form.formState
  const isBusy = deletion.isPending || isLeaving

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await deletion.mutateAsync(password)
    } catch (error) {
      const message = error instanceof ApiError ? error.fields?.password : undefined
      if (message) form.setError('password', { message }, { shouldFocus: true })
      return
    }
    setLeaving(true)
    // The session is gone on the server: what is left of it here goes now.
    await signOut().catch(() => undefined)
    await navigate({ to: '/login', state: { notice: 'Your account has been deleted.' } })
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose()
      }}
      title="Delete your account?"
      description="This can’t be undone."
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form={FORM} busy={isBusy} busyLabel="Deleting…">
            Delete Account
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className="grid gap-5 pt-1"
        onSubmit={(event) => void submit(event)}
      >
        <Field
          label={
            <>
              Type <strong className="font-semibold">{WORDS}</strong>
            </>
          }
          error={errors.words?.message}
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('words', {
              validate: (value) => value.trim().toLowerCase() === WORDS || `Please type “${WORDS}”`,
            })}
          />
        </Field>
        <Field label="Your password" error={errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...form.register('password', { required: 'Please enter your password' })}
          />
        </Field>
        {!errors.password && <CallFailure of={deletion} title="Failed to delete the account" />}
      </form>
    </Dialog>
  )
}

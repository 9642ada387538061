import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { useUser } from '#web/session/user.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { useConfirmIdentity } from './auth.api.ts'

const names = ['password', 'code'] as const

/** The password again, and where the server asks for it the code: then what was begun goes on. */
export function ConfirmIdentityDialog({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const id = useId()
  const { email } = useUser()
  const confirm = useConfirmIdentity()
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm({ defaultValues: { password: '', code: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit(({ password, code }) =>
    confirm.mutate(
      { password, ...(code && { code }) },
      {
        onSuccess: () => onEnd(true),
        onError: (error) => {
          if (!(error instanceof ApiError)) return
          // The field is new: it says itself what it is for.
          if (error.code === 'code_required' && !asksCode) return setAsksCode(true)
          for (const name of names.filter((one) => error.fields?.[one])) {
            form.setError(name, { message: error.fields![name] }, { shouldFocus: true })
          }
        },
      },
    ),
  )
  const isAtField = confirm.error instanceof ApiError && confirm.error.fields !== undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !confirm.isPending) onEnd(false)
      }}
      title="Confirm it’s you"
      description="You signed in a while ago. Enter your password, and what you began goes on."
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={confirm.isPending} onClick={() => onEnd(false)}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={confirm.isPending} busyLabel="Checking…">
            Confirm
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-5 pt-1"
        onSubmit={(event) => {
          // It may stand in another form, which is not what is sent here.
          event.stopPropagation()
          void submit(event)
        }}
      >
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field label="Your password" error={errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...form.register('password', { required: 'Please enter your password' })}
          />
        </Field>
        {asksCode && (
          <Field label="Code from your app" hint="Or a recovery code." error={errors.code?.message}>
            <TextInput
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it has just been asked for
              autoFocus
              autoComplete="one-time-code"
              maxLength={60}
              className="font-mono tracking-widest"
              {...form.register('code', { required: 'Please enter the code' })}
            />
          </Field>
        )}
        {confirm.error && !isAtField && (
          <ErrorPanel onDismiss={() => confirm.reset()}>
            {failureOf(confirm.error, 'Failed to confirm it')}
          </ErrorPanel>
        )}
      </form>
    </Dialog>
  )
}

import { PASSWORD_HINT, PASSWORD_MIN } from '@frontdesk/contract/constants'
import { useForm } from 'react-hook-form'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useChangePassword, type PasswordBody } from './profile.api.ts'

const names = ['current_password', 'new_password'] as const
const empty: PasswordBody = { current_password: '', new_password: '' }

export function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword()
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: empty })
  const { errors } = formState
  const atField = names.some(
    (name) => change.error instanceof ApiError && change.error.fields?.[name],
  )

  const save = handleSubmit(async (body) => {
    try {
      await change.mutateAsync(body)
      reset(empty)
      toast.success('Your password is changed. You are signed out everywhere else.')
    } catch (error) {
      for (const name of names) {
        const message = error instanceof ApiError ? error.fields?.[name] : undefined
        if (message) setError(name, { message }, { shouldFocus: true })
      }
    }
  })
  return (
    <Section title="Password" description="Changing it signs you out on every device but this one.">
      <form noValidate className="grid max-w-md gap-5" onSubmit={(event) => void save(event)}>
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current password" error={errors.current_password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...register('current_password', { required: 'Please enter your password' })}
          />
        </Field>
        <Field
          label="New password"
          hint={errors.new_password?.message === PASSWORD_HINT ? undefined : PASSWORD_HINT}
          error={errors.new_password?.message}
        >
          <PasswordInput
            autoComplete="new-password"
            {...register('new_password', {
              // Code points, as the server counts them.
              validate: (value) => Array.from(value).length >= PASSWORD_MIN || PASSWORD_HINT,
            })}
          />
        </Field>
        {change.error && !atField && (
          <ErrorPanel title="Failed to change the password" onDismiss={() => change.reset()}>
            {messageOf(change.error, 'Please try again.')}
          </ErrorPanel>
        )}
        <Button
          type="submit"
          className="justify-self-start"
          busy={change.isPending}
          busyLabel="Changing…"
        >
          Change Password
        </Button>
      </form>
    </Section>
  )
}

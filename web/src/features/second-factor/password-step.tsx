import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ownIdentitiesQuery } from '#web/features/single-sign-on/single-sign-on.api.ts'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

type PasswordStepProps<Answer> = {
  /** What is done with the password. */
  work: UseMutationResult<Answer, Error, string | undefined>
  failure: string
  label: string
  busyLabel: string
  danger?: boolean
  onDone: (answer: Answer) => void
}

/** The person's password, where they have one, before anything about the second factor changes. */
export function PasswordStep<Answer>(props: PasswordStepProps<Answer>) {
  const { work, failure, label, busyLabel, danger, onDone } = props
  const form = useForm({ defaultValues: { password: '' } })
  const { data: own } = useQuery(ownIdentitiesQuery)
  const hasPassword = own?.has_password ?? true
  const { errors } = form.formState
  const submit = form.handleSubmit(({ password }) =>
    work.mutate(hasPassword ? password : undefined, {
      onSuccess: onDone,
      onError: (error) => {
        const message = error instanceof ApiError ? error.fields?.password : undefined
        if (message) form.setError('password', { message }, { shouldFocus: true })
      },
    }),
  )
  return (
    <form noValidate className="grid gap-5 pt-1" onSubmit={(event) => void submit(event)}>
      {work.error && !errors.password && (
        <ErrorPanel onDismiss={() => work.reset()}>{failureOf(work.error, failure)}</ErrorPanel>
      )}
      {hasPassword && (
        <Field label="Your password" error={errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...form.register('password', { required: 'Please enter your password' })}
          />
        </Field>
      )}
      <Button
        type="submit"
        variant={danger ? 'danger' : 'primary'}
        className="justify-self-start"
        busy={work.isPending}
        busyLabel={busyLabel}
      >
        {label}
      </Button>
    </form>
  )
}

import { useForm } from 'react-hook-form'
import { EmailField } from '#web/features/editing/email-field.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { useResendVerification } from './account-links.api.ts'
import type { Challenge } from './code-step.tsx'
import { formError, loginError } from './auth-errors.ts'
import { useLogin, type Credentials } from './auth.api.ts'

/** @param onAsked where a code is asked for beside the password */
export function LoginForm({ onAsked }: { onAsked: (asked: Challenge) => void }) {
  const { signIn } = useSession()
  const login = useLogin()
  const { register, handleSubmit, formState } = useForm<Credentials>({
    defaultValues: { email: '', password: '', remember_me: false },
  })
  const { errors } = formState

  // Where to go next is the router's to decide, once somebody is signed in.
  const submit = handleSubmit((credentials) =>
    login.mutate(credentials, {
      onSuccess: ({ token, user }) => signIn(token, user, credentials.remember_me),
      onError: (error) => {
        const challenge = error instanceof ApiError && error.body.challenge
        if (typeof challenge !== 'string') return
        onAsked({ challenge, remember: credentials.remember_me })
      },
    }),
  )

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {login.error && <ErrorPanel>{loginError(login.error)}</ErrorPanel>}
      {login.error instanceof ApiError && login.error.code === 'account_unconfirmed' && (
        <ResendLink email={login.variables?.email ?? ''} />
      )}
      <EmailField
        error={errors.email?.message}
        {...register('email', { required: 'Please enter your email address' })}
      />
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...register('password', { required: 'Please enter your password' })}
        />
      </Field>
      <Checkbox
        label="Remember me"
        hint="Stay signed in on this device for 30 days"
        {...register('remember_me')}
      />
      <Button type="submit" busy={login.isPending} busyLabel="Signing in…" className="w-full">
        Sign In
      </Button>
    </form>
  )
}

/** For whoever has signed up and not confirmed their address, which begins the account. */
function ResendLink({ email }: { email: string }) {
  const resend = useResendVerification()
  if (resend.isSuccess) return <Notice tone="success">{resend.data.message}</Notice>
  return (
    <div className="grid gap-3">
      {resend.error && <ErrorPanel>{formError(resend.error)}</ErrorPanel>}
      <Button
        variant="secondary"
        busy={resend.isPending}
        busyLabel="Sending…"
        onClick={() => resend.mutate(email)}
      >
        Send the Link Again
      </Button>
    </div>
  )
}

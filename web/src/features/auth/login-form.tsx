import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useForm } from 'react-hook-form'
import { EmailField, PasswordInput } from '#web/ui/account-fields.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { type Credentials, useLogin, useResendVerification } from './auth.api.ts'
import {
  type Challenge,
  challengeIn,
  formError,
  loginError,
  type Opened,
} from '#web/session/signing-in.ts'

const PasskeySignIn = late(
  () => import('#web/features/passkeys/passkey-sign-in.tsx'),
  'PasskeySignIn',
)

type LoginFormProps = {
  /** Where a code is asked for beside the password. */
  onAsked: (asked: Challenge) => void
  /** Somebody is in: by default the session begins. */
  onOpened?: (opened: Opened) => void
  email?: string
}

export function LoginForm({ onAsked, onOpened, email = '' }: LoginFormProps) {
  const { signIn } = useSession()
  const login = useLogin()
  const { data: settings } = useQuery(publicSettings)
  const { register, handleSubmit, formState, getValues } = useForm<Credentials>({
    defaultValues: { email, password: '', remember_me: false },
  })
  const { errors } = formState

  // Where to go next is the router's to decide, once somebody is signed in.
  const submit = handleSubmit((credentials) =>
    login.mutate(credentials, {
      onSuccess: ({ token, user }) =>
        onOpened
          ? onOpened({ token, user, remember: credentials.remember_me })
          : signIn(token, user, credentials.remember_me),
      onError: (error) => {
        const asked = challengeIn(error, credentials.remember_me)
        if (asked) onAsked(asked)
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
        autoComplete="username webauthn"
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
        hint={rememberHint(settings?.remember_days)}
        {...register('remember_me')}
      />
      <Button type="submit" busy={login.isPending} busyLabel="Signing in…" className="w-full">
        Sign In
      </Button>
      {settings?.passkeys && 'PublicKeyCredential' in globalThis && (
        <Suspense>
          <PasskeySignIn remember={() => getValues('remember_me')} onOpened={onOpened} />
        </Suspense>
      )}
    </form>
  )
}

export const rememberHint = (days = 30) =>
  `Stay signed in on this device for ${days === 1 ? 'a day' : `${days} days`}`

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

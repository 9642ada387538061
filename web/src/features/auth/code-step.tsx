import { Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { type Challenge, loginError, type Opened } from '#web/session/signing-in.ts'
import { AuthFrame, quietLink } from './auth-frame.tsx'
import { useAnswerChallenge } from './auth.api.ts'

const PasskeySignIn = late(
  () => import('#web/features/passkeys/passkey-sign-in.tsx'),
  'PasskeySignIn',
)

type CodeStepProps = {
  asked: Challenge
  /** Begins again with the password. */
  onBack: (why: string | null) => void
  /** Somebody is in: by default the session begins. */
  onOpened?: (opened: Opened) => void
}

/** The second step of a sign-in. */
export function CodeStep({ asked, onBack, onOpened }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <AuthFrame title="One more step" lead={leadOf(asked, isRecovery)}>
      {asked.code && (
        <CodeForm
          key={String(isRecovery)}
          asked={asked}
          isRecovery={isRecovery}
          onBack={onBack}
          onOpened={onOpened}
        />
      )}
      {asked.passkey && (
        <Suspense>
          <div className={asked.code ? 'mt-5' : undefined}>
            <PasskeySignIn
              challenge={asked.challenge}
              remember={() => asked.remember}
              onOpened={onOpened}
            />
          </div>
        </Suspense>
      )}
      {asked.code && (
        <p className="mt-4">
          <button
            type="button"
            className={`${quietLink} text-muted`}
            onClick={() => setRecovery(!isRecovery)}
          >
            {isRecovery ? 'Use a code of the app' : 'Use a recovery code'}
          </button>
        </p>
      )}
      <p className="mt-3">
        <button type="button" className={`${quietLink} text-muted`} onClick={() => onBack(null)}>
          Begin again
        </button>
      </p>
    </AuthFrame>
  )
}

function leadOf({ code, passkey }: Challenge, isRecovery: boolean): string {
  if (!code) return 'Your role needs more than a password: use your passkey.'
  if (isRecovery) return 'Enter one of the recovery codes that you kept. Each works once.'
  return `Enter the code that the app on your phone shows${passkey ? ', or use your passkey' : ''}.`
}

function CodeForm({
  asked,
  isRecovery,
  onBack,
  onOpened,
}: CodeStepProps & { isRecovery: boolean }) {
  const { signIn } = useSession()
  const answer = useAnswerChallenge()
  const form = useForm({ defaultValues: { code: '', trust_browser: false } })
  const { errors } = form.formState
  const submit = form.handleSubmit((given) =>
    answer.mutate(
      { ...given, challenge: asked.challenge },
      {
        onSuccess: ({ token, user }) =>
          onOpened
            ? onOpened({ token, user, remember: asked.remember })
            : signIn(token, user, asked.remember),
        onError: (error) => {
          if (!(error instanceof ApiError)) return
          if (error.code === 'challenge_over') return onBack(error.message)
          const message = error.fields?.code
          if (message) form.setError('code', { message }, { shouldFocus: true })
        },
      },
    ),
  )
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {answer.error && !errors.code && <ErrorPanel>{loginError(answer.error)}</ErrorPanel>}
      <Field label={isRecovery ? 'Recovery code' : 'Code'} error={errors.code?.message}>
        <TextInput
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that this step asks for
          autoFocus
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          className="font-mono tracking-widest"
          {...form.register('code', { required: 'Please enter the code' })}
        />
      </Field>
      <Checkbox
        label="Trust this browser"
        hint="No code is asked for here for 30 days"
        {...form.register('trust_browser')}
      />
      <Button type="submit" busy={answer.isPending} busyLabel="Signing in…" className="w-full">
        Sign In
      </Button>
    </form>
  )
}

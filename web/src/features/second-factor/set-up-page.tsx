import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import { Copy, Download, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { AuthFrame, quietLink } from '#web/features/auth/auth-frame.tsx'
import { ConfirmIdentity } from '#web/features/auth/confirm-identity.tsx'
import { AddPasskey } from '#web/features/passkeys/passkey-section.tsx'
import { passkeysQuery } from '#web/features/passkeys/passkeys.api.ts'
import { ownIdentitiesQuery } from '#web/features/single-sign-on/single-sign-on.api.ts'
import { ApiError, failureOf, messageOf } from '#web/lib/api-error.ts'
import { saveAs } from '#web/lib/files.ts'
import { UserProvider, useSession } from '#web/session/session.tsx'
import { PasswordInput } from '#web/ui/account-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { CallFailure, ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useBeginSecondFactor, useConfirmSecondFactor } from './second-factor.api.ts'

/** All that opens for somebody whose role needs a second factor, and whose time to set one up is over. */
export function SetUpSecondFactorPage() {
  const { user, refresh, signOut } = useSession()
  const { data } = useQuery(passkeysQuery)
  const goOn = () => {
    // From here on everything opens; the router then leads on.
    refresh().catch((error: unknown) => toast.error(messageOf(error, 'Please try again.')))
  }
  const leave = () => void signOut().catch(() => undefined)
  return (
    <AuthFrame
      title="Set up a second factor"
      lead="Your role needs one: a code of your phone beside the password, or a passkey. Nothing else opens before."
    >
      <SetUpSteps
        onDone={goOn}
        otherwise={
          // Where there can be none it says nothing: the code is the way.
          data?.unavailable === null && (
            <div className="mt-6 border-t border-line pt-6">
              <AddPasskey unavailable={null} onAdded={goOn} />
            </div>
          )
        }
      />
      {user && (
        <UserProvider user={user}>
          <ConfirmIdentity />
        </UserProvider>
      )}
      <p className="mt-6 text-muted">
        Signed in as {user?.email}.{' '}
        <button type="button" className={quietLink} onClick={leave}>
          Sign out
        </button>
      </p>
    </AuthFrame>
  )
}

type Setup = { setup: string; secret: string; uri: string }

type SetUpStepsProps = {
  onDone: () => void
  /** Another way, for as long as none is taken. */
  otherwise?: ReactNode
}

/** Password, app, recovery codes: one after the other, and nothing counts before the second. */
export function SetUpSteps({ onDone, otherwise }: SetUpStepsProps) {
  const begin = useBeginSecondFactor()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (setup) {
    return <AppStep setup={setup} onCodes={setCodes} onAgain={() => setSetup(null)} />
  }
  return (
    <>
      <PasswordStep
        work={begin}
        failure="Failed to begin"
        label="Continue"
        busyLabel="One moment…"
        onDone={setSetup}
      />
      {otherwise}
    </>
  )
}

/** In groups that are easily typed. */
const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

type AppStepProps = { setup: Setup; onCodes: (codes: string[]) => void; onAgain: () => void }

function AppStep({ setup, onCodes, onAgain }: AppStepProps) {
  const confirm = useConfirmSecondFactor()
  const form = useForm({ defaultValues: { code: '' } })
  const { errors } = form.formState
  const isOver = confirm.error instanceof ApiError && confirm.error.code === 'setup_over'
  const submit = form.handleSubmit(({ code }) =>
    confirm.mutate(
      { setup: setup.setup, code },
      {
        onSuccess: ({ recovery_codes: codes }) => onCodes(codes),
        onError: (error) => {
          const message = error instanceof ApiError ? error.fields?.code : undefined
          if (message) form.setError('code', { message }, { shouldFocus: true })
        },
      },
    ),
  )
  return (
    <form noValidate className="grid gap-5 pt-1" onSubmit={(event) => void submit(event)}>
      <p>
        Scan this with an app that shows codes, such as Google Authenticator, Microsoft
        Authenticator or 1Password. Then enter the code that it shows.
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <QrCode text={setup.uri} label="QR code for your app" className="w-44 shrink-0" />
        <div className="min-w-48 grow basis-0">
          <p className="text-sm text-muted">Or type this into the app:</p>
          <p className="mt-1 flex items-start gap-1">
            <code className="min-w-0 font-mono wrap-anywhere">{inGroups(setup.secret)}</code>
            <span className="-my-1">
              <CopyButton label="Copy the secret" text={setup.secret} />
            </span>
          </p>
        </div>
      </div>
      <Field label="Code from the app" error={errors.code?.message}>
        <TextInput
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          className="max-w-48 font-mono tracking-widest"
          {...form.register('code', { required: 'Please enter the code' })}
        />
      </Field>
      {confirm.error && !errors.code && (
        <ErrorPanel onRetry={isOver ? onAgain : undefined}>
          {failureOf(confirm.error, 'Failed to set it up')}
        </ErrorPanel>
      )}
      <Button
        type="submit"
        className="justify-self-start"
        busy={confirm.isPending}
        busyLabel="Checking…"
      >
        Switch It On
      </Button>
    </form>
  )
}

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
      {!errors.password && <CallFailure of={work} title={failure} brief />}
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

type RecoveryCodesProps = { codes: string[]; onDone: () => void }

/** Shown once: what lets somebody in whose phone is gone. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = `Recovery codes for ${globalThis.location.host}\nEach works once.\n\n${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('The codes are copied.')
    } catch {
      // Browsers give no clipboard to pages without TLS.
      toast.error('This browser doesn’t let the page copy. Please select the codes instead.')
    }
  }
  const save = () =>
    saveAs(new Blob([text], { type: 'text/plain' }), 'front-desk-recovery-codes.txt')
  return (
    <div className="grid gap-5 pt-1">
      <Notice tone="warning">
        These codes are shown once. Keep them where you find them without your phone.
      </Notice>
      <section data-print="sheet">
        <p className="font-semibold">Recovery codes for {globalThis.location.host}</p>
        <p className="mt-1 text-muted">
          Where your phone is not at hand, sign in with your password and one of these. Each works
          once.
        </p>
        <ul
          aria-label="Recovery codes"
          className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))] gap-x-6 gap-y-2 rounded-lg max-sm:gap-y-0.5 max-sm:py-3 border border-line bg-sunken p-4 font-mono whitespace-nowrap"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </section>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" icon={Copy} onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="secondary" icon={Download} onClick={save}>
          Download
        </Button>
        <Button variant="secondary" icon={Printer} onClick={() => globalThis.print()}>
          Print
        </Button>
      </div>
      <Button className="justify-self-start max-sm:w-full" onClick={onDone}>
        I have kept them
      </Button>
    </div>
  )
}

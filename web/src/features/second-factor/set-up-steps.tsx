import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useBeginSecondFactor, useConfirmSecondFactor } from './second-factor.api.ts'

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

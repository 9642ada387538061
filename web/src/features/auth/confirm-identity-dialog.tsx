import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useCallback, useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CONFIRMED_CHANNEL, sentenceOf } from '#web/features/single-sign-on/provider-problem.tsx'
import { ownIdentitiesQuery } from '#web/features/single-sign-on/single-sign-on.api.ts'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { late } from '#web/lib/late.ts'
import { useUser } from '#web/session/session.tsx'
import { PasswordInput } from '#web/ui/account-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { textLink } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { CallFailure, ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { useConfirmIdentity } from './auth.api.ts'

const ConfirmByPasskey = late(
  () => import('#web/features/passkeys/passkey-sign-in.tsx'),
  'ConfirmByPasskey',
)

const names = ['password', 'code'] as const

/** The password again, and where the server asks for it the code: then what was begun goes on. */
export function ConfirmIdentityDialog({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const id = useId()
  const { email } = useUser()
  const confirm = useConfirmIdentity()
  const { data: own } = useQuery(ownIdentitiesQuery)
  const hasPassword = own?.has_password ?? true
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
  const goOn = useCallback(() => onEnd(true), [onEnd])
  const isAtField = confirm.error instanceof ApiError && confirm.error.fields !== undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !confirm.isPending) onEnd(false)
      }}
      title="Confirm it’s you"
      description={`${hasPassword ? 'Enter your password' : 'Prove it as you sign in'}, and what you began goes on.`}
      size="sm"
      footer={
        <Actions
          form={hasPassword ? id : undefined}
          busy={confirm.isPending}
          onCancel={() => onEnd(false)}
        />
      }
    >
      <form
        id={id}
        noValidate
        hidden={!hasPassword}
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
          <CodeField
            error={errors.code?.message}
            {...form.register('code', { required: 'Please enter the code' })}
          />
        )}
        {!isAtField && <CallFailure of={confirm} title="Failed to confirm it" brief />}
      </form>
      <OtherWays onDone={goOn} />
    </Dialog>
  )
}

type ActionsProps = { form: string | undefined; busy: boolean; onCancel: () => void }

function Actions({ form, busy, onCancel }: ActionsProps) {
  return (
    <>
      <Button variant="secondary" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      {form && (
        <Button type="submit" form={form} busy={busy} busyLabel="Checking…">
          Confirm
        </Button>
      )}
    </>
  )
}

function CodeField({ error, ...field }: ComponentProps<'input'> & { error: string | undefined }) {
  return (
    <Field label="Code from your app" hint="Or a recovery code." error={error}>
      <TextInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it has just been asked for
        autoFocus
        autoComplete="one-time-code"
        maxLength={60}
        className="font-mono tracking-widest"
        {...field}
      />
    </Field>
  )
}

/** What confirms it without the password, where the person has it. */
function OtherWays({ onDone }: { onDone: () => void }) {
  return (
    <Suspense>
      <ConfirmByPasskey onDone={onDone} />
      <ConfirmByProvider onConfirmed={onDone} />
    </Suspense>
  )
}

const WINDOW = 'popup,width=520,height=720'

/** Who is there, as a provider says in a window of its own; the page and what is typed in it stay. */
function ConfirmByProvider({ onConfirmed }: { onConfirmed: () => void }) {
  const { data } = useQuery(ownIdentitiesQuery)
  const [problem, setProblem] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const begin = useMutation({
    mutationFn: ({ id }: { id: string; window: Window | null }) =>
      call('POST /auth/oidc/:id/confirm', { params: { id }, body: code ? { code } : {} }),
    onSuccess: ({ url }, { window }) => {
      if (window) window.location.href = url
    },
    onError: (_error, { window }) => window?.close(),
  })
  useEffect(() => {
    const channel = new BroadcastChannel(CONFIRMED_CHANNEL)
    channel.addEventListener(
      'message',
      ({ data: told }: MessageEvent<{ problem: string | null }>) => {
        if (told.problem === null) return onConfirmed()
        setProblem(sentenceOf(told.problem))
      },
    )
    return () => channel.close()
  }, [onConfirmed])
  const connected = data?.providers.filter((provider) => provider.connected) ?? []
  if (connected.length === 0) return null
  const { error } = begin
  const codeError = error instanceof ApiError ? error.fields?.code : undefined
  const asksCode = code !== '' || codeError !== undefined
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      {problem && <ErrorPanel>{problem}</ErrorPanel>}
      {error && !codeError && <ErrorPanel>{failureOf(error, 'Failed to begin')}</ErrorPanel>}
      {asksCode && (
        <Field label="Code from your app" hint="Then go on with the provider." error={codeError}>
          <TextInput
            autoComplete="one-time-code"
            maxLength={60}
            className="font-mono tracking-widest"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      )}
      {connected.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          busy={begin.isPending && begin.variables.id === id}
          busyLabel="Opening a window…"
          onClick={() => {
            setProblem(null)
            // Opened by the press itself: later, browsers would not.
            begin.mutate({ id, window: globalThis.open('about:blank', '_blank', WINDOW) })
          }}
        >
          Confirm with {name}
        </Button>
      ))}
      {begin.isSuccess && !problem && (
        <output className="text-sm text-muted">
          Go on in the window of the provider. It is not there?{' '}
          <a href={begin.data.url} target="_blank" rel="noreferrer" className={textLink}>
            Open it here
          </a>
          .
        </output>
      )}
    </div>
  )
}

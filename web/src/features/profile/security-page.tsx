import { PASSWORD_HINT, PASSWORD_MIN } from '@frontdesk/contract/constants'
import type { OwnSession } from '@frontdesk/contract/profile'
import type { OwnIdentities } from '@frontdesk/contract/single-sign-on'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasskeySection } from '#web/features/passkeys/passkey-section.tsx'
import { SecondFactorSection } from '#web/features/second-factor/second-factor-section.tsx'
import { ProviderProblem } from '#web/features/single-sign-on/provider-problem.tsx'
import {
  ownIdentitiesQuery,
  useConnect,
  useDisconnect,
} from '#web/features/single-sign-on/single-sign-on.api.ts'
import { SessionRow } from '#web/features/users/session-row.tsx'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { useUser } from '#web/session/session.tsx'
import { PasswordInput } from '#web/ui/account-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ConfirmBox, useSecondStep } from '#web/ui/confirm.tsx'
import { CallFailure, ErrorPanel, LoadState, Notice } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  type PasswordBody,
  sessionsQuery,
  useChangePassword,
  useEndOtherSessions,
  useEndSession,
} from './profile.api.ts'

export function SecurityPage() {
  const user = useUser()
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Security"
        description="How you sign in, and where you are signed in."
        back={{ to: '/profile', label: 'Back to Profile' }}
      />
      <div className="grid gap-10">
        <PasswordForm email={user.email} />
        <SecondFactorSection />
        <IdentitiesSection />
        <PasskeySection />
        <SessionList />
        <DeleteAccount />
      </div>
    </div>
  )
}

const names = ['current_password', 'new_password'] as const
const empty: PasswordBody = { current_password: '', new_password: '' }

function PasswordForm({ email }: { email: string }) {
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
        {!atField && <CallFailure of={change} title="Failed to change the password" />}
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

function SessionList() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  return (
    <Section
      title="Where you are signed in"
      description="End what you don’t recognise, and change your password."
    >
      <LoadState of={{ data: sessions, error, refetch }} failure="Failed to load your sessions" />
      {!sessions && !error && (
        <div className="rounded-lg border border-line bg-surface p-5" aria-busy="true">
          <SkeletonLines lines={3} />
        </div>
      )}
      {sessions && (
        <div className="grid gap-4">
          <ul
            aria-label="Sessions"
            className="divide-y divide-line rounded-lg border border-line bg-surface"
          >
            {sessions.map((session) => (
              <OwnSessionRow key={session.id} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && <EndOthers />}
        </div>
      )}
    </Section>
  )
}

function OwnSessionRow({ session }: { session: OwnSession }) {
  return <SessionRow session={session} ending={useEndSession()} />
}

function EndOthers() {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const ending = useEndOtherSessions()
  const end = async () => {
    try {
      // Awaited, because this button goes with the sessions.
      await ending.mutateAsync()
      toast.success('You are signed out everywhere else.')
    } catch {
      // The panel below says why.
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      {isAsking ? (
        <ConfirmBox
          question="Sign out on every other device?"
          confirmLabel="Sign out"
          busy={ending.isPending}
          busyLabel="Signing out…"
          onConfirm={() => void end()}
          onCancel={cancel}
        />
      ) : (
        <Button variant="secondary" icon={LogOut} ref={trigger} onClick={ask}>
          Sign out everywhere else
        </Button>
      )}
      <CallFailure of={ending} title="Failed to end the sessions" brief />
    </div>
  )
}

const DeleteAccountDialog = late(() => import('./delete-account-dialog.tsx'), 'DeleteAccountDialog')

function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Delete your account"
      description="You are signed out everywhere and can’t sign in again. Acknowledgments that you gave stay in the brokerage’s records."
    >
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete Account…
      </Button>
      {isOpen && (
        <Suspense>
          <DeleteAccountDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}

/** With whom the account is connected; nothing where the brokerage has no provider. */
function IdentitiesSection() {
  const { data, error, refetch } = useQuery(ownIdentitiesQuery)
  const { problem, connected } = useSearchParams((raw) => ({
    problem: textOf(raw.problem),
    connected: textOf(raw.connected),
  })).params
  if (!data && !error) return null
  if (data?.providers.length === 0 && !problem) return null
  return (
    <Section
      title="Other ways to sign in"
      description="An account that you have elsewhere can sign you in here."
    >
      {problem && <ProviderProblem problem={problem} />}
      {connected && (
        <div className="mb-5">
          <Notice tone="success">It is connected: from now on it signs you in.</Notice>
        </div>
      )}
      <LoadState of={{ data, error, refetch }} failure="Failed to load this" />
      {data && data.providers.length > 0 && (
        <ul
          aria-label="Other ways to sign in"
          className="divide-y divide-line rounded-lg border border-line bg-surface"
        >
          {data.providers.map((provider) => (
            <IdentityRow key={provider.id} provider={provider} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function IdentityRow({ provider }: { provider: OwnIdentities['providers'][number] }) {
  const { id, name, connected, email, connected_at: since } = provider
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const connecting = useConnect()
  const disconnecting = useDisconnect()
  const isLeaving = connecting.isPending || connecting.isSuccess
  const end = async () => {
    try {
      await disconnecting.mutateAsync(id)
      toast.success(`${name} no longer signs you in.`)
    } catch (error) {
      toast.error(failureOf(error, 'Failed to disconnect'))
      cancel()
    }
  }
  if (isAsking) {
    return (
      <li className="p-2">
        <ConfirmBox
          question={`Should ${name} no longer sign you in?`}
          confirmLabel="Disconnect"
          busy={disconnecting.isPending}
          busyLabel="Disconnecting…"
          onConfirm={() => void end()}
          onCancel={cancel}
        />
      </li>
    )
  }
  return (
    <li className="grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-40 grow">
          <p className="font-medium">{name}</p>
          <p className="text-sm break-words text-muted">
            {connected
              ? `${email ?? 'Connected'} · since ${formatDate(since)}`
              : 'Not connected with your account'}
          </p>
        </div>
        {connected ? (
          <Button
            variant="secondary"
            size="sm"
            ref={trigger}
            aria-label={`Disconnect ${name}`}
            onClick={ask}
          >
            Disconnect
          </Button>
        ) : (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Connect ${name}`}
            busy={isLeaving}
            busyLabel="Going there…"
            onClick={() => connecting.mutate(id)}
          >
            Connect
          </Button>
        )}
      </div>
      {connecting.error && (
        <ErrorPanel>{failureOf(connecting.error, 'Failed to connect')}</ErrorPanel>
      )}
    </li>
  )
}

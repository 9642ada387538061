import type { OwnIdentities } from '@frontdesk/contract/single-sign-on'
import { useQuery } from '@tanstack/react-query'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { ConfirmBox, useSecondStep } from '#web/ui/confirm.tsx'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ProviderProblem } from './provider-problem.tsx'
import { ownIdentitiesQuery, useConnect, useDisconnect } from './single-sign-on.api.ts'

/** With whom the account is connected; nothing where the brokerage has no provider. */
export function IdentitiesSection() {
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
      {!data && error && (
        <ErrorPanel title="Failed to load this" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
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

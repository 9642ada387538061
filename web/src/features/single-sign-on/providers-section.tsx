import type { IdentityProvider } from '@frontdesk/contract/single-sign-on'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { SettingsSection } from '#web/features/admin/admin-frame.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { ConfirmBox, useSecondStep } from '#web/ui/confirm.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState, Notice } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { identityProvidersQuery, useRemoveProvider } from './identity-providers.api.ts'

const ProviderDialog = late(() => import('./provider-dialog.tsx'), 'ProviderDialog')

/** What is open: a new provider, or one that is changed. */
type Editing = { provider: IdentityProvider | null } | null

/** With whom people can sign in, beside the password. */
export function ProvidersSection() {
  const { data, error, refetch } = useQuery(identityProvidersQuery)
  const [editing, setEditing] = useState<Editing>(null)
  return (
    <div className="mt-8 max-w-2xl">
      <SettingsSection
        title="Single sign-on"
        description="People sign in with the account that they have for their mail. Passwords stay: an administrator can always use theirs."
      >
        <LoadState
          of={{ data, error, refetch }}
          failure="Failed to load the providers"
          waiting={<SkeletonLines lines={3} />}
        />
        {data?.address_problem && <Notice tone="warning">{data.address_problem}</Notice>}
        {data?.providers.length === 0 && (
          <EmptyState icon={KeyRound} title="No provider yet">
            Google Workspace, Microsoft Entra, Okta and others can vouch for your people.
          </EmptyState>
        )}
        {data && data.providers.length > 0 && (
          <ul
            aria-label="Providers"
            className="divide-y divide-line rounded-lg border border-line bg-surface"
          >
            {data.providers.map((provider) => (
              <ProviderRow
                key={provider.id}
                provider={provider}
                onEdit={() => setEditing({ provider })}
              />
            ))}
          </ul>
        )}
        {data && (
          <div>
            <Button variant="secondary" icon={Plus} onClick={() => setEditing({ provider: null })}>
              Add Provider…
            </Button>
          </div>
        )}
        <p className="text-muted">
          If nobody gets in any more, whoever runs the server switches all of them off with{' '}
          <code className="font-mono text-ink">npm run admin -- disable-single-sign-on</code>.
        </p>
      </SettingsSection>
      {editing && data && (
        <Suspense>
          <ProviderDialog
            before={editing.provider}
            address={data.address}
            canEnable={data.address_problem === null}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

function peopleOf(count: number): string {
  if (count === 0) return 'nobody is connected yet'
  return count === 1 ? 'one person is connected' : `${count} people are connected`
}

function ProviderRow({ provider, onEdit }: { provider: IdentityProvider; onEdit: () => void }) {
  const { id, name, issuer, enabled, people, secret_lost: isLost } = provider
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const removal = useRemoveProvider()
  const remove = async () => {
    try {
      await removal.mutateAsync(id)
      toast.success(`${name} is removed.`)
    } catch (error) {
      toast.error(failureOf(error, 'Failed to remove the provider'))
      cancel()
    }
  }
  if (isAsking) {
    return (
      <li className="p-2">
        <ConfirmBox
          question={
            people === 0
              ? `Remove ${name}?`
              : `Remove ${name}? It no longer signs anybody in: ${peopleOf(people)}.`
          }
          confirmLabel="Remove"
          busy={removal.isPending}
          busyLabel="Removing…"
          onConfirm={() => void remove()}
          onCancel={cancel}
        />
      </li>
    )
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <div className="min-w-48 grow">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {enabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
          {isLost && <Badge tone="danger">Secret missing</Badge>}
        </p>
        <p className="text-sm break-all text-muted">
          {URL.canParse(issuer) ? new URL(issuer).host : issuer} · {peopleOf(people)}
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit…
        </Button>
        <Button
          variant="secondary"
          size="sm"
          ref={trigger}
          aria-label={`Remove ${name}`}
          onClick={ask}
        >
          Remove…
        </Button>
      </div>
    </li>
  )
}

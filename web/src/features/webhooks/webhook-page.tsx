import type { Webhook } from '@frontdesk/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { fullStop } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { LoadState, Notice } from '#web/ui/error-panel.tsx'
import { BackLink } from '#web/ui/page-header.tsx'
import { DateTime } from '#web/ui/times.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import {
  EditWebhookDialog,
  nameOf,
  WebhookBadge,
  WebhookSecretDialog,
} from './webhook-form-dialog.tsx'
import { useDeleteWebhook, usePing, useRollSecret, webhookQuery } from './webhooks.api.ts'

/** One webhook, and what was sent to it. */
export function WebhookPage() {
  const { id } = useParams({ from: '/shell/admin/settings/webhooks/$id' })
  const { data, error, refetch } = useQuery(webhookQuery(id))
  return (
    <SettingsFrame title={data ? nameOf(data.data) : 'Webhook'} isBelow>
      <BackLink to="/admin/settings/webhooks" label="Webhooks" />
      <LoadState
        of={{ data, error, refetch }}
        failure="Failed to load the webhook"
        waiting={<SkeletonLines lines={10} />}
      />
      {data && (
        <>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <h2 className="text-xl font-semibold wrap-anywhere">{nameOf(data.data)}</h2>
            <WebhookBadge state={data.data.state} />
          </div>
          <p className="mt-1 wrap-anywhere text-muted">{data.data.url}</p>
          <p className="mt-1 text-sm text-muted">{data.data.events.join(', ')}</p>
          <div className="mt-4 grid gap-4">
            <Troubles webhook={data.data} />
            <Actions webhook={data.data} etag={data.etag} />
          </div>
          <WebhookDeliveries webhook={data.data} />
        </>
      )}
    </SettingsFrame>
  )
}

function Troubles({ webhook }: { webhook: Webhook }) {
  const { state, failing_since: since, failing_because: problem } = webhook
  return (
    <>
      {webhook.secret_lost && (
        <Notice tone="danger">
          Its secret can’t be opened any more, because the server has another key. Make a new secret
          and give it to the receiver.
        </Notice>
      )}
      {state === 'failing' && since && (
        <Notice tone="warning">
          No try has been taken since <DateTime iso={since} />. {fullStop(problem ?? '')} After a
          week the server switches it off.
        </Notice>
      )}
      {state === 'disabled' && (
        <Notice tone="warning">
          {webhook.disabled_because === 'gone'
            ? 'The server switched it off, because the receiver wants no more (410).'
            : 'The server switched it off, because it had failed for a week.'}{' '}
          Switch it on again by “Change”.
        </Notice>
      )}
      {webhook.old_secret_until && (
        <Notice>
          The secret before this one signs as well until <DateTime iso={webhook.old_secret_until} />
          .
        </Notice>
      )}
    </>
  )
}

function Actions({ webhook, etag }: { webhook: Webhook; etag: string | null }) {
  const navigate = useNavigate()
  const ping = usePing(webhook.id)
  const roll = useRollSecret(webhook.id)
  const removal = useDeleteWebhook(webhook.id)
  const [asked, setAsked] = useState<'edit' | 'roll' | 'delete' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => setAsked(null)
  const failed = (failure: string) => (error: Error) => toast.error(failureOf(error, failure))
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        icon={Send}
        disabled={!webhook.enabled}
        busy={ping.isPending}
        onClick={() => ping.mutate(undefined, { onError: failed('Failed to send the ping') })}
      >
        Send Ping
      </Button>
      <Button variant="secondary" icon={Pencil} onClick={() => setAsked('edit')}>
        Change
      </Button>
      <Button variant="secondary" icon={KeyRound} onClick={() => setAsked('roll')}>
        New Secret
      </Button>
      <Button variant="secondary" icon={Trash2} onClick={() => setAsked('delete')}>
        Delete
      </Button>
      {asked === 'edit' && <EditWebhookDialog webhook={webhook} etag={etag} onClose={close} />}
      <ConfirmDialog
        open={asked === 'roll'}
        onOpenChange={close}
        title="Make a new secret?"
        question="For 24 hours deliveries are signed with both; after that the one of now is worth nothing."
        confirmLabel="Make Secret"
        busy={roll.isPending}
        onConfirm={() =>
          roll.mutate(undefined, {
            onSuccess: (made) => {
              close()
              setSecret(made.secret)
            },
            onError: failed('Failed to make a secret'),
          })
        }
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title="Delete this webhook?"
        question="Its deliveries go with it, those that wait too. This can’t be undone."
        confirmLabel="Delete Webhook"
        danger
        busy={removal.isPending}
        onConfirm={() =>
          removal.mutate(undefined, {
            onSuccess: () => {
              toast.success(`“${nameOf(webhook)}” is deleted`)
              void navigate({ to: '/admin/settings/webhooks', replace: true })
            },
            onError: failed('Failed to delete the webhook'),
          })
        }
      />
      {secret && <WebhookSecretDialog secret={secret} isRolled onClose={() => setSecret(null)} />}
    </div>
  )
}

import type { Webhook, WebhookWithSecret } from '@frontdesk/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import {
  nameOf,
  NewWebhookDialog,
  WebhookBadge,
  WebhookSecretDialog,
} from './webhook-form-dialog.tsx'
import { webhooksQuery } from './webhooks.api.ts'

/** Which programs are told of what happens here. */
export function WebhooksPage() {
  const { data, error, isPending, refetch } = useQuery(webhooksQuery)
  const [isNew, setIsNew] = useState(false)
  const [made, setMade] = useState<WebhookWithSecret | null>(null)
  const add = (
    <Button icon={Plus} onClick={() => setIsNew(true)}>
      New Webhook
    </Button>
  )
  return (
    <SettingsFrame title="Webhooks">
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 grow basis-80">
          <h2 className="text-xl font-semibold">Webhooks</h2>
          <p className="mt-1 max-w-[60ch] text-muted">
            Other programs that are told what happens here, each by a signed message.
          </p>
        </div>
        {data && data.length > 0 && add}
      </div>
      {error && !data ? (
        <LoadState of={{ data, error, refetch }} failure="Failed to load the webhooks" />
      ) : (
        <DataTable
          caption="Webhooks"
          columns={columns}
          rows={data ?? []}
          rowKey={({ id }) => id}
          loading={isPending}
          empty={
            <EmptyState icon={WebhookIcon} title="No webhook yet" action={add}>
              Payroll hears who left, a sheet fills itself with who acknowledged what: name the
              address of a program and what it wants to know.
            </EmptyState>
          }
        />
      )}
      {isNew && (
        <NewWebhookDialog
          onClose={() => setIsNew(false)}
          onCreated={(webhook) => {
            setIsNew(false)
            setMade(webhook)
          }}
        />
      )}
      {made && (
        <WebhookSecretDialog secret={made.secret} isRolled={false} onClose={() => setMade(null)} />
      )}
    </SettingsFrame>
  )
}

const columns: Column<Webhook>[] = [
  {
    key: 'name',
    header: 'Webhook',
    shrinks: 'title',
    cell: (webhook) => (
      <div>
        <PathLink
          to={`/admin/settings/webhooks/${webhook.id}`}
          className="font-medium wrap-anywhere underline-offset-3 hover:underline"
        >
          {nameOf(webhook)}
        </PathLink>
        <span className="block text-sm wrap-anywhere text-muted">{webhook.url}</span>
      </div>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, failing_since: since }) => (
      <div className="grid gap-1 cards:justify-items-end">
        <WebhookBadge state={state} />
        {state === 'failing' && (
          <span className="text-sm text-muted">
            since <RelativeTime iso={since} />
          </span>
        )}
      </div>
    ),
  },
  {
    key: 'events',
    header: 'Events',
    cell: ({ events }) => (events.length === 1 ? '1 kind' : `${events.length} kinds`),
  },
  {
    key: 'last',
    header: 'Delivered',
    cell: ({ last_delivered_at: at }) => (at ? <RelativeTime iso={at} /> : 'Nothing yet'),
  },
]

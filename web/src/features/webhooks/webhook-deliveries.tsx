import type {
  DeliveryState,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryInFull,
  WebhookTry,
} from '@frontdesk/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, CursorPager, DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { ErrorPanel, LoadState } from '#web/ui/error-panel.tsx'
import { DateTime, RelativeTime } from '#web/ui/times.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DELIVERY_STATES } from './webhook-form-dialog.tsx'
import { deliveriesQuery, deliveryQuery, useResend, useResendFailed } from './webhooks.api.ts'

const OPTIONS = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const

/** What was sent in the last 30 days; tries show as they are made. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const [state, setState] = useState<DeliveryState | ''>('')
  const stack = useCursorStack(state)
  const { data, error, isPending, refetch } = useQuery(
    deliveriesQuery(webhook.id, { state, cursor: stack.cursor }),
  )
  const [shown, setShown] = useState<string | null>(null)
  return (
    <section aria-labelledby="deliveries" className="mt-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h3 id="deliveries" className="text-lg font-semibold">
          Deliveries
        </h3>
        <SegmentedControl
          label="Which deliveries"
          options={OPTIONS}
          value={state}
          onChange={setState}
        />
      </div>
      {webhook.failed > 0 && <ResendFailed webhook={webhook} />}
      {error && !data ? (
        <LoadState of={{ data, error, refetch }} failure="Failed to load the deliveries" />
      ) : (
        <DataTable
          caption="Deliveries"
          columns={columnsFor(setShown)}
          rows={data?.data ?? []}
          rowKey={({ id }) => id}
          loading={isPending}
          empty={
            <EmptyState icon={Send} title={state === '' ? 'Nothing sent yet' : 'None of these'}>
              {state === '' &&
                'What happens from now on is sent here. A ping shows whether it arrives.'}
            </EmptyState>
          }
        />
      )}
      <CursorPager stack={stack} answer={data} />
      {shown && (
        <WebhookDeliveryDialog
          webhook={webhook}
          deliveryId={shown}
          onClose={() => setShown(null)}
        />
      )}
    </section>
  )
}

/** What is due now waits for its turn. */
const isSoon = (iso: string) => Date.parse(iso) < Date.now() + 60_000

const KEPT_MS = 31 * 24 * 3600 * 1000

function ResendFailed({ webhook }: { webhook: Webhook }) {
  const resending = useResendFailed(webhook.id)
  const resend = () =>
    resending.mutate(new Date(Date.now() - KEPT_MS).toISOString(), {
      onSuccess: ({ queued }) => toast.success(`${queued} sent again`),
      onError: (error) => toast.error(failureOf(error, 'Failed to send them again')),
    })
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <p className="text-muted">
        {webhook.failed === 1 ? '1 delivery was' : `${webhook.failed} deliveries were`} given up.
      </p>
      <Button
        variant="secondary"
        size="sm"
        disabled={!webhook.enabled}
        busy={resending.isPending}
        onClick={resend}
      >
        Send All Failed Again
      </Button>
    </div>
  )
}

const columnsFor = (onShow: (id: string) => void): Column<WebhookDelivery>[] => [
  {
    key: 'type',
    header: 'Event',
    shrinks: 'title',
    cell: ({ type, happened_at: at }) => (
      <div>
        <code className="wrap-anywhere">{type}</code>
        <DateTime iso={at} className="block text-sm text-muted" />
      </div>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, next_try_at: next, tries }) => (
      <div className="grid gap-1 cards:justify-items-end">
        <Badge tone={DELIVERY_STATES[state].tone}>{DELIVERY_STATES[state].label}</Badge>
        {next && tries > 0 && (
          <span className="text-sm text-muted">
            {isSoon(next) ? (
              'next try within a minute'
            ) : (
              <>
                next try <RelativeTime iso={next} />
              </>
            )}
          </span>
        )}
      </div>
    ),
  },
  {
    key: 'last',
    header: 'Last try',
    cell: ({ last_problem: problem, last_status: status, tries }) => (
      <div className="max-w-72 wrap-anywhere">
        {tries === 0 ? 'None yet' : (problem ?? `It answered ${status}`)}
        {tries > 1 && <span className="block text-sm text-muted">{tries} tries</span>}
      </div>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    actions: 'framed',
    cell: ({ id, type }) => (
      <Button variant="secondary" size="sm" onClick={() => onShow(id)}>
        Look<span className="sr-only"> at the delivery of {type}</span>
      </Button>
    ),
  },
]

type WebhookDeliveryDialogProps = { webhook: Webhook; deliveryId: string; onClose: () => void }

/** What was sent, and how each try went. */
function WebhookDeliveryDialog(props: WebhookDeliveryDialogProps) {
  const { webhook, deliveryId, onClose } = props
  const { data, error } = useQuery(deliveryQuery(webhook.id, deliveryId))
  const resending = useResend(webhook.id)
  const resend = () =>
    resending.mutate(deliveryId, {
      onSuccess: () => toast.success('It is sent again'),
      onError: (failure) => toast.error(failureOf(failure, 'Failed to send it again')),
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={data?.type ?? 'Delivery'}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
          <Button
            disabled={!webhook.enabled || !data || data.state === 'waiting'}
            busy={resending.isPending}
            busyLabel="Sending…"
            onClick={resend}
          >
            Send Again
          </Button>
        </>
      }
    >
      {error && !data && <ErrorPanel>{failureOf(error, 'Failed to load the delivery')}</ErrorPanel>}
      {!data && !error && <SkeletonLines lines={8} />}
      {data && <InFull delivery={data} />}
    </Dialog>
  )
}

function InFull({ delivery }: { delivery: WebhookDeliveryInFull }) {
  const { state, event_id: id, body, all_tries: tries } = delivery
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={DELIVERY_STATES[state].tone}>{DELIVERY_STATES[state].label}</Badge>
        <code className="text-sm wrap-anywhere text-muted">{id}</code>
      </div>
      <section>
        <h3 className="mb-2 font-semibold">Request</h3>
        <Code>{JSON.stringify(JSON.parse(body), null, 2)}</Code>
      </section>
      <section>
        <h3 className="mb-2 font-semibold">Tries</h3>
        {tries.length === 0 && <p className="text-muted">None yet.</p>}
        <ol className="grid gap-3">
          {tries.map((one) => (
            <TryLine key={one.tried_at} made={one} />
          ))}
        </ol>
      </section>
    </div>
  )
}

function TryLine({ made }: { made: WebhookTry }) {
  const { tried_at: at, took_ms: ms, status, problem, answer } = made
  return (
    <li className="rounded-md border border-line px-3.5 py-2.5">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium">{problem ?? `It answered ${status}`}</span>
        <span className="text-sm text-muted">
          <DateTime iso={at} />, {ms.toLocaleString('en')} ms
        </span>
      </p>
      {answer !== '' && (
        <div className="mt-2">
          <Code>{answer}</Code>
        </div>
      )}
    </li>
  )
}

function Code({ children }: { children: string }) {
  return (
    <pre className="max-h-72 overflow-y-auto rounded-md bg-sunken p-3 text-sm wrap-anywhere whitespace-pre-wrap">
      {children}
    </pre>
  )
}

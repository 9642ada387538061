import type { Webhook, WebhookDeliveryInFull, WebhookTry } from '@frontdesk/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '#web/lib/api-error.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { DateTime } from '#web/ui/relative-time.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DELIVERY_STATES } from './webhook-words.tsx'
import { deliveryQuery, useResend } from './webhooks.api.ts'

type WebhookDeliveryDialogProps = { webhook: Webhook; deliveryId: string; onClose: () => void }

/** What was sent, and how each try went. */
export function WebhookDeliveryDialog(props: WebhookDeliveryDialogProps) {
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

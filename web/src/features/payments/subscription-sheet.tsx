import { formatDayIn } from '#web/lib/format.ts'
import type { Subscription } from '@frontdesk/contract/payments'
import { CreditCard, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Fact, FactGroup } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  formatMoney,
  isRunning,
  isThere,
  pricePerSeat,
  seatsOf,
  statusLooks,
  useChange,
  useCheckout,
  usePortal,
} from './payments.api.ts'

type SheetProps = { subscription: Subscription }

/** What is paid for, and what can be done about it. */
export function SubscriptionSheet({ subscription }: SheetProps) {
  const { status, plan } = subscription
  const { label, tone } = statusLooks[status]
  return (
    <Card className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="text-xl font-semibold">{plan?.name ?? 'Subscription'}</h2>
            <Badge tone={tone}>{label}</Badge>
          </div>
          <p className="max-w-[60ch] text-muted">{standingOf(subscription)}</p>
        </div>
        <Actions subscription={subscription} />
      </div>
      <div className="grid gap-8 lg:grid-cols-2">
        <FactGroup title="Seats">
          <Fact term="Active people">{subscription.active_people}</Fact>
          <Fact term="Paid for">
            {subscription.seats === null ? 'nothing yet' : seatsOf(subscription.seats)}
          </Fact>
          {plan && <Fact term="Price">{pricePerSeat(plan)}</Fact>}
          <Fact term="When people come">
            <SeatRule subscription={subscription} />
          </Fact>
        </FactGroup>
        <FactGroup title="Payment">
          <Fact term="Next invoice">
            <NextInvoice subscription={subscription} />
          </Fact>
          <Fact term="Payment method">
            <PaymentMethod method={subscription.payment_method} />
          </Fact>
        </FactGroup>
      </div>
    </Card>
  )
}

function standingOf(subscription: Subscription): string {
  const { status, time_zone: zone, current_period_end: end, ends_at: ends } = subscription
  const day = (iso: string | null) => (iso ? formatDayIn(iso, zone) : '')
  if (status === 'canceled') return `It ended on ${day(ends)}. Nothing is locked or deleted.`
  if (!isThere(subscription)) {
    return 'You subscribe at Stripe, for as many seats as there are active people.'
  }
  if (subscription.cancel_at_period_end) {
    return `Cancelled: it ends on ${day(ends)}. Until then you can take that back.`
  }
  if (status === 'past_due') {
    return 'The last payment did not go through. Please update the payment method; nothing is locked.'
  }
  return end ? `Paid until ${day(end)}, then it renews.` : ''
}

/** Proration, said before it happens; the amount is Stripe's. */
function SeatRule({ subscription }: SheetProps) {
  const { one_more_seat: more, current_period_end: end, time_zone: zone } = subscription
  if (!isRunning(subscription)) return 'Seats will follow them by themselves.'
  if (subscription.cancel_at_period_end) return 'Seats stay as they are until it ends.'
  return (
    <>
      Seats follow within a minute.
      {more && end && (
        <>
          {' '}
          One more costs {formatMoney(more)} until {formatDayIn(end, zone)}; one less is credited.
          Both stand on the next invoice.
        </>
      )}
    </>
  )
}

function NextInvoice({ subscription }: SheetProps) {
  const { next_invoice: next, time_zone: zone } = subscription
  if (!next) return 'none'
  return (
    <>
      {formatMoney(next)} on {formatDayIn(next.date, zone)}
    </>
  )
}

function PaymentMethod({ method }: { method: Subscription['payment_method'] }) {
  if (!method) return 'none'
  const { type, brand, last4, exp_month: month, exp_year: year } = method
  if (!last4) return type.replaceAll('_', ' ')
  const name = brand ? brand[0]!.toUpperCase() + brand.slice(1) : 'Card'
  return (
    <span className="inline-flex items-center gap-2">
      <CreditCard className="size-4 shrink-0 text-muted" aria-hidden="true" />
      {name} ending in {last4}, valid to {String(month).padStart(2, '0')}/{year}
    </span>
  )
}

function Actions({ subscription }: SheetProps) {
  const checkout = useCheckout()
  const portal = usePortal()
  const reactivate = useChange('reactivate')
  const failed = (fallback: string) => (error: Error) => {
    toast.error(messageOf(error, fallback))
  }
  const { plan, active_people: people, missing } = subscription
  if (!isThere(subscription)) {
    return (
      <div className="grid justify-items-start gap-2 sm:justify-items-end">
        <div className="flex flex-wrap gap-2">
          {subscription.invoices.length > 0 && (
            <ManageButton portal={portal} onError={failed('Failed to open the portal')} />
          )}
          <Button
            // Until the page is left for Stripe's.
            busy={checkout.isPending || checkout.isSuccess}
            busyLabel="Opening Stripe…"
            disabled={missing.includes('STRIPE_PRICE_ID')}
            onClick={() => checkout.mutate(undefined, { onError: failed('Failed to subscribe') })}
          >
            Subscribe
          </Button>
        </div>
        {plan && plan.amount !== null && (
          <p className="text-sm text-muted">
            {seatsOf(people)}, {formatMoney({ ...plan, amount: plan.amount * people })} in all
          </p>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <ManageButton portal={portal} onError={failed('Failed to open the portal')} />
      {subscription.cancel_at_period_end ? (
        <Button
          icon={Undo2}
          busy={reactivate.isPending}
          onClick={() =>
            reactivate.mutate(undefined, {
              onSuccess: () => toast.success('The subscription goes on'),
              onError: failed('Failed to reactivate'),
            })
          }
        >
          Reactivate
        </Button>
      ) : (
        <CancelButton subscription={subscription} />
      )}
    </div>
  )
}

type ManageButtonProps = {
  portal: ReturnType<typeof usePortal>
  onError: (error: Error) => void
}

function ManageButton({ portal, onError }: ManageButtonProps) {
  return (
    <Button
      variant="secondary"
      busy={portal.isPending || portal.isSuccess}
      busyLabel="Opening Stripe…"
      onClick={() => portal.mutate(undefined, { onError })}
    >
      Manage
    </Button>
  )
}

function CancelButton({ subscription }: SheetProps) {
  const [asked, setAsked] = useState(false)
  const cancelling = useChange('cancel')
  const cancel = async () => {
    try {
      // Awaited, because this button goes with it.
      await cancelling.mutateAsync()
      toast.success('The subscription ends with its period')
    } catch (error) {
      toast.error(messageOf(error, 'Failed to cancel'))
    }
    setAsked(false)
  }
  const { current_period_end: end, time_zone: zone } = subscription
  return (
    <>
      <Button variant="ghost" onClick={() => setAsked(true)}>
        Cancel Subscription
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Cancel the subscription?"
        question={`It runs until ${end ? formatDayIn(end, zone) : 'the end of its period'}, and is not paid again. Nobody loses access to anything, and nothing is deleted. Until that day you can take it back.`}
        confirmLabel="Cancel at Period End"
        cancelLabel="Keep It"
        danger
        busy={cancelling.isPending}
        busyLabel="Telling Stripe…"
        onConfirm={() => void cancel()}
      />
    </>
  )
}

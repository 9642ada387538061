import { formatDayIn } from '#web/lib/format.ts'
import type { BillingWarning } from '@frontdesk/contract/payments'
import { textLink } from '#web/ui/classes.ts'
import { Notice } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'

/** For admins, while the subscription needs them. Nobody else sees it, and nothing is locked. */
export function BillingBanner({ warning }: { warning: BillingWarning }) {
  const { title, todo } = wordsOf(warning)
  return (
    <Notice tone={warning.status === 'past_due' ? 'danger' : 'warning'}>
      <p className="font-semibold">{title}</p>
      <p className="text-muted">
        {todo} Nothing is locked and nothing is deleted.{' '}
        <PathLink to="/admin/billing" className={textLink}>
          Go to Billing
        </PathLink>
      </p>
    </Notice>
  )
}

function wordsOf({ status, until, ended_at: ended, time_zone: zone }: BillingWarning) {
  if (status === 'past_due' || status === 'unpaid') {
    return {
      title: 'The last payment for Front Desk did not go through.',
      todo: until
        ? `Please update the payment method before ${formatDayIn(until, zone)}, when Stripe tries again.`
        : 'Please update the payment method and pay what is open: Stripe will not try again by itself.',
    }
  }
  if (status === 'incomplete') {
    return {
      title: 'The first payment for Front Desk is not through.',
      todo: 'Please finish it in the billing portal.',
    }
  }
  if (status === 'paused') {
    return {
      title: 'The subscription of Front Desk is paused.',
      todo: 'Please add a payment method to go on.',
    }
  }
  return {
    title: ended
      ? `The subscription of Front Desk ended on ${formatDayIn(ended, zone)}.`
      : 'The subscription of Front Desk has ended.',
    todo: 'You can subscribe again at any time.',
  }
}

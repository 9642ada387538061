import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { isRunning, seatsOf, subscriptionQuery, useChange } from './payments.api.ts'

/** So long the page waits; a webhook usually takes a second or two. */
const WAIT_SECONDS = 30
/** When it asks Stripe itself: the webhook may come late, or never. */
const ASK_AT = new Set([4, 12, 24])

const readParams = (raw: Record<string, unknown>) => ({ cancelled: Boolean(raw.cancelled) })

/** Where Checkout leads back to. */
export function BillingReturnPage() {
  usePageTitle('Billing · Admin Panel')
  const { params } = useSearchParams(readParams)
  return (
    <>
      <PageHeader title="Billing" back={{ to: '/admin/billing', label: 'Billing' }} />
      {params.cancelled ? <Cancelled /> : <Waiting />}
    </>
  )
}

function Cancelled() {
  return (
    <EmptyState icon={Hourglass} title="You have not subscribed" action={<ToBilling />}>
      You left Stripe’s page before paying. Nothing was charged, and nothing has changed.
    </EmptyState>
  )
}

function Waiting() {
  const [waited, setWaited] = useState(0)
  const over = waited >= WAIT_SECONDS
  const { data } = useQuery(subscriptionQuery)
  const { mutate: ask, isPending: asking } = useChange('refresh')
  const done = data !== undefined && isRunning(data)
  useEffect(() => {
    if (done || over) return undefined
    const timer = setTimeout(() => {
      setWaited(waited + 1)
      if (ASK_AT.has(waited + 1)) ask()
    }, 1000)
    return () => clearTimeout(timer)
  }, [done, over, waited, ask])
  if (done) {
    return (
      <EmptyState icon={CircleCheck} title="You are subscribed" action={<ToBilling />}>
        Stripe has confirmed it: {seatsOf(data.seats ?? 1)} are paid for. Thank you.
      </EmptyState>
    )
  }
  if (over) {
    return (
      <EmptyState
        icon={Hourglass}
        title="Stripe has not confirmed it yet"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button
              variant="secondary"
              busy={asking}
              onClick={() => {
                setWaited(0)
                ask()
              }}
            >
              Wait Again
            </Button>
            <ToBilling />
          </div>
        }
      >
        If you have paid, nothing is lost: Billing shows it as soon as Stripe says so. Please do not
        pay a second time.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Hourglass} title="Waiting for Stripe’s confirmation">
      <output>This takes a few seconds, and at most {WAIT_SECONDS}.</output>
      <progress
        aria-label="Waiting for Stripe"
        className="mt-4 h-1.5 w-full accent-(--accent)"
        max={WAIT_SECONDS}
        value={waited}
      />
    </EmptyState>
  )
}

function ToBilling() {
  return <ButtonLink to="/admin/billing">Go to Billing</ButtonLink>
}

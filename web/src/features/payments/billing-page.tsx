import type { BillingInvoice, Subscription } from '@frontdesk/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { FileText, RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDateTime, formatDayIn } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { textLink } from '#web/ui/classes.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { LoadState, Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { formatMoney, subscriptionQuery, useChange } from './payments.api.ts'
import { SubscriptionSheet } from './subscription-sheet.tsx'

const readParams = (raw: Record<string, unknown>) => ({ back: textOf(raw.back) })

export function BillingPage() {
  usePageTitle('Billing · Admin Panel')
  const query = useQuery(subscriptionQuery)
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      {query.isPending && <Spinner label="Loading billing…" />}
      <LoadState of={query} failure="Failed to load billing" />
      {query.data &&
        (query.data.configured ? <Billing subscription={query.data} /> : <NoBilling />)}
    </>
  )
}

function Billing({ subscription }: { subscription: Subscription }) {
  const { params, change } = useSearchParams(readParams)
  const refresh = useChange('refresh')
  const look = (announce: boolean) =>
    refresh.mutate(undefined, {
      onSuccess: () => announce && toast.success('This is what Stripe says now'),
      onError: (error) => announce && toast.error(messageOf(error, 'Stripe did not answer')),
    })
  const cameBack = params.back === 'portal'
  const looked = useRef(false)
  // Whatever was changed in the portal is shown even where no webhook comes.
  useEffect(() => {
    if (looked.current || (!cameBack && subscription.read_at !== null)) return
    looked.current = true
    look(false)
    if (cameBack) change({ back: '' }, { replace: true })
  })
  return (
    <div className="grid gap-10">
      <div className="grid gap-3 empty:hidden">
        <Notices subscription={subscription} />
      </div>
      <SubscriptionSheet subscription={subscription} />
      {subscription.invoices.length > 0 && (
        <Section title="Invoices" description="From Stripe, each to look at and as a PDF.">
          <InvoiceTable invoices={subscription.invoices} timeZone={subscription.time_zone} />
        </Section>
      )}
      <ReadAt subscription={subscription} busy={refresh.isPending} onLook={() => look(true)} />
    </div>
  )
}

function Notices({ subscription }: { subscription: Subscription }) {
  const { mode, local_stripe: local, missing, problem } = subscription
  return (
    <>
      {mode === 'local' && (
        <Notice tone="accent">
          <p className="font-semibold">Payments go to a stand-in for Stripe on this machine.</p>
          <p className="text-muted">
            No money moves. You can let months pass, have cards declined and more in its{' '}
            <a href={local ?? undefined} target="_blank" rel="noreferrer" className={textLink}>
              controls
            </a>
            .
          </p>
        </Notice>
      )}
      {mode === 'test' && (
        <Notice tone="accent">
          <p className="font-semibold">Stripe is in test mode: no money moves.</p>
          <p className="text-muted">It becomes real with a live key; see docs/billing.md.</p>
        </Notice>
      )}
      {missing.map((name) => (
        <Notice key={name} tone="warning">
          <p className="font-semibold">
            <code>{name}</code> is not set.
          </p>
          <p className="text-muted">
            {name === 'STRIPE_PRICE_ID'
              ? 'Nobody can subscribe before it names the price of a seat.'
              : 'Stripe cannot tell this installation what changes: it is seen every night, or when you look.'}
          </p>
        </Notice>
      ))}
      {problem && (
        <Notice tone="danger">
          <p className="font-semibold">{problem.error}</p>
          <p className="text-muted">
            What stands here was read before. It has been tried{' '}
            {problem.tries === 1 ? 'once' : `${problem.tries} times`} since{' '}
            {formatDateTime(problem.since)};{' '}
            {problem.next_try_at
              ? `the next try is at ${formatDateTime(problem.next_try_at)}.`
              : 'it is given up until tonight, or until you look again.'}
          </p>
        </Notice>
      )}
    </>
  )
}

type ReadAtProps = { subscription: Subscription; busy: boolean; onLook: () => void }

function ReadAt({ subscription, busy, onLook }: ReadAtProps) {
  const { read_at: readAt, compared_at: comparedAt, differences } = subscription
  return (
    <footer className="grid gap-2 border-t border-line pt-5 text-sm text-muted">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {readAt ? `Read at Stripe ${formatDateTime(readAt)}.` : 'Not read at Stripe yet.'}
        <Button
          variant="secondary"
          size="sm"
          icon={RefreshCw}
          busy={busy}
          busyLabel="Asking Stripe…"
          onClick={onLook}
        >
          Look Again
        </Button>
      </p>
      {comparedAt && (
        <p>
          Compared with Stripe every night, last {formatDateTime(comparedAt)}:{' '}
          {differences.length === 0 ? 'nothing differed.' : differences.join(' ')}
        </p>
      )}
    </footer>
  )
}

/** Without a key there is nothing to pay. */
function NoBilling() {
  return (
    <Section
      title="This installation needs no subscription"
      description="Everything works, for everyone, without one. Nothing about payments is shown anywhere else."
    >
      <div className="grid max-w-2xl gap-4">
        <p>
          If somebody bills your brokerage for Front Desk by the seat, the operator of this server
          switches billing on:
        </p>
        <ol className="grid list-decimal gap-2 pl-6">
          <li>
            Take the secret key, the price of a seat and the signing secret of a webhook from
            Stripe.
          </li>
          <li>
            Set <code>STRIPE_SECRET_KEY</code>, <code>STRIPE_PRICE_ID</code> and{' '}
            <code>STRIPE_WEBHOOK_SECRET</code> where the other settings of the server are.
          </li>
          <li>Start the server again. This page then offers to subscribe.</li>
        </ol>
        <p className="text-muted">
          <code>docs/billing.md</code>, which comes with the program, has every step.
        </p>
      </div>
    </Section>
  )
}

const looks: Record<BillingInvoice['status'], { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  open: { label: 'Open', tone: 'danger' },
  paid: { label: 'Paid', tone: 'success' },
  uncollectible: { label: 'Uncollectible', tone: 'warning' },
  void: { label: 'Void', tone: 'neutral' },
}

type InvoiceTableProps = { invoices: BillingInvoice[]; timeZone: string }

function InvoiceTable({ invoices, timeZone }: InvoiceTableProps) {
  return (
    <DataTable
      caption="Invoices"
      columns={columnsFor(timeZone)}
      rows={invoices}
      rowKey={({ id }) => id}
    />
  )
}

const columnsFor = (timeZone: string): Column<BillingInvoice>[] => [
  {
    key: 'number',
    header: 'Invoice',
    cell: ({ number, page_url: page }) =>
      page ? (
        <OutsideLink href={page}>{number ?? 'Draft'}</OutsideLink>
      ) : (
        <span className="font-medium">{number ?? 'Draft'}</span>
      ),
  },
  {
    key: 'created_at',
    header: 'Date',
    cell: ({ created_at: iso }) => <time dateTime={iso}>{formatDayIn(iso, timeZone)}</time>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, next_payment_attempt: next }) => (
      <div className="grid gap-1 max-sm:justify-items-end">
        <Badge tone={looks[status].tone}>{looks[status].label}</Badge>
        {next && (
          <span className="text-sm text-muted">tried again {formatDayIn(next, timeZone)}</span>
        )}
      </div>
    ),
  },
  {
    key: 'total',
    header: 'Amount',
    cell: ({ total, currency }) => formatMoney({ amount: total, currency }),
  },
  {
    key: 'pdf',
    header: 'PDF',
    cell: ({ number, pdf_url: pdf }) =>
      pdf && (
        <OutsideLink href={pdf} label={`PDF of ${number}`}>
          <FileText className="size-4" aria-hidden="true" />
          PDF
        </OutsideLink>
      ),
  },
]

type OutsideLinkProps = { href: string; label?: string; children: React.ReactNode }

/** Stripe's page, in a tab of its own. */
function OutsideLink({ href, label, children }: OutsideLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      className={`inline-flex items-center gap-1.5 font-medium ${textLink}`}
    >
      {children}
    </a>
  )
}

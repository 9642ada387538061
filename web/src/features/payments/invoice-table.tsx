import { formatDayIn } from '#web/lib/format.ts'
import type { BillingInvoice } from '@frontdesk/contract/payments'
import { FileText } from 'lucide-react'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { formatMoney } from './billing-words.ts'

const looks: Record<BillingInvoice['status'], { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  open: { label: 'Open', tone: 'danger' },
  paid: { label: 'Paid', tone: 'success' },
  uncollectible: { label: 'Uncollectible', tone: 'warning' },
  void: { label: 'Void', tone: 'neutral' },
}

type InvoiceTableProps = { invoices: BillingInvoice[]; timeZone: string }

export function InvoiceTable({ invoices, timeZone }: InvoiceTableProps) {
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
      className="inline-flex items-center gap-1.5 font-medium text-accent underline underline-offset-3 hover:decoration-2"
    >
      {children}
    </a>
  )
}

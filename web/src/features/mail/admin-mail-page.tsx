import type { Mail, MailSetup, MailStatus } from '@frontdesk/contract/mails'
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Mails, Send } from 'lucide-react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { useSendsMail } from '#web/features/brokerage/brokerage.api.ts'
import { failureOf } from '#web/lib/api-error.ts'
import { call, callForPage } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { Button } from '#web/ui/button.tsx'
import { textLink } from '#web/ui/classes.ts'
import { type Column, CursorPager, DataTable } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/person-cell.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState, Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { DateTime } from '#web/ui/times.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MailBadge } from './mail-badge.tsx'

const MAILS_PAGE = 25

/** A page of mails, newest first, with how many match in all. */
const mailsQuery = (filter: {
  status?: MailStatus
  search?: string
  cursor?: string
  limit?: number
}) =>
  queryOptions({
    queryKey: ['mails', 'list', filter],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/mails', { signal, query: { limit: MAILS_PAGE, ...filter } }),
    placeholderData: keepPreviousData,
  })

/** How mail leaves this installation, and how many mails stand where. */
const mailSetupQuery = queryOptions({
  queryKey: ['mails', 'setup'],
  queryFn: ({ signal }) => call('GET /admin/mails/setup', { signal }),
})

function useResendMail() {
  const refresh = useRefresh('mails')
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/mails/:id/resend', { params: { id } }),
    onSuccess: refresh,
  })
}

type Params = { status: '' | MailStatus; search: string }

const statuses = ['queued', 'sent', 'failed'] as const

const readParams = (raw: Record<string, unknown>): Params => ({
  status: statuses.find((one) => one === raw.status) ?? '',
  search: textOf(raw.search),
})

export function AdminMailPage() {
  usePageTitle('Mail · Admin Panel')
  const { params, change } = useSearchParams(readParams)
  const { data: setup, isLoading } = useQuery(mailSetupQuery)
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${count})`
  const options = [
    { value: '', label: 'All' },
    { value: 'queued', label: counted('Queued', setup?.counts.queued) },
    { value: 'sent', label: counted('Sent', setup?.counts.sent) },
    { value: 'failed', label: counted('Failed', setup?.counts.failed) },
  ] as const
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      {/* The notices come first: what stands below would be moved by them. */}
      {isLoading ? (
        <SkeletonLines lines={10} />
      ) : (
        <>
          {setup && <MailSetupNotice setup={setup} />}
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <SegmentedControl
              label="Which mails"
              options={options}
              value={params.status}
              onChange={(status) => change({ status })}
            />
            <ListSearch
              label="Search mails"
              placeholder="Search mails…"
              value={params.search}
              onChange={(search) => change({ search }, { replace: true })}
              className="min-w-56 grow basis-0"
            />
          </div>
          <MailTable params={params} onShowAll={() => change({ status: '', search: '' })} />
        </>
      )}
    </>
  )
}

/** What is worth knowing before one wonders why a mail did not arrive. */
function MailSetupNotice({ setup }: { setup: MailSetup }) {
  return (
    <div className="mb-5 grid gap-3">
      {setup.delivery === 'outbox' && (
        <Notice tone="warning">
          <p className="font-semibold">No mail server is set, so nobody gets these mails.</p>
          <p className="text-muted">
            They are files in the folder <code>outbox</code> of the data folder.{' '}
            <PathLink to="/admin/settings/mail" className={textLink}>
              Set up mail
            </PathLink>{' '}
            to send what comes next.
          </p>
        </Notice>
      )}
      {!setup.has_public_url && (
        <Notice tone="warning">
          <p className="font-semibold wrap-anywhere">Links in mails begin with {setup.links_to}.</p>
          <p className="text-muted">
            If people open Front Desk by another address, set <code>PUBLIC_URL</code> to it.
          </p>
        </Notice>
      )}
      <p className="text-sm text-muted wrap-anywhere">
        From {setup.from}. Mails are listed for 90 days, without their text.
      </p>
    </div>
  )
}

type MailTableProps = {
  params: { status: '' | MailStatus; search: string }
  onShowAll: () => void
}

function MailTable({ params, onShowAll }: MailTableProps) {
  const filter = { status: params.status || undefined, search: params.search || undefined }
  const stack = useCursorStack(JSON.stringify(filter))
  const client = useQueryClient()
  const query = useQuery(mailsQuery({ ...filter, cursor: stack.cursor }))
  const resend = useResendMail()
  const sendsMail = useSendsMail()
  if (query.error && !query.data) return <LoadState of={query} failure="Failed to load mails" />
  const sendAgain = ({ id, to }: Mail) =>
    resend.mutate(id, {
      onSuccess: () =>
        sendsMail
          ? toast.success(`The mail to ${to} is queued again`)
          : toast.error(`Not sent: no mail server is set, so ${to} gets nothing`),
      onError: (error) => toast.error(failureOf(error, 'Failed to resend mail')),
    })
  const mails = query.data?.data ?? []
  return (
    <>
      <DataTable
        caption="Mails"
        columns={columnsFor(sendAgain, resend.isPending ? resend.variables : undefined)}
        rows={mails}
        rowKey={({ id }) => id}
        loadPage={async (cursor, limit) =>
          client.fetchQuery(mailsQuery({ ...filter, cursor, limit }))
        }
        loading={query.isPending || query.isPlaceholderData}
        empty={
          <NoMails isFiltered={Boolean(params.status || params.search)} onShowAll={onShowAll} />
        }
      />
      <CursorPager stack={stack} answer={query.data} />
    </>
  )
}

const columnsFor = (onResend: (mail: Mail) => void, busyId: string | undefined): Column<Mail>[] => [
  {
    key: 'to',
    header: 'To',
    shrinks: 'address',
    cell: ({ to }) => <EmailText address={to} className="block font-medium" />,
  },
  { key: 'subject', header: 'Subject', cell: ({ subject }) => subject },
  {
    key: 'created_at',
    header: 'When',
    cell: ({ sent_at: sent, created_at: created }) => <DateTime iso={sent ?? created} />,
  },
  { key: 'status', header: 'State', cell: (mail) => <MailState mail={mail} /> },
  {
    key: 'actions',
    header: 'Actions',
    actions: true,
    cell: (mail) =>
      mail.status !== 'queued' && (
        <Button
          variant="ghost"
          size="sm"
          icon={Send}
          busy={busyId === mail.id}
          aria-label={`Resend to ${mail.to}: ${mail.subject}`}
          onClick={() => onResend(mail)}
        >
          <span className="cards:sr-only">Resend</span>
        </Button>
      ),
  },
]

function MailState({ mail }: { mail: Mail }) {
  const { kind, status, delivery, attempts, last_error: reason, next_attempt_at: next } = mail
  return (
    <div className="grid max-w-96 gap-1 cards:justify-items-end cards:text-end">
      <MailBadge status={status} delivery={delivery} kind={kind} />
      {reason && <p className="text-sm text-muted wrap-anywhere">{reason}</p>}
      {status === 'queued' && attempts > 0 && next && (
        <p className="text-sm text-muted">
          {attempts === 1 ? '1 try' : `${attempts} tries`}, next {formatDateTime(next)}
        </p>
      )}
    </div>
  )
}

type NoMailsProps = { isFiltered: boolean; onShowAll: () => void }

function NoMails({ isFiltered, onShowAll }: NoMailsProps) {
  if (!isFiltered) {
    return (
      <EmptyState icon={Mails} title="No mails yet">
        Invitations, password resets and the like stand here with what became of them.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Mails}
      title="No mail fits"
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show all mails
        </Button>
      }
    >
      Nothing among the mails of the last 90 days matches this filter.
    </EmptyState>
  )
}

import type { Mail, MailStatus } from '@frontdesk/contract/mails'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Mails, Send } from 'lucide-react'
import { useSendsMail } from '#web/features/brokerage/brokerage.api.ts'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useCursorStack } from '#web/lib/use-cursor-stack.ts'
import { Button } from '#web/ui/button.tsx'
import { CursorPager } from '#web/ui/cursor-pager.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { DateTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MailBadge } from './mail-badge.tsx'
import { mailsQuery, useResendMail } from './mails.api.ts'

type MailTableProps = {
  params: { status: '' | MailStatus; search: string }
  onShowAll: () => void
}

export function MailTable({ params, onShowAll }: MailTableProps) {
  const filter = { status: params.status || undefined, search: params.search || undefined }
  const stack = useCursorStack(JSON.stringify(filter))
  const client = useQueryClient()
  const query = useQuery(mailsQuery({ ...filter, cursor: stack.cursor }))
  const resend = useResendMail()
  const sendsMail = useSendsMail()
  if (query.error && !query.data) {
    return (
      <ErrorPanel title="Failed to load mails" onRetry={() => void query.refetch()}>
        {messageOf(query.error, 'Please try again.')}
      </ErrorPanel>
    )
  }
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

import type { Invitation } from '@frontdesk/contract/invitations'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Link2, MailPlus, Send, UserX } from 'lucide-react'
import { useState } from 'react'
import { MailBadge } from '#web/features/mail/mail-badge.tsx'
import { useSendsMail } from '#web/features/brokerage/brokerage.api.ts'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { roleLabels } from '#web/lib/roles.ts'
import { useCursorStack } from '#web/lib/use-cursor-stack.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { DataTable, Pager, type Column } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { invitationsQuery, useResendInvitation, useRevokeInvitation } from './invitations.api.ts'

type InvitationListProps = { onLink: (invitation: Invitation) => void }

export function InvitationList({ onLink }: InvitationListProps) {
  const stack = useCursorStack('')
  const query = useQuery(invitationsQuery(stack.cursor))
  const resend = useResendInvitation()
  const revoke = useRevokeInvitation()
  const sendsMail = useSendsMail()
  const [doomed, setDoomed] = useState<Invitation | null>(null)
  if (query.error && !query.data) {
    return (
      <ErrorPanel title="Failed to load invitations" onRetry={() => void query.refetch()}>
        {messageOf(query.error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  const sendAgain = ({ id, email }: Invitation) =>
    resend.mutate(id, {
      onSuccess: (again) =>
        sendsMail
          ? toast.success(`A new invitation goes to ${email}`)
          : toast.offer(`Not sent: hand over the link to ${email}`, {
              label: 'Copy link',
              onClick: () => onLink(again),
            }),
      onError: (error) => toast.error(failureOf(error, 'Failed to resend invitation')),
    })
  const takeBack = ({ id, email }: Invitation) =>
    revoke.mutate(id, {
      onSuccess: () => toast.success(`The invitation of ${email} is revoked`),
      onError: (error) => toast.error(failureOf(error, 'Failed to revoke invitation')),
      onSettled: () => setDoomed(null),
    })
  const { data: invitations = [], nextCursor = null, total } = query.data ?? {}
  return (
    <>
      <DataTable
        caption="Invitations that nobody has accepted yet"
        columns={columnsFor({ onLink, onResend: sendAgain, onRevoke: setDoomed })}
        rows={invitations}
        rowKey={({ id }) => id}
        loading={query.isPending}
        empty={
          <EmptyState icon={MailPlus} title="No open invitations">
            Whoever you invite stands here until they accept.
          </EmptyState>
        }
      />
      {(nextCursor !== null || stack.page > 1) && (
        <Pager
          page={stack.page}
          hasPrevious={stack.page > 1}
          hasNext={nextCursor !== null}
          onPrevious={stack.toPrevious}
          onNext={() => nextCursor !== null && stack.toNext(nextCursor)}
          total={total ?? undefined}
        />
      )}
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title="Revoke this invitation?"
        question={`The links that ${doomed?.email ?? ''} has stop working at once.`}
        confirmLabel="Revoke"
        danger
        busy={revoke.isPending}
        busyLabel="Revoking…"
        onConfirm={() => doomed && takeBack(doomed)}
      />
    </>
  )
}

type Actions = Record<'onLink' | 'onResend' | 'onRevoke', (invitation: Invitation) => void>

const columnsFor = (actions: Actions): Column<Invitation>[] => [
  {
    key: 'email',
    header: 'Who',
    shrinks: 'address',
    cell: ({ email, name, invited_by: by, active }) => (
      <div>
        {name && <span className="block font-medium wrap-anywhere">{name}</span>}
        <EmailText address={email} className={name ? 'block text-muted' : 'block font-medium'} />
        {by && <span className="block text-sm text-muted">Invited by {by}</span>}
        {active && <span className="block text-sm text-muted">Active, no password yet</span>}
      </div>
    ),
  },
  { key: 'role', header: 'Role', cell: ({ role }) => roleLabels[role] },
  { key: 'created_at', header: 'Invited', cell: (row) => <RelativeTime iso={row.created_at} /> },
  {
    key: 'mail',
    header: 'Mail',
    cell: ({ mail_status: status, mail_delivery: delivery }) =>
      status ? <MailBadge status={status} delivery={delivery} kind="invitation" /> : '–',
  },
  {
    key: 'expires_at',
    header: 'Expires',
    cell: ({ expired, expires_at: at }) =>
      expired ? <Badge tone="warning">Expired</Badge> : <time dateTime={at}>{formatDate(at)}</time>,
  },
  {
    key: 'actions',
    header: 'Actions',
    actions: true,
    cell: (row) => (
      <Menu
        label={`Actions for ${row.email}`}
        icon={Ellipsis}
        items={[
          {
            label: 'Copy link',
            icon: Link2,
            disabled: row.expired,
            onSelect: () => actions.onLink(row),
          },
          { label: 'Resend', icon: Send, onSelect: () => actions.onResend(row) },
          {
            label: 'Revoke',
            icon: UserX,
            danger: true,
            disabled: row.active,
            onSelect: () => actions.onRevoke(row),
          },
        ]}
      />
    ),
  },
]

import type { Invitation } from '@frontdesk/contract/invitations'
import type { Role } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Copy, Ellipsis, Link2, MailPlus, Send, UserX } from 'lucide-react'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { RevokeDialog } from '#web/features/admin/revoke-dialog.tsx'
import { publicSettings, useSendsMail } from '#web/features/brokerage/brokerage.api.ts'
import { JoinLinksSection } from '#web/features/join-links/join-links-section.tsx'
import { MailBadge } from '#web/features/mail/mail-badge.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { roleLabels } from '#web/lib/account-words.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Section } from '#web/ui/card.tsx'
import { type Column, DataTable, Pager } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/person-cell.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { CallFailure, LoadState, Notice } from '#web/ui/error-panel.tsx'
import { Choice, Field, TextInput } from '#web/ui/field.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { InvitationLinkDialog, OpenLinksDialog } from './invitation-link-dialog.tsx'
import {
  invitationsQuery,
  useInvitationLink,
  useInvite,
  useOpenLinks,
  useResendInvitation,
  useRevokeInvitation,
} from './invitations.api.ts'
import { InviteManyForm, readLines } from './invite-many-form.tsx'

const ways = [
  { value: 'one', label: 'One person' },
  { value: 'many', label: 'Many at once' },
] as const

export function InvitePage() {
  usePageTitle('Invite Person')
  const [way, setWay] = useState<'one' | 'many'>('one')
  const [invited, setInvited] = useState<Invitation | null>(null)
  const [shown, setShown] = useState<{ invitation: Invitation; link: string } | null>(null)
  const { data: settings } = useQuery(publicSettings)
  const taking = useInvitationLink()
  const showLink = (invitation: Invitation) =>
    taking.mutate(invitation.id, {
      onSuccess: ({ link }) => {
        setShown({ invitation, link })
        // Where a browser doesn't let the page copy, the dialog has the link to select.
        navigator.clipboard?.writeText(link).then(
          () => toast.success('The link is copied'),
          () => undefined,
        )
      },
      onError: (error) => toast.error(failureOf(error, 'Failed to make a link')),
    })
  return (
    <>
      <PageHeader
        title="Invite Person"
        description="They get a link, choose their name and a password, and are in."
        back={{ to: '/people', label: 'Back to People' }}
      />
      <div className="grid gap-10">
        <Card className="grid max-w-2xl grid-cols-1 gap-6">
          <div>
            <SegmentedControl label="How many" options={ways} value={way} onChange={setWay} />
          </div>
          {settings?.sends_mail === false && (
            <Notice tone="warning">
              No mail server is set, so nobody gets a mail. Copy each person’s link from the list
              below, and hand it over yourself.
            </Notice>
          )}
          {way === 'one' ? <InviteOneForm onInvited={setInvited} /> : <InviteManyForm />}
          {way === 'one' && invited && (
            <Notice
              tone="success"
              action={
                <Button
                  variant="secondary"
                  size="sm"
                  busy={taking.isPending}
                  onClick={() => showLink(invited)}
                >
                  Copy Link
                </Button>
              }
            >
              {invited.name ?? invited.email} is invited.
            </Notice>
          )}
        </Card>
        <Section
          title="Open invitations"
          description="Each link works once, for 7 days. Resending replaces the earlier one."
        >
          <CopyAllLinks />
          <InvitationList onLink={showLink} />
        </Section>
        <JoinLinksSection />
      </div>
      <InvitationLinkDialog shown={shown} onClose={() => setShown(null)} />
    </>
  )
}

function CopyAllLinks() {
  const all = useOpenLinks()
  const make = () =>
    all.mutate(undefined, {
      onError: (error) => toast.error(failureOf(error, 'Failed to make the links')),
    })
  return (
    <div className="mb-3">
      <Button
        variant="secondary"
        size="sm"
        icon={Copy}
        busy={all.isPending}
        busyLabel="Making links…"
        onClick={make}
      >
        Copy all links
      </Button>
      <OpenLinksDialog links={all.data ?? null} onClose={() => all.reset()} />
    </div>
  )
}

const roles = [
  { value: 'agent', label: 'Agent', hint: 'Reads, acknowledges and learns.' },
  { value: 'manager', label: 'Manager', hint: 'Also does the steps that are a manager’s.' },
  { value: 'admin', label: 'Admin', hint: 'Also manages content and people.' },
] as const

/** An address, or a name with its address as mail programs write it. */
function onePerson(text: string): true | string {
  const people = readLines(text, 'agent')
  if (people.length > 1) return 'These are several people: please choose “Many at once”'
  return /^\S+@\S+$/.test(people[0]?.email ?? '') || 'Please enter a valid email address'
}

type InviteOneFormProps = { onInvited: (invitation: Invitation) => void }

function InviteOneForm({ onInvited }: InviteOneFormProps) {
  const invite = useInvite()
  const form = useForm<{ email: string; role: Role }>({
    defaultValues: { email: '', role: 'agent' },
  })
  const { register, handleSubmit, formState, reset } = form
  const { field: role } = useController({ control: form.control, name: 'role' })
  const submit = handleSubmit(({ email, role: as }) => {
    const [{ email: address, name } = { email, name: '' }] = readLines(email, as)
    invite.mutate(
      { email: address, role: as, ...(name && { name }) },
      {
        onSuccess: (invitation) => {
          reset()
          onInvited(invitation)
        },
      },
    )
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <Field label="Email" error={formState.errors.email?.message}>
        <TextInput
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="name@example.com"
          {...register('email', { validate: onePerson })}
        />
      </Field>
      <Choice legend="Role" options={roles} value={role.value} onChange={role.onChange} />
      <CallFailure of={invite} title="Failed to send invitation" brief />
      <div>
        <Button type="submit" busy={invite.isPending} busyLabel="Sending…">
          Send Invitation
        </Button>
      </div>
    </form>
  )
}

type InvitationListProps = { onLink: (invitation: Invitation) => void }

function InvitationList({ onLink }: InvitationListProps) {
  const stack = useCursorStack('')
  const query = useQuery(invitationsQuery(stack.cursor))
  const resend = useResendInvitation()
  const sendsMail = useSendsMail()
  const revoke = useRevokeInvitation()
  const [doomed, setDoomed] = useState<Invitation | null>(null)
  if (query.error && !query.data)
    return <LoadState of={query} failure="Failed to load invitations" />
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
      <RevokeDialog
        doomed={doomed}
        noun="invitation"
        question={({ email }) => `The links that ${email} has stop working at once.`}
        named={({ email }) => `The invitation of ${email}`}
        failure="Failed to revoke invitation"
        revoke={revoke}
        onClose={() => setDoomed(null)}
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

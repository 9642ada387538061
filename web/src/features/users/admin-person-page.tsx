import type { AdminUserDetail } from '@frontdesk/contract/admin-users'
import type { AdminAcknowledgment } from '@frontdesk/contract/policies'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CircleCheck, CircleHelp, Pencil, ScrollText, UserCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { PersonActivity, PersonObligations, PersonSessions } from './person-records.tsx'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { PersonSheetSkeleton } from '#web/features/people/person-sheet.tsx'
import { AcknowledgmentRecord } from '#web/features/policies/acknowledgment-record.tsx'
import { acknowledgmentsQuery, outstandingQuery } from '#web/features/policies/policies.api.ts'
import { StateBadge } from '#web/features/policies/policy-badges.tsx'
import { isUnknown } from '#web/lib/api-error.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { roleLabels } from '#web/lib/account-words.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { Bio } from '#web/ui/markdown.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Section } from '#web/ui/card.tsx'
import { textLink } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { type Column, CursorPager, DataTable } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/person-cell.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { ErrorPanel, LoadState, MissingPage } from '#web/ui/error-panel.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { BackLink } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { DateTime, RelativeTime } from '#web/ui/times.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { teamMemberQuery } from './admin-users.api.ts'
import { PersonDialogs } from './person-dialogs.tsx'
import {
  type PersonActions,
  personMenuItems,
  PersonState,
  stateOf,
  usePersonActions,
} from './person-actions.tsx'
import { TrainingProgress } from './training-progress.tsx'

/** Everything about one person, for admins. */
export function AdminPersonPage() {
  const { id } = useParams({ from: '/shell/admin/people/$id' })
  const navigate = useNavigate()
  const toTeam = () => navigate({ to: '/admin/people' })
  const { data: person, error, refetch } = useQuery(teamMemberQuery(id))
  const state = usePersonActions(toTeam)
  usePageTitle(person && `${person.name} · Admin Panel`)
  if (error && (!person || isUnknown(error))) {
    return (
      <MissingPage
        what="User"
        error={error}
        whyUnknown="They may have been deleted, or the link may be incomplete."
        failure="Failed to fetch user"
        onRetry={() => void refetch()}
        list="/admin/people"
      />
    )
  }
  return (
    <>
      <BackLink to="/admin/people" label="Back to the team" />
      {person ? (
        <article className="grid gap-10">
          <AdminPersonHeader person={person} actions={state.actions} />
          {state.failure && (
            <ErrorPanel title={state.failure.title} onDismiss={state.dismiss}>
              {state.failure.sentence}
            </ErrorPanel>
          )}
          <PersonFacts person={person} />
          <PersonObligations personId={person.id} />
          <PersonPolicies person={person} />
          <Section title="Trainings and tests" description="What is required, and what they tried.">
            <TrainingProgress tests={person.tests} />
          </Section>
          <PersonSessions person={person} />
          <PersonActivity person={person} />
          <LegalHoldLine of={{ type: 'person', id: person.id, title: person.name }} />
        </article>
      ) : (
        <PersonSheetSkeleton />
      )}
      <PersonDialogs state={state} />
    </>
  )
}

type AdminPersonHeaderProps = { person: AdminUserDetail; actions: PersonActions }

function AdminPersonHeader({ person, actions }: AdminPersonHeaderProps) {
  const { name, role, title } = person
  const awaits = stateOf(person) === 'approval'
  // These two have buttons of their own.
  const items = personMenuItems(person, actions).filter(
    ({ label }) => label !== 'Edit' && !(awaits && label === 'Activate Account'),
  )
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <PersonAvatar person={person} size="xl" />
      <div className="min-w-0 grow basis-60">
        <h1 className="text-2xl font-semibold tracking-[-0.03em] wrap-anywhere sm:text-3xl">
          {name}
        </h1>
        <p className="mt-1 text-lg text-muted">
          {title && title !== roleLabels[role]
            ? `${title} · ${roleLabels[role]}`
            : roleLabels[role]}
        </p>
        <div className="mt-2">
          <PersonState person={person} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {awaits && (
          <Button icon={UserCheck} onClick={() => actions.activate(person)}>
            Activate Account
          </Button>
        )}
        <Button variant="secondary" icon={Pencil} onClick={() => actions.edit(person)}>
          Edit
        </Button>
        <Menu label="Actions" items={items} />
      </div>
    </header>
  )
}

function PersonFacts({ person }: { person: AdminUserDetail }) {
  const { email, phone_number: phone, bio, created_at: joined, last_login_at: seen } = person
  return (
    <Section title="About this person">
      <Card>
        <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1.3fr_1fr_1fr]">
          <Fact label="Email">
            <span className="flex items-start gap-1">
              <a href={`mailto:${email}`} className={`min-w-0 ${textLink}`}>
                <EmailText address={email} />
              </a>
              <span className="-my-1.5">
                <CopyButton label="Copy the email address" text={email} />
              </span>
            </span>
            {person.invitation === null && <Verified verified={person.email_verified} />}
          </Fact>
          <Fact label="Phone">{phone ?? <Nothing>None given</Nothing>}</Fact>
          <Fact label={person.invitation === null ? 'Joined' : 'Invited'}>
            <time dateTime={joined}>{formatDateTime(joined)}</time>
          </Fact>
          <Fact label="Last sign-in">
            {seen ? <RelativeTime iso={seen} /> : <Nothing>Never</Nothing>}
          </Fact>
          <Fact label="Second factor">
            {person.has_second_factor ? 'On' : <Nothing>None</Nothing>}
          </Fact>
        </dl>
        {bio && (
          <div className="mt-5 border-t border-line pt-4">
            <Bio source={bio} />
          </div>
        )}
      </Card>
    </Section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

const Nothing = ({ children }: { children: string }) => (
  <span className="text-muted">{children}</span>
)

function Verified({ verified }: { verified: boolean }) {
  const Icon = verified ? CircleCheck : CircleHelp
  return (
    <span className="flex items-center gap-1.5 text-sm text-muted">
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      {verified ? 'Confirmed' : 'Not confirmed yet'}
    </span>
  )
}

/** More than anybody has to acknowledge. */
const ALL = 200
const RECORDS_PAGE = 10

type PersonPoliciesProps = { person: Pick<AdminUserDetail, 'id' | 'first_name'> }

/** What a person has still to acknowledge, and what they have. */
function PersonPolicies({ person }: PersonPoliciesProps) {
  return (
    <Section title="Policies">
      <div className="grid gap-6">
        <div>
          <h3 className="mb-2.5 font-semibold">To acknowledge</h3>
          <Outstanding userId={person.id} />
        </div>
        <div>
          <h3 className="mb-2.5 font-semibold">Acknowledged</h3>
          <Acknowledged userId={person.id} />
        </div>
      </div>
    </Section>
  )
}

function Outstanding({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(outstandingQuery({ user_id: userId, limit: ALL }))
  if (!data && error)
    return <LoadState of={{ data, error, refetch }} failure="Failed to load policies" />
  if (!data) return <SkeletonLines lines={2} />
  if (data.data.length === 0) {
    return (
      <p className="flex items-center gap-2 text-muted">
        <CircleCheck className="size-4.5 shrink-0 text-success" aria-hidden="true" />
        Nothing awaits an acknowledgment.
      </p>
    )
  }
  return (
    <ul
      aria-label="To acknowledge"
      className="divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {data.data.map((row) => (
        <li
          key={row.policy_id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5"
        >
          <PathLink
            to={`/policies/${row.policy_id}`}
            className="min-w-40 grow rounded-sm font-medium hover:underline"
          >
            {row.policy_title}
          </PathLink>
          <span className="text-sm text-muted">
            {row.due_at ? `Due ${formatDate(row.due_at)}` : 'No date'}
          </span>
          <StateBadge state={row.state} />
        </li>
      ))}
    </ul>
  )
}

function Acknowledged({ userId }: { userId: string }) {
  const stack = useCursorStack(userId)
  const query = useQuery(
    acknowledgmentsQuery({ user_id: userId, limit: RECORDS_PAGE, cursor: stack.cursor }),
  )
  const [opened, setOpened] = useState<AdminAcknowledgment | null>(null)
  if (query.error && !query.data)
    return <LoadState of={query} failure="Failed to load policy acknowledgments" />
  return (
    <div>
      <DataTable
        caption="Acknowledgments of this person"
        columns={columnsFor(setOpened)}
        rows={query.data?.data ?? []}
        rowKey={({ id }) => id}
        loading={query.isPending || query.isPlaceholderData}
        empty={
          <EmptyState icon={ScrollText} title="Nothing acknowledged yet">
            What they agree to stands here, with version and time.
          </EmptyState>
        }
      />
      {(query.data?.nextCursor ?? stack.cursor) && (
        <CursorPager stack={stack} answer={query.data} />
      )}
      <AcknowledgmentRecord record={opened} onClose={() => setOpened(null)} />
    </div>
  )
}

const columnsFor = (onOpen: (row: AdminAcknowledgment) => void): Column<AdminAcknowledgment>[] => [
  {
    key: 'policy_title',
    header: 'Policy',
    cell: (row) => (
      <button type="button" onClick={() => onOpen(row)} className="row-link text-start font-medium">
        {row.policy_title}
      </button>
    ),
  },
  { key: 'version', header: 'Version', cell: (row) => row.version_acknowledged },
  {
    key: 'acknowledged_at',
    header: 'When',
    cell: (row) => <DateTime iso={row.acknowledged_at} />,
  },
  { key: 'state', header: 'State', cell: (row) => <StateBadge state={row.state} /> },
]

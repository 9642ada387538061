import type { JoinedPerson, JoinLink } from '@frontdesk/contract/join-links'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureOf } from '#web/lib/api-error.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { joinedPeopleQuery } from './join-links.api.ts'
import { usedOf } from './join-link-words.ts'

type JoinedPeopleDialogProps = { of: JoinLink | null; onClose: () => void }

export function JoinedPeopleDialog({ of: joinLink, onClose }: JoinedPeopleDialogProps) {
  if (!joinLink) return null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Who joined"
      description={`By ${joinLink.label}: ${usedOf(joinLink)} used.`}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <JoinedPeople joinLink={joinLink} />
    </Dialog>
  )
}

function JoinedPeople({ joinLink }: { joinLink: JoinLink }) {
  const { data, error } = useQuery(joinedPeopleQuery(joinLink.id))
  if (error && !data) {
    return <ErrorPanel>{failureOf(error, 'Failed to load who joined')}</ErrorPanel>
  }
  if (!data) return <SkeletonLines lines={4} />
  const others = joinLink.uses - data.data.length
  return (
    <>
      <ul className="divide-y divide-line">
        {data.data.map((person) => (
          <JoinedLine key={person.user_id} person={person} />
        ))}
      </ul>
      {data.nextCursor !== null && (
        <p className="mt-3 text-sm text-muted">The newest {data.data.length} are shown.</p>
      )}
      {data.nextCursor === null && others > 0 && (
        <p className="mt-3 text-sm text-muted">
          {others === 1 ? '1 place went' : `${others} places went`} to addresses that had an account
          already, or whose account is gone.
        </p>
      )}
      {joinLink.uses === 0 && <p>Nobody yet.</p>}
    </>
  )
}

function JoinedLine({ person }: { person: JoinedPerson }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <Link
          to="/admin/people/$id"
          params={{ id: person.user_id }}
          className="font-medium underline decoration-line-strong underline-offset-4"
        >
          {person.name}
        </Link>
        <EmailText address={person.email} className="block text-sm text-muted" />
      </div>
      <span className="flex items-center gap-3 text-sm text-muted">
        {person.status === 'pending' && <Badge tone="warning">Pending</Badge>}
        <RelativeTime iso={person.joined_at} />
      </span>
    </li>
  )
}

import { canInvite } from '@frontdesk/contract/permissions'
import type { Person } from '@frontdesk/contract/users'
import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus, UsersRound } from 'lucide-react'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { useUser } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmailText } from '#web/ui/person-cell.tsx'
import { EmptyState, ListResults } from '#web/ui/lists.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { directoryQuery } from './people.api.ts'
import { PersonAvatar } from './person-avatar.tsx'

const readParams = (raw: Record<string, unknown>) => ({ search: textOf(raw.search) })

export function PeoplePage() {
  const user = useUser()
  const { params, change } = useSearchParams(readParams)
  return (
    <>
      <PageHeader
        title="People"
        description="Who works here, and how to reach them."
        actions={
          canInvite(user) && (
            <ButtonLink to="/people/invite" icon={UserPlus}>
              Invite Person
            </ButtonLink>
          )
        }
      />
      <ListSearch
        label="Search people"
        placeholder="Search people..."
        value={params.search}
        onChange={(search) => change({ search }, { replace: true })}
        className="mb-6 max-w-md"
      />
      <PeopleResults
        search={params.search}
        onClearSearch={() => change({ search: '' }, { replace: true })}
      />
    </>
  )
}

type PeopleResultsProps = { search: string; onClearSearch: () => void }

function PeopleResults({ search, onClearSearch }: PeopleResultsProps) {
  return (
    <ListResults
      of={useInfiniteQuery(directoryQuery(search))}
      failure="Failed to fetch users"
      waiting={<PeopleSkeleton />}
      none={<NoPeople search={search} onClearSearch={onClearSearch} />}
      search={search}
      label="People"
      className={personGrid}
    >
      {(person) => <PersonCard key={person.id} person={person} />}
    </ListResults>
  )
}

function NoPeople({ search, onClearSearch }: PeopleResultsProps) {
  const user = useUser()
  return (
    <EmptyState
      icon={UsersRound}
      title="No People Available"
      action={
        search === '' ? (
          canInvite(user) && <ButtonLink to="/people/invite">Invite Person</ButtonLink>
        ) : (
          <Button variant="secondary" onClick={onClearSearch}>
            Clear the search
          </Button>
        )
      }
    >
      {search === ''
        ? 'Everybody who has an account here shows up on this page.'
        : `Nobody’s name, title or email matches “${search}”.`}
    </EmptyState>
  )
}

function PeopleSkeleton() {
  return (
    <div className={personGrid} aria-busy="true">
      {Array.from({ length: 12 }, (_, card) => (
        <div
          key={card}
          className="flex items-center gap-3.5 rounded-lg border border-line bg-surface p-4"
        >
          <Skeleton className="size-12 rounded-full!" />
          <div className="grid grow gap-2.5 py-1.5">
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-3 w-2/3" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** A colleague in the directory. What is not on screen is not laid out, so that thousands stay smooth. */
function PersonCard({ person }: { person: Person }) {
  return (
    <li className="linked-row relative flex min-w-0 items-center gap-3.5 rounded-lg border border-line bg-surface p-4 transition-colors [contain-intrinsic-size:auto_5.75rem] [content-visibility:auto] hover:border-line-control">
      <PersonAvatar person={person} size="lg" />
      <div className="min-w-0 grow">
        <h2 className="font-semibold wrap-anywhere">
          <PathLink to={`/people/${person.id}`} className="row-link rounded-lg">
            {person.name}
          </PathLink>
        </h2>
        {person.title && <p className="text-sm wrap-anywhere">{person.title}</p>}
        <EmailText address={person.email} className="block text-sm text-muted" />
      </div>
    </li>
  )
}

/** Where the cards stand, and where their skeletons do. */
const personGrid = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3'

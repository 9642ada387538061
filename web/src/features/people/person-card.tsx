import type { Person } from '@frontdesk/contract/users'
import { EmailText } from '#web/ui/email-text.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { PersonAvatar } from './person-avatar.tsx'

/** A colleague in the directory. What is not on screen is not laid out, so that thousands stay smooth. */
export function PersonCard({ person }: { person: Person }) {
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
export const personGrid = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3'

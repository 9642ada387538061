import type { Person } from '@frontdesk/contract/users'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Bio } from '#web/ui/bio.tsx'
import { ContactList } from './contact-list.tsx'
import { PersonAvatar } from './person-avatar.tsx'

type PersonSheetProps = { person: Person; actions?: ReactNode }

/** A person: who they are, how to reach them, and what they say of themselves. */
export function PersonSheet({ person, actions }: PersonSheetProps) {
  return (
    <article className="grid max-w-3xl gap-8">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <PersonAvatar person={person} size="xl" />
        <div className="min-w-0 grow basis-60">
          <h1 className="text-2xl font-semibold tracking-[-0.03em] wrap-anywhere sm:text-3xl">
            {person.name}
          </h1>
          {person.title && <p className="mt-1 text-lg text-muted">{person.title}</p>}
          {person.status !== 'active' && (
            <div className="mt-2">
              <Badge tone="warning">{person.status === 'pending' ? 'Pending' : 'Inactive'}</Badge>
            </div>
          )}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      <SheetSection title="Contact Information">
        <ContactList person={person} />
      </SheetSection>
      <SheetSection title="About">
        {person.bio ? (
          <Bio source={person.bio} className="text-lg leading-relaxed" />
        ) : (
          <p className="text-muted">{person.first_name} has not written anything here.</p>
        )}
      </SheetSection>
    </article>
  )
}

export function SheetSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-6">
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

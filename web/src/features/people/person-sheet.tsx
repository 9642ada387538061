import type { Person } from '@frontdesk/contract/users'
import { type LucideIcon, Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { textLink } from '#web/ui/classes.ts'
import { Bio } from '#web/ui/markdown.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmailText } from '#web/ui/person-cell.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'
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

type ContactListProps = { person: Pick<Person, 'email' | 'phone_number'> }

function ContactList({ person: { email, phone_number: phone } }: ContactListProps) {
  return (
    <ul className="grid gap-1">
      <Contact
        icon={Mail}
        href={`mailto:${email}`}
        text={email}
        copyLabel="Copy the email address"
      />
      {phone && (
        <Contact icon={Phone} href={telOf(phone)} text={phone} copyLabel="Copy the phone number" />
      )}
    </ul>
  )
}

type ContactProps = { icon: LucideIcon; href: string; text: string; copyLabel: string }

function Contact({ icon: Icon, href, text, copyLabel }: ContactProps) {
  return (
    <li className="flex min-h-10 items-center gap-3">
      <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
      <a href={href} className={`min-w-0 ${textLink}`}>
        <EmailText address={text} />
      </a>
      <CopyButton label={copyLabel} text={text} />
    </li>
  )
}

/** What a telephone can dial (RFC 3966): digits, with the plus of a country's code. */
function telOf(phone: string): string {
  const [number = '', extension] = phone.split(/\s*(?:ext\.?|x)\s*/i)
  const digits = number.replaceAll(/\D/g, '')
  const plus = number.trim().startsWith('+') ? '+' : ''
  return `tel:${plus}${digits}${extension ? `;ext=${extension.replaceAll(/\D/g, '')}` : ''}`
}

export function PersonSheetSkeleton() {
  return (
    <div className="grid max-w-3xl gap-8" aria-busy="true">
      <div className="flex items-center gap-6">
        <Skeleton className="size-24 shrink-0 rounded-full!" />
        <div className="grid grow gap-3">
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      </div>
      <div className="border-t border-line pt-6">
        <SkeletonLines lines={3} />
      </div>
    </div>
  )
}

import type { Person } from '@frontdesk/contract/users'
import { Mail, Phone, type LucideIcon } from 'lucide-react'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmailText } from '#web/ui/email-text.tsx'

type ContactListProps = { person: Pick<Person, 'email' | 'phone_number'> }

export function ContactList({ person: { email, phone_number: phone } }: ContactListProps) {
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
      <a href={href} className="min-w-0 rounded-sm text-accent underline underline-offset-3">
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

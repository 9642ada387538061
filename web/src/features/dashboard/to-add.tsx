import type { BrokerageTexts } from '@frontdesk/contract/settings'
import { PenLine } from 'lucide-react'
import { PathLink } from '#web/ui/path-link.tsx'

const blocks = [
  ['brokerage_name', 'your brokerage’s name'],
  ['broker_bio', 'a few words about the broker'],
  ['testimonial_quote', 'what a client says of you'],
] as const

/** For admins: what is not on this page because nobody has written it yet. */
export function ToAdd({ texts }: { texts: BrokerageTexts }) {
  const missing = blocks.filter(([field]) => !texts[field]).map(([, words]) => words)
  if (missing.length === 0) return null
  return (
    <p className="flex items-start gap-2.5 border-t border-line pt-4 text-sm text-muted">
      <PenLine className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        Only admins see this. There is room here for {inWords(missing)}:{' '}
        <PathLink
          to={texts.brokerage_name ? '/admin/settings/dashboard' : '/admin/settings'}
          className="text-accent underline underline-offset-3 hover:decoration-2"
        >
          add this in the settings
        </PathLink>
        .
      </span>
    </p>
  )
}

const inWords = (things: string[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(things)

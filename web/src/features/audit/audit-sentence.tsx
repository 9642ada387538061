import type { AuditEvent } from '@frontdesk/contract/audit'
import { PathLink } from '#web/ui/path-link.tsx'

/** What the trail has in the place of an address where no browser was there. */
const BY_ITSELF: Record<string, string> = {
  'command line': 'The command line',
  'a job': 'Front Desk',
  'the server itself': 'Front Desk',
}

/** Whether nobody's browser did it. */
export const isByItself = ({ ip }: AuditEvent) => ip in BY_ITSELF

/** The name that stands before the sentence. */
export function whoDid({ actor_name: name, ip }: AuditEvent): string {
  if (name) return name
  return BY_ITSELF[ip] ?? 'Somebody not signed in'
}

/** What was done, its item as a link while there is something to open. */
export function AuditSentence({ event }: { event: AuditEvent }) {
  const { sentence, item_title: title, item_path: path } = event
  const [before = '', ...after] = sentence.split('{item}')
  if (after.length === 0) return sentence
  return (
    <>
      {before}
      {path ? (
        // Above the button that covers the row.
        <PathLink
          to={path}
          className="relative z-1 text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-current"
        >
          {title}
        </PathLink>
      ) : (
        <span className="font-medium">{title ?? 'something'}</span>
      )}
      {after.join('{item}')}
    </>
  )
}

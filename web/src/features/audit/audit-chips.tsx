import type { AuditEvent } from '@frontdesk/contract/audit'
import { X } from 'lucide-react'
import type { AuditParams, ChangeAudit } from './audit-params.ts'

type AuditChipsProps = { params: AuditParams; events: AuditEvent[]; onChange: ChangeAudit }

/** What narrows the table beyond the filters above it, each to be taken away. */
export function AuditChips({ params, events, onChange }: AuditChipsProps) {
  if (!params.person && !params.item) return null
  const person = events.find((event) => event.actor_id === params.person)?.actor_name
  const item = events.find((event) => event.item_id === params.item)?.item_title
  return (
    <ul aria-label="Narrowed to" className="mb-4 flex flex-wrap gap-2">
      {params.person && (
        <Chip onRemove={() => onChange({ person: '' })}>Done by {person ?? 'one person'}</Chip>
      )}
      {params.item && (
        <Chip onRemove={() => onChange({ item: '' })}>About {item ?? 'one item'}</Chip>
      )}
    </ul>
  )
}

function Chip({ children, onRemove }: { children: string[]; onRemove: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onRemove}
        className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-full border border-line-strong bg-accent-soft py-1 pr-2.5 pl-3.5 text-sm font-medium transition-colors hover:bg-hover pointer-coarse:min-h-11"
      >
        <span className="truncate">{children}</span>
        <X className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <span className="sr-only">: show all again</span>
      </button>
    </li>
  )
}

import type { AuditEvent } from '@frontdesk/contract/audit'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, FactGroup } from '#web/ui/facts.tsx'
import type { AuditParams } from './audit-params.ts'
import { AuditSentence, isByItself, whoDid } from './audit-sentence.tsx'

type Narrow = (next: Partial<AuditParams>) => void

type AuditEventDialogProps = { event: AuditEvent | null; onClose: () => void; onNarrow: Narrow }

/** One line of the trail, whole. */
export function AuditEventDialog({ event, onClose, onNarrow }: AuditEventDialogProps) {
  return (
    <Dialog
      open={event !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={event ? whoDid(event) : 'Audit'}
      description={event && <AuditSentence event={event} />}
      footer={event && <NarrowButtons event={event} onNarrow={onNarrow} />}
    >
      {event && <EventFacts event={event} />}
    </Dialog>
  )
}

function NarrowButtons({ event, onNarrow }: { event: AuditEvent; onNarrow: Narrow }) {
  const { actor_id: person, item_id: item } = event
  if (!person && !item) return null
  return (
    <>
      {item && (
        <Button variant="secondary" onClick={() => onNarrow({ item })}>
          All about this item
        </Button>
      )}
      {person && (
        <Button variant="secondary" onClick={() => onNarrow({ person })}>
          All by {event.actor_name ?? 'this person'}
        </Button>
      )}
    </>
  )
}

function EventFacts({ event }: { event: AuditEvent }) {
  const details = Object.entries(event.details).filter(([, value]) => value !== null)
  return (
    <div className="grid gap-6">
      <FactGroup title="When and from where">
        <Fact term="Server time">
          {formatDateTime(event.happened_at)}
          <span className="block font-mono text-xs text-muted">{event.happened_at}</span>
        </Fact>
        <Fact term="IP address">{event.ip}</Fact>
        <Fact term="Browser">
          {isByItself(event) ? 'None: the server itself' : event.browser}
          <span className="block text-sm text-muted">{event.user_agent || 'It said nothing.'}</span>
        </Fact>
      </FactGroup>
      {details.length > 0 && (
        <FactGroup title="Details">
          {details.map(([name, value]) => (
            <Fact key={name} term={name.replaceAll('_', ' ')}>
              {wordsFor(value)}
            </Fact>
          ))}
        </FactGroup>
      )}
      <FactGroup title="For the log">
        <Fact term="Action">
          <code className="font-mono text-sm">{event.action}</code>
        </Fact>
        <Fact term="Request">
          <span className="flex items-start gap-2">
            <code className="min-w-0 pt-0.5 font-mono text-sm break-all">{event.request_id}</code>
            <CopyButton label="Copy the id of the request" text={event.request_id} />
          </span>
        </Fact>
      </FactGroup>
    </div>
  )
}

function wordsFor(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(wordsFor).join(', ')
  return JSON.stringify(value)
}

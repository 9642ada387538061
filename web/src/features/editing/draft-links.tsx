import type { DraftKind } from '@frontdesk/contract/drafts'
import { useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { formatDateTime } from '#web/lib/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { draftCountQuery, draftOfItemQuery } from './drafts.api.ts'

type DraftNoticeProps = { kind: DraftKind; itemId: string; className?: string }

/** Says to admins that a change to an item is being drafted, and leads there. */
export function DraftNotice({ kind, itemId, className }: DraftNoticeProps) {
  const { data: draft } = useQuery(draftOfItemQuery(itemId))
  if (!draft) return null
  return (
    <div data-print="no" className={className}>
      <Notice
        action={
          <ButtonLink to="/drafts/$id" params={{ id: draft.id }} variant="secondary" size="sm">
            Open the draft
          </ButtonLink>
        }
      >
        There is a draft of this {kind}, last saved by {draft.last_updated_by_name}{' '}
        <RelativeTime iso={draft.updated_at} />.
        {draft.publish_at && ` It is published on ${formatDateTime(draft.publish_at)}.`}
      </Notice>
    </div>
  )
}

/** Leads to the drafts of a kind, and says how many there are. */
export function DraftsLink({ kind }: { kind: DraftKind }) {
  const { data: count = 0 } = useQuery(draftCountQuery(kind))
  return (
    // Wide enough for its number, which comes a moment later.
    <ButtonLink
      to="/drafts"
      search={{ kind }}
      variant="secondary"
      icon={PenLine}
      className="min-w-32 tabular-nums"
    >
      {count === 0 ? 'Drafts' : `Drafts (${count})`}
    </ButtonLink>
  )
}

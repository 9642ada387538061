import type { DraftKind } from '@frontdesk/contract/drafts'
import { useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { draftCountQuery } from './drafts.api.ts'

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

import type { HeldItemType } from '@frontdesk/contract/legal-holds'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { standingHoldsQuery } from './legal-holds.api.ts'

const STAYS: Record<HeldItemType, string> = {
  policy: 'Each version of it is kept, so you can write another; its description has to stay.',
  training:
    'Its title, sections and questions have to stay as they are, in their order. You can add to their end and change its settings.',
  test: 'Its title, settings and questions have to stay as they are, in their order. You can add questions to their end.',
  process:
    'Its title and steps have to stay as they are, in their order. You can add steps to their end.',
  document: 'Its title and description have to stay as they are.',
}

/** Said before anything is typed into what a legal hold keeps as it is. */
export function HeldWhileEditing({
  type,
  id,
  className,
}: {
  type: HeldItemType
  id: string
  className?: string
}) {
  const { data: holds } = useQuery(standingHoldsQuery({ item_id: id }))
  const hold = holds?.[0]
  if (!hold) return null
  return (
    <div className={className}>
      <Notice tone="warning">
        <strong className="font-semibold">Legal hold:</strong> {STAYS[type]} For anything else write
        a new one, or lift the hold on{' '}
        <PathLink to={hold.path} className="underline">
          its page
        </PathLink>
        .
      </Notice>
    </div>
  )
}

import type { ChatDetail } from '@frontdesk/contract/chat'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { foundQuery, namesIn } from './chat.api.ts'
import { dayLabel, plainLine, timeLabel } from './message-rows.ts'

type SearchPanelProps = {
  chat: ChatDetail
  onShow: (number: number) => void
  onClose: () => void
}

/** Looks for words in one conversation; a hit leads to its place. */
export function SearchPanel({ chat, onShow, onClose }: SearchPanelProps) {
  const [query, setQuery] = useState('')
  const { data, error, refetch } = useQuery(foundQuery(chat.id, query))
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])
  const names = namesIn(chat)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in it closes it
    <section
      ref={panel}
      aria-label="Search in this conversation"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      className="shrink-0 border-b border-line bg-paper p-2"
    >
      <div className="flex items-center gap-1">
        <div className="grow">
          <ListSearch
            label="Search in this conversation"
            placeholder="Search in this conversation…"
            value={query}
            onChange={setQuery}
          />
        </div>
        <IconButton label="Close the search" icon={X} onClick={onClose} />
      </div>
      <Found query={query} count={data?.length} error={error} onRetry={() => void refetch()}>
        {data?.map((message) => (
          <li key={message.id}>
            <button
              type="button"
              onClick={() => onShow(message.number)}
              className="grid w-full gap-0.5 rounded-md px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="flex gap-2 text-sm">
                <span className="font-semibold">{names.get(message.user_id) ?? 'Somebody'}</span>
                <span className="text-muted">
                  {dayLabel(message.created_at)}, {timeLabel(message.created_at)}
                </span>
              </span>
              <span className="line-clamp-2">{plainLine(message)}</span>
            </button>
          </li>
        ))}
      </Found>
    </section>
  )
}

type FoundProps = {
  query: string
  count: number | undefined
  error: Error | null
  onRetry: () => void
  children: ReactNode
}

function Found({ query, count, error, onRetry, children }: FoundProps) {
  if (query.trim() === '') return null
  if (error) {
    return <ErrorPanel onRetry={onRetry}>{messageOf(error, 'The search failed')}</ErrorPanel>
  }
  if (count === undefined) {
    return (
      <div className="p-3">
        <SkeletonLines lines={3} />
      </div>
    )
  }
  if (count === 0) return <p className="p-3 text-muted">Nothing matches “{query}”.</p>
  return <ul className="mt-1 max-h-72 overflow-y-auto">{children}</ul>
}

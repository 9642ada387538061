import type { Chat } from '@frontdesk/contract/chat'
import { useInfiniteQuery } from '@tanstack/react-query'
import { SquarePen, Users, UsersRound } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { useUser } from '#web/session/session.tsx'
import { Avatar, OnlineDot } from '#web/ui/avatar.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { chatsQuery, usePresence } from './chat.api.ts'
import { dayLabel, plainLine, timeLabel } from './message-rows.ts'

type ChatListProps = { current: string | null; onNew: () => void }

export function ChatList({ current, onNew }: ChatListProps) {
  return (
    <>
      <header className="flex h-14 shrink-0 items-center justify-between border-b-3 border-double border-line-strong pr-2 pl-4">
        <h1 className="text-lg font-semibold">Chat</h1>
        <IconButton label="New conversation" icon={SquarePen} onClick={onNew} />
      </header>
      <div className="min-h-0 grow overflow-y-auto p-2">
        <Rows current={current} onNew={onNew} />
      </div>
    </>
  )
}

function Rows({ current, onNew }: ChatListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(chatsQuery)
  if (error && !data) {
    return (
      <ErrorPanel onRetry={() => void refetch()}>
        {messageOf(error, 'Failed to load conversations')}
      </ErrorPanel>
    )
  }
  if (!data) return <RowsComing />
  const chats = data.pages.flatMap((page) => page.data)
  return (
    <>
      <ul aria-label="Conversations" className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {chats.map((chat) => (
          <li key={chat.id}>
            <ChatRow chat={chat} isCurrent={chat.id === current} />
          </li>
        ))}
      </ul>
      {chats.length <= 1 && (
        <div className="grid justify-items-start gap-3 px-3 py-4">
          <p className="text-sm text-muted">Conversations with colleagues will stand here.</p>
          <Button variant="secondary" size="sm" icon={SquarePen} onClick={onNew}>
            New Conversation
          </Button>
        </div>
      )}
      {hasNextPage && (
        <div className="grid p-2">
          <Button
            variant="secondary"
            size="sm"
            busy={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

function RowsComing() {
  return (
    <div aria-busy="true" className="grid gap-4 p-3">
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-9 rounded-full!" />
          <div className="grid grow gap-2">
            <Skeleton className="h-3.5 w-3/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

function ChatRow({ chat, isCurrent }: { chat: Chat; isCurrent: boolean }) {
  const user = useUser()
  const { last_message: last, unread_count: unread } = chat
  const isUnread = unread > 0 && !isCurrent
  return (
    <PathLink
      to={`/chat/${chat.id}`}
      className={classes(
        'flex items-center gap-3 rounded-md px-2.5 py-2 transition-colors hover:bg-hover',
        'focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-soft',
      )}
    >
      <ChatPicture chat={chat} />
      <span className="min-w-0 grow">
        <span className="flex items-baseline gap-2">
          <span
            className={classes('min-w-0 grow truncate', isUnread ? 'font-bold' : 'font-medium')}
          >
            {chat.title}
          </span>
          {last && (
            <time dateTime={last.created_at} className="shrink-0 text-xs text-muted">
              {shortTime(last.created_at)}
            </time>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span
            className={classes(
              'min-w-0 grow truncate text-sm',
              isUnread ? 'text-ink' : 'text-muted',
            )}
          >
            {last ? `${last.user_id === user.id ? 'You: ' : ''}${plainLine(last)}` : 'Nothing yet'}
          </span>
          {isUnread && (
            <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent-fill px-1.5 text-xs font-semibold text-on-accent tabular-nums">
              {unread > 99 ? '99+' : unread}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </span>
      </span>
    </PathLink>
  )
}

/** The time of today's, else the day. */
function shortTime(iso: string): string {
  const label = dayLabel(iso)
  if (label === 'Today') return timeLabel(iso)
  if (label === 'Yesterday') return label
  return new Date(iso).toLocaleDateString('en-US', { month: 'short', day: 'numeric' })
}

/** Initials of the other person, with a dot while they are there; a sign for groups. */
export function ChatPicture({
  chat,
}: {
  chat: Pick<Chat, 'kind' | 'title' | 'other_user_id' | 'other_online'>
}) {
  const online = usePresence()
  if (chat.kind !== 'direct') {
    const Icon = chat.kind === 'everyone' ? UsersRound : Users
    return (
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
    )
  }
  const isThere = online.get(chat.other_user_id ?? '') ?? chat.other_online
  return (
    <span className="relative shrink-0">
      <Avatar name={chat.title} />
      {isThere && <OnlineDot />}
    </span>
  )
}

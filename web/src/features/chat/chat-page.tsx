import type { ChatDetail } from '@frontdesk/contract/chat'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useMatch, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Info, MessagesSquare, Search, SquarePen } from 'lucide-react'
import { type DragEvent, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { isLive, watchLive } from '#web/lib/connection.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { textOf } from '#web/lib/search-params.ts'
import { useUser } from '#web/session/session.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAttachments } from './attachments.tsx'
import { ChatList, ChatPicture } from './chat-list.tsx'
import { chatQuery, typingWords, usePresence } from './chat.api.ts'
import { Composer } from './composer.tsx'
import { Conversation, PAGE } from './conversation.ts'
import { MessageList } from './message-list.tsx'
import { waitingIn, watchOutbox } from './outbox.ts'

const NewChatDialog = late(() => import('./chat-dialogs.tsx'), 'NewChatDialog')

/** The list and one conversation beside each other; on a phone one of them. */
export function ChatPage() {
  // With no conversation chosen the list alone is the page.
  const id = useMatch({ from: '/shell/chat/$id', shouldThrow: false })?.params.id
  const [isOpening, setIsOpening] = useState(false)
  usePageTitle('Chat')
  return (
    <div
      className={classes(
        '-mx-(--page-gutter) -my-6 flex h-[calc(100dvh-3.5rem-var(--bottom-bar,0px))] min-h-80 sm:-my-9',
        'overflow-hidden lg:mx-0 lg:border-x lg:border-line',
      )}
    >
      <section
        aria-label="Conversations"
        className={classes(
          'flex w-full min-w-0 flex-col bg-paper md:w-72 md:shrink-0 md:border-r md:border-line lg:w-80',
          id && 'max-md:hidden',
        )}
      >
        <ChatList current={id ?? null} onNew={() => setIsOpening(true)} />
      </section>
      <section
        aria-label="Conversation"
        className={classes('flex min-w-0 grow flex-col bg-surface', !id && 'max-md:hidden')}
      >
        {id && <h1 className="sr-only md:hidden">Chat</h1>}
        {id ? (
          <ConversationView key={id} id={id} />
        ) : (
          <NothingChosen onNew={() => setIsOpening(true)} />
        )}
      </section>
      {isOpening && (
        <Suspense>
          <NewChatDialog onClose={() => setIsOpening(false)} />
        </Suspense>
      )}
    </div>
  )
}

function NothingChosen({ onNew }: { onNew: () => void }) {
  return (
    <div className="m-auto grid justify-items-center gap-2 px-6 text-center text-muted">
      <span className="mb-1 grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
        <MessagesSquare className="size-5.5" aria-hidden="true" />
      </span>
      <p className="text-lg font-semibold text-ink">Choose a conversation</p>
      <p className="max-w-[34ch]">Or begin a new one: with a colleague, or with a few of them.</p>
      <div className="mt-2">
        <Button variant="secondary" icon={SquarePen} onClick={onNew}>
          New Conversation
        </Button>
      </div>
    </div>
  )
}

const DetailsDialog = late(() => import('./chat-dialogs.tsx'), 'DetailsDialog')
const SearchPanel = late(() => import('./search-panel.tsx'), 'SearchPanel')
const EditDialog = late(() => import('./chat-dialogs.tsx'), 'EditDialog')

function ConversationView({ id }: { id: string }) {
  const user = useUser()
  const query = useQuery(chatQuery(id))
  /** Where it begins; null: at the newest. Undefined until it is known. */
  const [start, setStart] = useState<number | null | undefined>(useGoal()?.number)
  if (start === undefined && query.data) {
    const { unread_count: unread, read_number: read } = query.data
    setStart(unread > PAGE ? read + 1 : null)
  }
  const goal = start ?? null
  // Its messages are asked for beside it, not after it.
  const conversation = useMemo(() => new Conversation(id, user.id, goal), [id, user.id, goal])
  useEffect(() => conversation.open(), [conversation])
  const isGone = query.error instanceof ApiError && query.error.status === 404
  useRefreshOnNews(id)
  if (query.data && !isGone) {
    return <OpenConversation chat={query.data} conversation={conversation} />
  }
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-3">
        <BackToList />
        {!query.error && <Skeleton className="h-4 w-40" />}
      </div>
      {query.error ? (
        <div className="p-4">
          {isGone ? (
            <ErrorPanel title="This conversation is not there">
              It was deleted, or you are not in it.
            </ErrorPanel>
          ) : (
            <ErrorPanel onRetry={() => void query.refetch()}>
              {messageOf(query.error, 'Failed to load the conversation')}
            </ErrorPanel>
          )}
        </div>
      ) : (
        <MessagesComing />
      )}
    </>
  )
}

/** The message that the address leads to, as `?message=12`; another object each time that somebody is led there. */
function useGoal(): { number: number } | null {
  const location = useLocation()
  return useMemo(() => {
    const { message } = location.search as { message?: unknown }
    return /^\d{1,15}$/.test(textOf(message)) ? { number: Number(message) } : null
  }, [location])
}

/** The message to show, which the address or the search leads to, and what leads to another. */
function useTarget(conversation: Conversation) {
  const goal = useGoal()
  const [led, setLed] = useState(goal)
  const [target, setTarget] = useState(goal)
  if (goal !== led) {
    setLed(goal)
    if (goal) setTarget(goal)
  }
  useEffect(() => {
    if (target) void conversation.bring(target.number)
  }, [conversation, target])
  return [target, (number: number) => setTarget({ number })] as const
}

/** Its title and members, when they are others. */
function useRefreshOnNews(id: string) {
  const client = useQueryClient()
  useEffect(
    () =>
      watchLive((event) => {
        const isAbout = event.type === 'chat' && event.chat_id === id
        const isAnnounced =
          event.type === 'message' && event.message.chat_id === id && event.message.announcement
        if (isAbout || isAnnounced || event.type === 'ready') {
          void client.invalidateQueries({ queryKey: chatQuery(id).queryKey })
        }
      }),
    [client, id],
  )
}

const useConnected = () => useSyncExternalStore(watchLive, isLive)

type OpenConversationProps = { chat: ChatDetail; conversation: Conversation }

function OpenConversation({ chat, conversation }: OpenConversationProps) {
  const { about, message: wanted } = useLocation().search as { about?: string; message?: unknown }
  const navigate = useNavigate()
  const state = useSyncExternalStore(conversation.subscribe, conversation.state)
  const waiting = useSyncExternalStore(watchOutbox, () => waitingIn(chat.id))
  const isConnected = useConnected()
  // What had been read when the page was opened: the line stays where it was.
  const [readTo] = useState(() => (chat.unread_count > 0 ? chat.read_number : null))
  const [target, leadTo] = useTarget(conversation)
  const [open, setOpen] = useState<'details' | 'search' | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const dropped = useAttachments(chat.id)
  usePageTitle(chat.title)

  const goToLatest = () => {
    // What the address led to is done with: whoever loads the page again goes on here.
    if (about || wanted !== undefined) void navigate({ href: `/chat/${chat.id}`, replace: true })
    if (state.hasNewer) void conversation.goTo(null)
  }
  const edited = state.messages.find(({ id }) => id === editing)
  return (
    <div className="flex min-h-0 grow flex-col" {...dropOn((files) => dropped.add(files))}>
      <Head chat={chat} typing={state.typing} onOpen={setOpen} />
      {open === 'search' && (
        <Suspense>
          <SearchPanel
            chat={chat}
            onShow={(number) => {
              setOpen(null)
              leadTo(number)
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      {state.error && state.messages.length === 0 ? (
        <div className="grow p-4">
          <ErrorPanel onRetry={() => void conversation.again()}>{state.error}</ErrorPanel>
        </div>
      ) : state.isLoading && state.messages.length === 0 ? (
        <MessagesComing />
      ) : (
        <MessageList
          chat={chat}
          conversation={conversation}
          state={state}
          waiting={waiting}
          readTo={readTo}
          target={target}
          onEdit={setEditing}
          onLatest={goToLatest}
        />
      )}
      {state.error && state.messages.length > 0 && (
        <NotShown onRetry={() => void conversation.again()}>{state.error}</NotShown>
      )}
      <Composer
        chat={chat}
        conversation={conversation}
        isConnected={isConnected}
        about={about?.startsWith('/') ? about : null}
        files={dropped}
        onSent={goToLatest}
      />
      {open === 'details' && (
        <Suspense>
          <DetailsDialog chat={chat} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {edited && (
        <Suspense>
          <EditDialog
            message={edited}
            onClose={() => setEditing(null)}
            onChanged={(message) => conversation.put(message)}
          />
        </Suspense>
      )}
    </div>
  )
}

type NotShownProps = { children: string; onRetry: () => void }

/** Another place could not be shown: what is here stays. */
function NotShown({ children, onRetry }: NotShownProps) {
  return (
    <p role="alert" className="flex items-center gap-3 px-3 py-2 text-sm text-danger sm:px-5">
      {children}
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </p>
  )
}

/** Text goes where it is dropped. */
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Files that are dropped anywhere on the conversation are attached. */
function dropOn(onFiles: (files: File[]) => void) {
  return {
    onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      onFiles([...event.dataTransfer.files])
    },
  }
}

function BackToList() {
  return (
    <PathLink
      to="/chat"
      aria-label="All conversations"
      className="grid size-10 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink md:hidden"
    >
      <ArrowLeft className="size-4.5" aria-hidden="true" />
    </PathLink>
  )
}

type HeadProps = {
  chat: ChatDetail
  typing: string[]
  onOpen: (what: 'details' | 'search') => void
}

function Head({ chat, typing, onOpen }: HeadProps) {
  const online = usePresence()
  const words = typingWords(chat, typing)
  const isOtherThere = online.get(chat.other_user_id ?? '') ?? chat.other_online
  const there = chat.members.filter((member) => online.get(member.id) ?? member.online).length
  const state =
    chat.kind === 'direct'
      ? isOtherThere
        ? 'Online'
        : 'Not here right now'
      : `${chat.member_count} people, ${there} online`
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b-3 border-double border-line-strong pr-2 pl-1 md:gap-3 md:pl-4">
      <BackToList />
      <ChatPicture chat={chat} />
      <div className="min-w-0 grow">
        <h2 className="truncate text-base leading-tight font-semibold">{chat.title}</h2>
        <p className="truncate text-xs text-muted">{words ? `${words}…` : state}</p>
      </div>
      <IconButton
        label="Search in this conversation"
        icon={Search}
        onClick={() => onOpen('search')}
      />
      <IconButton label="About this conversation" icon={Info} onClick={() => onOpen('details')} />
    </header>
  )
}

function MessagesComing() {
  return (
    <div aria-busy="true" className="grid grow content-end gap-5 p-5">
      {[48, 32, 60, 40].map((width, row) => (
        <div key={width} className={row % 2 === 1 ? 'flex justify-end' : 'flex gap-3'}>
          {row % 2 === 0 && <Skeleton className="size-9 rounded-full!" />}
          <div style={{ width: `${width}%` }}>
            <Skeleton className="h-12 w-full rounded-lg" />
          </div>
        </div>
      ))}
    </div>
  )
}

import type { ChatDetail } from '@frontdesk/contract/chat'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Member, namesIn } from './chat.api.ts'
import type { Conversation, ConversationState } from './conversation.ts'
import { MessageRow, WaitingRow } from './message-row.tsx'
import { dayLabel, plainLine, type Row, rowsOf } from './message-rows.ts'
import type { Waiting } from './outbox.ts'

/** So near to an end the next messages are asked for. */
const NEAR_ROWS = 15
/** So near to the end counts as being there, in pixels. */
const AT_END = 80

/** The virtualizer hears of a scroll after the list does. */
const isAtEndOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement, within: number) =>
  scrollHeight - clientHeight - scrollTop <= within

type MessageListProps = {
  chat: ChatDetail
  conversation: Conversation
  state: ConversationState
  waiting: Waiting[]
  /** Up to where had been read when the page was opened. */
  readTo: number | null
  /** A message to go to and show; a new object each time. */
  target: { number: number } | null
  onEdit: (messageId: string) => void
  /** Somebody wants to be at the newest message. */
  onLatest: () => void
}

/** As much of the conversation as is on screen, at its end to begin with. */
export function MessageList(props: MessageListProps) {
  const { chat, conversation, state, waiting, readTo, onLatest } = props
  const user = useUser()
  const frame = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const { messages, hasOlder, hasNewer } = state
  const rows = useMemo(
    () => rowsOf(messages, { waiting: hasNewer ? [] : waiting, readTo, userId: user.id, hasOlder }),
    [messages, waiting, readTo, user.id, hasOlder, hasNewer],
  )
  // oxlint-disable-next-line react/incompatible-library -- its functions change with what is shown; nothing here is memoised by them
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 60,
    getItemKey: (index) => rows[index]!.key,
    overscan: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    paddingStart: 12,
    paddingEnd: 12,
  })
  useMore(virtualizer, { rows, conversation })
  const place = usePlace(virtualizer, { ...props, rows, onEnd: setIsAtEnd, onShown: setActive })

  const seen = messages.at(-1)?.number ?? 0
  const isAtNewest = isAtEnd && !hasNewer
  useReading(conversation, { seen, isAtNewest })
  const people = useMemo(() => new Map(chat.members.map((member) => [member.id, member])), [chat])
  const names = useMemo(() => namesIn(chat), [chat])
  const readSoFar = Math.max(chat.read_number, state.readTo)
  const newCount = hasNewer
    ? 0
    : messages.filter(({ number, user_id: by }) => number > readSoFar && by !== user.id).length

  const toLatest = () => {
    place.toEnd()
    onLatest()
  }
  return (
    <div className="relative min-h-0 grow">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears that the person scrolls */}
      <div
        ref={frame}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with keys too
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its rows are not a form's fields
        role="group"
        aria-label="Messages"
        onScroll={({ currentTarget }) => {
          setIsAtEnd(isAtEndOf(currentTarget, AT_END))
          place.onScroll(currentTarget)
        }}
        onWheel={place.release}
        onTouchMove={place.release}
        onPointerDown={place.release}
        onKeyDown={(event) => {
          place.release()
          moveActive(event, { rows, active, setActive, virtualizer })
        }}
        className="flex h-full flex-col overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <Shown
          {...props}
          rows={rows}
          people={people}
          names={names}
          virtualizer={virtualizer}
          active={active}
          onActive={setActive}
        />
      </div>
      {!isAtNewest && rows.length > 0 && (
        <div className="absolute inset-x-0 bottom-3 grid justify-items-center">
          <Button variant="secondary" size="sm" icon={ArrowDown} onClick={toLatest}>
            {newCount > 0 ? `${newCount} new` : 'Jump to latest'}
          </Button>
        </div>
      )}
      <Arrivals state={state} names={names} />
    </div>
  )
}

type ShownProps = MessageListProps & {
  rows: Row[]
  people: Map<string, Member>
  names: Map<string, string>
  virtualizer: Virtualizer
  active: string | null
  onActive: (key: string) => void
}

/** The rows on screen, each in its place among all of them. */
function Shown({ rows, virtualizer, active, ...rest }: ShownProps) {
  // Instead of what the rows are in, which without any has no height.
  if (!rest.state.hasOlder && rows.length === 0) return <NothingSaid chat={rest.chat} />
  return (
    <div
      className="relative mt-auto w-full shrink-0"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index]!
        return (
          <div
            key={item.key}
            data-index={item.index}
            ref={virtualizer.measureElement}
            className="absolute inset-x-0 top-0 px-3 sm:px-5"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <RowView {...rest} row={row} isActive={row.key === active} />
          </div>
        )
      })}
    </div>
  )
}

type RowViewProps = MessageListProps & {
  row: Row
  people: Map<string, Member>
  names: Map<string, string>
  isActive: boolean
  onActive: (key: string) => void
}

function RowView(props: RowViewProps) {
  const { row, chat, conversation, state, people, names, isActive, onActive, onEdit } = props
  if (row.kind === 'day') return <DayLine at={row.at} />
  if (row.kind === 'new') return <NewLine />
  if (row.kind === 'waiting') return <WaitingRow row={row} />
  return (
    <MessageRow
      row={row}
      chat={chat}
      people={people}
      names={names}
      readMarks={state.readMarks}
      isNewest={row.message.number === state.messages.at(-1)?.number}
      isActive={isActive}
      onEdit={onEdit}
      onActive={onActive}
      onChanged={(message) => conversation.put(message)}
    />
  )
}

type Virtualizer = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>

/** Asks for more when an end of what is here comes near. */
function useMore(
  virtualizer: Virtualizer,
  { rows, conversation }: { rows: Row[]; conversation: Conversation },
) {
  const shown = virtualizer.getVirtualItems()
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length === 0) return
    if (first < NEAR_ROWS) void conversation.loadOlder()
    if (last > rows.length - NEAR_ROWS) void conversation.loadNewer()
  }, [conversation, first, last, rows.length])
}

type PlaceOptions = Pick<MessageListProps, 'conversation' | 'state' | 'target'> & {
  rows: Row[]
  onEnd: (isAtEnd: boolean) => void
  onShown: (key: string) => void
}

/**
 * Begins at the end, where what is new begins, or at the message that somebody is led to, and stays there while
 * texts and pictures come in, until the person scrolls.
 */
function usePlace(
  virtualizer: Virtualizer,
  { conversation, state, target, rows, onEnd, onShown }: PlaceOptions,
) {
  const kept = useRef<{ number: number } | 'new' | 'end' | null>('new')
  const led = useRef<{ number: number } | null>(null)
  const shown = useRef<{ number: number } | null>(null)
  const sent = useRef<string | null>(null)
  const before = useRef({ top: 0, height: 0 })
  const { isLoading } = state
  const size = virtualizer.getTotalSize()
  useLayoutEffect(() => {
    if (target && led.current !== target) {
      led.current = target
      kept.current = target
    }
    const last = rows.at(-1)
    // Who says something goes on there.
    if (last?.kind === 'waiting' && sent.current !== last.key) {
      sent.current = last.key
      kept.current = 'end'
    }
    const { current: goal } = kept
    // Whatever is measured anew changes the size, and is a reason to go there again.
    if (!goal || rows.length === 0 || size === 0) return
    const index = rows.findIndex((row) =>
      typeof goal === 'object'
        ? row.kind === 'message' && row.message.number === goal.number
        : row.kind === goal,
    )
    if (index > 0 || (index === 0 && typeof goal === 'object')) {
      virtualizer.scrollToIndex(index, { align: 'center' })
      const row = rows[index]!
      if (row.kind === 'message' && shown.current !== goal) {
        shown.current = led.current
        onShown(row.key)
        // Who is led to a message has read up to there, as who opens the page has up to its end.
        conversation.sayRead(row.message.number)
      }
    } else if (typeof goal === 'string' || !isLoading) {
      virtualizer.scrollToEnd({ behavior: 'auto' })
    }
    const { scrollElement: frame } = virtualizer
    if (frame) before.current = { top: frame.scrollTop, height: frame.scrollHeight }
  }, [rows, size, virtualizer, target, isLoading, onShown, conversation])
  // What is measured comes closer to the end, or away from it, with no scrolling.
  useLayoutEffect(
    () => onEnd(size === 0 || virtualizer.isAtEnd(AT_END)),
    [virtualizer, size, onEnd],
  )
  return {
    release: () => {
      kept.current = null
    },
    toEnd: () => {
      kept.current = 'end'
      virtualizer.scrollToEnd({ behavior: 'auto' })
    },
    /**
     * Up, while nothing grew or shrank, is the person, whatever they scroll with. Who has come to the end
     * by themselves stays there, too.
     */
    onScroll: (element: HTMLElement) => {
      const { scrollTop: top, scrollHeight: height } = element
      if (height === before.current.height && top < before.current.top) kept.current = null
      before.current = { top, height }
      if (kept.current === null && isAtEndOf(element, 2)) kept.current = 'end'
    },
  }
}

/** Who looks at the end of a conversation has read it. */
function useReading(
  conversation: Conversation,
  { seen, isAtNewest }: { seen: number; isAtNewest: boolean },
) {
  useEffect(() => {
    if (!isAtNewest || seen === 0) return
    const say = () => {
      if (globalThis.document.visibilityState === 'visible') conversation.sayRead(seen)
    }
    const timer = setTimeout(say, 300)
    globalThis.document.addEventListener('visibilitychange', say)
    return () => {
      clearTimeout(timer)
      globalThis.document.removeEventListener('visibilitychange', say)
    }
  }, [conversation, seen, isAtNewest])
}

type MoveOptions = {
  rows: Row[]
  active: string | null
  setActive: (key: string) => void
  virtualizer: Virtualizer
}

/** Up and down go from message to message; Home and End to the ends of what is here. */
function moveActive(event: KeyboardEvent<HTMLDivElement>, options: MoveOptions) {
  const { rows, active, setActive, virtualizer } = options
  const { target, currentTarget } = event
  const isInField = target instanceof Element && target.closest('input, textarea, a')
  // Menus and dialogs of a message are no part of the list, though their keys come by here.
  const isInList = target instanceof Node && currentTarget.contains(target)
  if (isInField || !isInList || event.altKey || event.ctrlKey || event.metaKey) return
  const steps = new Map([
    ['ArrowUp', -1],
    ['ArrowDown', 1],
    ['Home', -Infinity],
    ['End', Infinity],
  ])
  const step = steps.get(event.key)
  const messages = rows.flatMap((row, index) => (row.kind === 'message' ? { ...row, index } : []))
  if (step === undefined || messages.length === 0) return
  event.preventDefault()
  const at = messages.findIndex(({ key }) => key === active)
  const from = at === -1 ? messages.length : at
  const next = messages[Math.max(0, Math.min(messages.length - 1, from + step))]!
  setActive(next.key)
  virtualizer.scrollToIndex(next.index, { align: 'auto' })
  requestAnimationFrame(() => {
    const row = event.currentTarget ?? null
    const element = (row ?? globalThis.document).querySelector(
      `[data-message="${next.message.id}"]`,
    )
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  })
}

function DayLine({ at }: { at: string }) {
  return (
    <div className="flex items-center gap-3 py-3 text-xs font-semibold text-muted">
      <span className="h-px grow bg-line" />
      <h2 className="tracking-normal">{dayLabel(at)}</h2>
      <span className="h-px grow bg-line" />
    </div>
  )
}

function NewLine() {
  return (
    <div className="flex items-center gap-3 py-2 text-xs font-semibold text-danger">
      <span className="h-px grow bg-danger-line" />
      New
    </div>
  )
}

function NothingSaid({ chat }: { chat: ChatDetail }) {
  return (
    <p className="m-auto px-5 pt-6 text-center text-balance text-muted">
      {chat.kind === 'direct'
        ? `Nothing has been said yet between you and ${chat.title}.`
        : 'Nothing has been said here yet.'}
    </p>
  )
}

type ArrivalsProps = { state: ConversationState; names: Map<string, string> }

/** Reads out what comes, and only that: not what is scrolled to. */
function Arrivals({ state, names }: ArrivalsProps) {
  return (
    <div role="log" aria-label="New messages" className="sr-only">
      {state.arrived.map((message) => (
        <p key={message.id}>
          {names.get(message.user_id) ?? 'Somebody'}: {plainLine(message)}
        </p>
      ))}
    </div>
  )
}

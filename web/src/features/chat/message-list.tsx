import type { ChatDetail } from '@frontdesk/contract/chat'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useUser } from '#web/session/user.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Member } from './chat.api.ts'
import type { Conversation, ConversationState } from './conversation.ts'
import { MessageRow, WaitingRow } from './message-row.tsx'
import { dayLabel, plainLine, type Row, rowsOf } from './message-rows.ts'
import type { Waiting } from './outbox.ts'

/** So near to an end the next messages are asked for. */
const NEAR_ROWS = 15
/** So near to the end counts as being there, in pixels. */
const AT_END = 80

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
}

/** As much of the conversation as is on screen, at its end to begin with. */
export function MessageList(props: MessageListProps) {
  const { chat, conversation, state, waiting, readTo, target } = props
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
  const pin = useStart(virtualizer, rows, setIsAtEnd)
  useTarget(virtualizer, { rows, target, onShown: setActive })

  const seen = messages.at(-1)?.number ?? 0
  const isAtNewest = isAtEnd && !hasNewer
  useReading(conversation, { seen, isAtNewest })
  const people = useMemo(() => new Map(chat.members.map((member) => [member.id, member])), [chat])
  const newCount = hasNewer
    ? 0
    : messages.filter(({ number, user_id: by }) => number > (readTo ?? seen) && by !== user.id)
        .length

  const toLatest = () => {
    if (hasNewer) void conversation.goTo(null)
    else virtualizer.scrollToEnd({ behavior: 'auto' })
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
          setIsAtEnd(virtualizer.isAtEnd(AT_END))
          pin.onScroll(currentTarget)
        }}
        onWheel={pin.release}
        onTouchMove={pin.release}
        onPointerDown={pin.release}
        onKeyDown={(event) => {
          pin.release()
          moveActive(event, { rows, active, setActive, virtualizer })
        }}
        className="flex h-full flex-col overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <Shown
          {...props}
          rows={rows}
          people={people}
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
      <Arrivals state={state} people={people} />
    </div>
  )
}

type ShownProps = MessageListProps & {
  rows: Row[]
  people: Map<string, Member>
  virtualizer: Virtualizer
  active: string | null
  onActive: (key: string) => void
}

/** The rows on screen, each in its place among all of them. */
function Shown({ rows, virtualizer, active, ...rest }: ShownProps) {
  return (
    <div
      className="relative mt-auto w-full shrink-0"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {!rest.state.hasOlder && rows.length === 0 && <NothingSaid chat={rest.chat} />}
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
  isActive: boolean
  onActive: (key: string) => void
}

function RowView(props: RowViewProps) {
  const { row, chat, conversation, state, people, isActive, onActive, onEdit } = props
  if (row.kind === 'day') return <DayLine at={row.at} />
  if (row.kind === 'new') return <NewLine />
  if (row.kind === 'waiting') return <WaitingRow row={row} />
  return (
    <MessageRow
      row={row}
      chat={chat}
      people={people}
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

/**
 * Begins at the end, or where what is new begins, and stays there while texts and pictures come in, until
 * the person scrolls.
 */
function useStart(virtualizer: Virtualizer, rows: Row[], onEnd: (isAtEnd: boolean) => void) {
  const isPinned = useRef(true)
  const before = useRef({ top: 0, height: 0 })
  const size = virtualizer.getTotalSize()
  useLayoutEffect(() => {
    // Whatever is measured anew changes the size, and is a reason to go there again.
    if (!isPinned.current || rows.length === 0 || size === 0) return
    const line = rows.findIndex(({ kind }) => kind === 'new')
    if (line > 0) virtualizer.scrollToIndex(line, { align: 'center' })
    else virtualizer.scrollToEnd({ behavior: 'auto' })
  }, [rows, size, virtualizer])
  // What is measured comes closer to the end, or away from it, with no scrolling.
  useLayoutEffect(
    () => onEnd(size === 0 || virtualizer.isAtEnd(AT_END)),
    [virtualizer, size, onEnd],
  )
  return {
    release: () => {
      isPinned.current = false
    },
    /**
     * Up, while nothing grew or shrank, is the person, whatever they scroll with. Who has come to the end
     * by themselves stays there, too.
     */
    onScroll: ({ scrollTop: top, scrollHeight: height }: HTMLElement) => {
      if (height === before.current.height && top < before.current.top) isPinned.current = false
      before.current = { top, height }
      const hasLine = rows.some(({ kind }) => kind === 'new')
      if (!hasLine && virtualizer.isAtEnd(2)) isPinned.current = true
    },
  }
}

type TargetOptions = {
  rows: Row[]
  target: { number: number } | null
  onShown: (key: string) => void
}

function useTarget(virtualizer: Virtualizer, { rows, target, onShown }: TargetOptions) {
  const shown = useRef(target)
  useLayoutEffect(() => {
    if (!target || shown.current === target) return
    const index = rows.findIndex(
      (row) => row.kind === 'message' && row.message.number === target.number,
    )
    if (index === -1) return
    shown.current = target
    virtualizer.scrollToIndex(index, { align: 'center' })
    onShown(rows[index]!.key)
  }, [rows, target, virtualizer, onShown])
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
  const isInField = event.target instanceof Element && event.target.closest('input, textarea, a')
  if (isInField || event.altKey || event.ctrlKey || event.metaKey) return
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
    <p className="px-5 py-16 text-center text-muted">
      {chat.kind === 'direct'
        ? `Nothing has been said yet between you and ${chat.title}.`
        : 'Nothing has been said here yet.'}
    </p>
  )
}

type ArrivalsProps = { state: ConversationState; people: Map<string, { name: string }> }

/** Reads out what comes, and only that: not what is scrolled to. */
function Arrivals({ state, people }: ArrivalsProps) {
  return (
    <div role="log" aria-label="New messages" className="sr-only">
      {state.arrived.map((message) => (
        <p key={message.id}>
          {people.get(message.user_id)?.name ?? 'Somebody'}: {plainLine(message)}
        </p>
      ))}
    </div>
  )
}

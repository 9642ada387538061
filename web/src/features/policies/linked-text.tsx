import type { Policy } from '@frontdesk/contract/policies'
import type { PolicyQuote } from '@frontdesk/contract/policy-quotes'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { pathOfQuote, placeOfQuote } from '#web/features/changed-quotes/changed-quotes.api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { textLink } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { loadRenderer, MarkdownInPlace } from '#web/ui/markdown.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { quotesQuery, useParagraphs } from './policies.api.ts'

// A policy comes with its text set, which is asked for beside it. Where it fails, the page says so.
loadRenderer().catch(() => undefined)

type LinkedTextProps = { policy: Pick<Policy, 'id' | 'version' | 'content'> }

/** A policy's text to whose paragraphs one can link, and which shows the one that the address names. */
export function LinkedText({ policy }: LinkedTextProps) {
  const { data: paragraphs = [] } = useParagraphs(policy)
  /** Counts how often the text was set: its element stays the same. */
  const [times, setTimes] = useState(0)
  const onSet = useCallback(() => setTimes((before) => before + 1), [])
  const frame = useRef<HTMLDivElement>(null)
  const copied = useRef<number>(undefined)
  const named = useLocation({ select: ({ hash }) => hash })
  const number = paragraphs.findIndex(({ anchor }) => anchor === named)

  useEffect(() => {
    const block = times > 0 && blockOf(frame.current, number)
    if (!block) return undefined
    block.dataset.marked = ''
    // Whoever has just copied its link is there already.
    if (copied.current !== number) {
      // From here on the keys and a screen reader go on.
      block.tabIndex = -1
      block.focus({ preventScroll: true })
      block.scrollIntoView({ block: 'start' })
    }
    return () => {
      delete block.dataset.marked
    }
  }, [times, number])

  const [at, setAt] = useState<Place>()
  /** Brings the button to a paragraph. */
  const show = (next: number) => {
    const block = blockOf(frame.current, next)
    if (!block || !frame.current) return
    const top = block.getBoundingClientRect().top - frame.current.getBoundingClientRect().top
    setAt({ number: next, top, bottom: top + block.offsetHeight, words: wordsOf(block) })
  }
  const showUnder = ({ target }: SyntheticEvent) => {
    const block = target instanceof Element ? target.closest<HTMLElement>('[data-block]') : null
    if (block) show(Number(block.dataset.block))
  }
  /** A button with the focus stays: it may have moved away from below a pointer that rests. */
  const hide = ({ pointerType }: PointerEvent) => {
    const isFocused = frame.current?.querySelector('.paragraph-button')?.matches(':focus-within')
    if (pointerType === 'mouse' && !isFocused) setAt(undefined)
  }
  const pointer = useRef<string>(undefined)
  const showPointedAt = (event: PointerEvent) => {
    // A text that moves below a pointer that rests must not take the button from where the keys brought it.
    const place = `${event.clientX} ${event.clientY}`
    const isAtRest = place === pointer.current
    pointer.current = place
    const isThere =
      event.target instanceof Element && event.target.closest(`[data-block="${at?.number}"]`)
    if (!isAtRest && !isThere) showUnder(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the button has keys of its own
    <div
      ref={frame}
      // With the margin beside it, so that the pointer gets to the button without leaving.
      className="relative sm:-mr-10 sm:pr-10 lg:max-xl:-mr-7 lg:max-xl:pr-7"
      onPointerMove={showPointedAt}
      onClick={showUnder}
      onPointerLeave={hide}
    >
      <MarkdownInPlace source={policy.content} onSet={onSet} />
      {times > 0 && paragraphs.length > 0 && (
        <ParagraphButton
          policyId={policy.id}
          anchors={paragraphs.map(({ anchor }) => anchor)}
          at={at}
          onShow={show}
          onCopy={(one) => {
            copied.current = one
          }}
        />
      )}
    </div>
  )
}

/** A paragraph, in pixels from the top of the text. */
type Place = { number: number; top: number; bottom: number; words: string }

type ParagraphButtonProps = {
  policyId: string
  anchors: string[]
  /** None: nobody points at one. */
  at: Place | undefined
  onShow: (number: number) => void
  onCopy: (number: number) => void
}

/** One button for all of them, so that the text is not full of stops for the keys; the arrows move it. */
function ParagraphButton({ policyId, anchors, at, onShow, onCopy }: ParagraphButtonProps) {
  const router = useRouter()
  const number = at?.number ?? 0
  const path = `/policies/${policyId}#${anchors[number]}`
  const move = (event: KeyboardEvent) => {
    const next = nextOf(event.key, number, anchors.length)
    if (next === undefined) return
    event.preventDefault()
    onShow(next)
  }
  /** The address then names it, too: where a browser lets no page copy, it can be taken from there. */
  const name = () => {
    onCopy(number)
    void router.navigate({ href: path, replace: true, resetScroll: false })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it catches what the button inside is told
    <div
      data-print="no"
      data-shown={at ? '' : undefined}
      className="paragraph-button"
      style={{ '--top': `${at?.top ?? 0}px`, '--bottom': `${at?.bottom ?? 0}px` } as object}
      onFocus={() => !at && onShow(0)}
      onKeyDown={move}
      onClick={name}
    >
      <CopyButton
        label={`Copy link to “${at?.words ?? 'the first paragraph'}”`}
        text={`${globalThis.location.origin}${path}`}
      />
    </div>
  )
}

function nextOf(key: string, number: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(count - 1, number + 1)
  if (key === 'ArrowUp') return Math.max(0, number - 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

const blockOf = (text: HTMLElement | null, number: number) =>
  text?.querySelector<HTMLElement>(`[data-block="${number}"]`)

const LONGEST_WORDS = 40

function wordsOf(block: HTMLElement): string {
  const words = (block.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  return words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS).trimEnd()}…` : words
}

/** For admins: what refers to a policy, and whether the paragraphs that it means are still there. */
export function PolicyQuotes({ policyId }: { policyId: string }) {
  const { data: quotes, error, refetch } = useQuery(quotesQuery(policyId))
  const titleId = useId()
  return (
    <section data-print="no" aria-labelledby={titleId} className="border-t border-line pt-5">
      <h2 id={titleId} className="mb-3 font-semibold">
        Referred to in
      </h2>
      {quotes && <QuoteList policyId={policyId} quotes={quotes} />}
      {!quotes && !error && (
        <div aria-busy="true">
          <SkeletonLines lines={2} />
        </div>
      )}
      <LoadState of={{ data: quotes, error, refetch }} failure="Failed to load what refers to it" />
    </section>
  )
}

type QuoteListProps = { policyId: string; quotes: PolicyQuote[] }

function QuoteList({ policyId, quotes }: QuoteListProps) {
  if (quotes.length === 0) {
    return (
      <p className="text-sm text-muted">
        No process, training, test or other policy leads here. Copy a link beside any paragraph and
        put it into one of their texts.
      </p>
    )
  }
  return (
    <ul className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
      {quotes.map((quote) => (
        <li key={`${quote.id} ${quote.place} ${quote.number} ${quote.anchor}`}>
          <PathLink to={pathOfQuote(quote)} className={`wrap-anywhere ${textLink}`}>
            {quote.title}
          </PathLink>
          <p className="text-muted tabular-nums">
            {placeOfQuote(quote)}
            {quote.anchor_state === 'current' && (
              <>
                {', '}
                <PathLink
                  to={`/policies/${policyId}#${quote.anchor}`}
                  className="underline underline-offset-3 hover:decoration-2"
                >
                  one paragraph
                </PathLink>
              </>
            )}
          </p>
          {(quote.anchor_state === 'gone' || quote.anchor_state === 'unknown') && (
            <Badge tone="warning">Its paragraph is gone</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}

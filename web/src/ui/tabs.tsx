import { useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { PathLink } from './path-link.tsx'

type TabsProps = {
  label: string
  items: {
    to: string
    label: string
    count?: number
    countLabel?: string
    /** The page belongs to it, though its path is elsewhere. */
    isCurrent?: boolean
  }[]
}

/** Tabs that are pages: each is a link, and the router marks the current one. */
export function Tabs({ label, items }: TabsProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const row = list.current
    if (!row) return undefined
    const stopShowing = showCurrent(row)
    // Browsers leave one alone of which a part can be seen.
    const show = ({ target }: FocusEvent) => {
      if (target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    row.addEventListener('focusin', show)
    return () => {
      stopShowing()
      row.removeEventListener('focusin', show)
    }
  }, [])
  return (
    <nav aria-label={label} className="relative mb-6 border-b border-line">
      <ul
        ref={list}
        className="fades-where-it-goes-on relative -mb-px flex gap-6 overflow-x-auto [scrollbar-width:none]"
      >
        {items.map((item) => (
          <li key={item.to}>
            <PathLink
              to={item.to}
              aria-current={item.isCurrent ? 'page' : undefined}
              className={classes(
                'relative flex h-11 items-center border-b-2 border-transparent font-medium text-muted',
                'whitespace-nowrap transition-colors hover:text-ink focus-visible:-outline-offset-2',
                'aria-[current=page]:border-accent aria-[current=page]:text-ink',
              )}
            >
              {item.label}
              {item.count !== undefined && (
                // In the gap behind it: it comes later, and would move the others.
                <span className="absolute left-full top-1 -ml-1 rounded-full bg-neutral-soft px-1 text-[0.6875rem] leading-tight text-muted tabular-nums">
                  {item.count}
                  {item.countLabel && <span className="sr-only"> {item.countLabel}</span>}
                </span>
              )}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * On a phone the row is wider than the window: whoever arrives sees where they are, also when numbers and
 * letters have come or the phone was turned. From the first touch on the row is theirs to move.
 */
function showCurrent(row: HTMLElement): () => void {
  const show = () => {
    const tab = row.querySelector('[aria-current=page]')
    if (!(tab instanceof HTMLElement)) return
    row.scrollTo({ left: tab.offsetLeft + tab.offsetWidth / 2 - row.clientWidth / 2 })
  }
  const sizes = new ResizeObserver(show)
  for (const element of [row, ...row.children]) sizes.observe(element)
  const stop = () => sizes.disconnect()
  for (const touch of ['pointerdown', 'wheel', 'focusin'] as const) {
    row.addEventListener(touch, stop, { once: true, passive: true })
  }
  return stop
}

type SegmentedControlProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Two to four ways of looking at the same thing. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange } = props
  return (
    <fieldset
      aria-label={label}
      className="inline-flex max-w-full min-w-0 flex-wrap gap-0.5 rounded-md border border-line bg-sunken p-0.5"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classes(
            'h-8.5 grow rounded-sm border border-transparent px-3 text-sm font-medium text-muted',
            'whitespace-nowrap transition-colors hover:text-ink pointer-coarse:h-10',
            'aria-pressed:border-line-strong aria-pressed:bg-surface aria-pressed:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}

import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { classes } from './classes.ts'

type SearchBoxProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type' | 'ref'> & {
  label: string
  value: string
  onChange: (value: string) => void
}

export function SearchBox({ label, value, onChange, className, ...props }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <search className={classes('relative block w-full', className)}>
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <input
        autoComplete="off"
        spellCheck={false}
        {...props}
        ref={input}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          props.onKeyDown?.(event)
          if (event.key !== 'Escape' || value === '' || event.defaultPrevented) return
          // The first Escape empties the box; only the next one may close what is around it.
          event.preventDefault()
          event.stopPropagation()
          onChange('')
        }}
        className={classes(
          'h-10 w-full rounded-md border border-line-control bg-surface pl-9 text-base text-ellipsis',
          value === '' ? 'pr-3' : 'pr-10',
          'transition-colors hover:border-muted focus-visible:border-transparent',
          'focus-visible:outline-offset-[-1px] pointer-coarse:h-11',
        )}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          title="Clear search"
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className={classes(
            'absolute top-1/2 right-1.5 grid size-7 -translate-y-1/2 place-items-center rounded-sm',
            'text-muted transition-colors hover:bg-hover hover:text-ink',
          )}
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </search>
  )
}

/** As the specification sets it for every search while typing. */
const DEBOUNCE_MS = 300

/** The search of a list: `value` is what the list was asked for, `onChange` hears when the typing pauses. */
export function ListSearch({ value, onChange, ...props }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const known = useRef(value)
  const latest = useRef(onChange)

  useEffect(() => {
    latest.current = onChange
  })

  useEffect(() => {
    const timer = setTimeout(() => {
      if (text.trim() === known.current) return
      known.current = text.trim()
      latest.current(known.current)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  // A change that didn't come from the box, such as Back, goes into it.
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    setText(value)
  }, [value])

  return <SearchBox data-narrows="" {...props} value={text} onChange={setText} />
}

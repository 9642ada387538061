import { Search, X } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
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
          'h-10 w-full rounded-md border border-line-control bg-surface pr-10 pl-9 text-base',
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

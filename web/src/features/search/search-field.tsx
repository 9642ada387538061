import { SEARCH_FAILED, SEARCH_MAX } from '@frontdesk/contract/constants'
import type { CurrentUser } from '@frontdesk/contract/users'
import {
  type ComponentType,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classes } from '#web/ui/classes.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import type { SearchResultsProps } from './search-results.tsx'

type SearchFieldProps = {
  user: CurrentUser
  /** Hears that a result was opened. */
  onPick?: () => void
  /** Does what is done on the spot; left out, only items are found. */
  onDo?: SearchResultsProps['onDo']
  /** In a dialog the results stand below the box; on a page they lie over what follows. */
  inDialog?: boolean
}

/** The search over everything: a box, and the list that it unfolds. */
export function SearchField({ user, onPick, onDo, inDialog = false }: SearchFieldProps) {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(inDialog)
  const options = useActiveOption(text)
  const field = useRef<HTMLDivElement>(null)
  const listId = useId()
  const { Results, hasFailed, load } = useSearchResults(isOpen)

  const change = (next: string) => {
    setText(next)
    options.forget()
    setIsOpen(true)
    void load()
  }
  const pick = () => {
    change('')
    setIsOpen(inDialog)
    onPick?.()
  }
  const onKeyDown = (press: KeyboardEvent<HTMLInputElement>) => {
    if (press.nativeEvent.isComposing) return
    if (press.key === 'ArrowDown' || press.key === 'ArrowUp') {
      press.preventDefault()
      setIsOpen(true)
      options.move(press.key === 'ArrowDown' ? 1 : -1)
    } else if (press.key === 'Enter' && isOpen) {
      press.preventDefault()
      options.openActive()
    } else if (press.key === 'Escape') {
      // At once: in a dialog the same press closes that, too.
      press.preventDefault()
      change('')
      setIsOpen(inDialog)
    }
  }
  const isShown = isOpen && (!options.isEmpty || text.trim() !== '')

  return (
    <div
      ref={field}
      className="relative"
      onFocus={() => setIsOpen(true)}
      onBlur={({ relatedTarget }) => {
        if (!field.current?.contains(relatedTarget)) setIsOpen(inDialog)
      }}
    >
      <SearchBox
        label="Search everything"
        // Whole at 320 px: what has the focus shows no “…” for the rest.
        placeholder="People, policies, processes…"
        value={text}
        onChange={change}
        onKeyDown={onKeyDown}
        maxLength={SEARCH_MAX}
        enterKeyHint="go"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can't show what this list does
        role="combobox"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={(isShown && options.active) || undefined}
      />
      {isOpen && (
        <div className={panelClasses({ inDialog, isShown })}>
          {Results && (
            <Results
              id={listId}
              text={text}
              user={user}
              active={options.active}
              onOptions={options.takeOptions}
              onPick={pick}
              onDo={onDo}
              onAsk={change}
            />
          )}
          {hasFailed && <LoadFailure />}
        </div>
      )}
    </div>
  )
}

function panelClasses({ inDialog, isShown }: { inDialog: boolean; isShown: boolean }): string {
  if (inDialog) return classes('overflow-hidden', isShown && 'mt-2 border-t border-line')
  return classes(
    'absolute inset-x-0 top-full z-10 mt-1.5 overflow-hidden rounded-lg bg-raised shadow-overlay',
    isShown && 'border border-line',
  )
}

function LoadFailure() {
  return (
    <p role="alert" className="px-4 py-3.5 font-semibold text-danger">
      {SEARCH_FAILED}
    </p>
  )
}

/** The list of results, whose code comes when somebody turns to the box. */
function useSearchResults(isWanted: boolean) {
  const [Results, setResults] = useState<ComponentType<SearchResultsProps>>()
  const [hasFailed, setHasFailed] = useState(false)
  const isComing = useRef(false)

  /** Fetches it unless it is there or on its way; a further letter tries again. */
  async function load() {
    if (isComing.current) return
    isComing.current = true
    try {
      const module = await import('./search-results.tsx')
      setResults(() => module.SearchResults)
      setHasFailed(false)
    } catch {
      isComing.current = false
      setHasFailed(true)
    }
  }

  const latestLoad = useRef(load)
  useEffect(() => {
    if (isWanted) void latestLoad.current()
  }, [isWanted])
  return { Results, hasFailed, load }
}

/** Which option of the list the keyboard is on, while the focus stays in the box. */
function useActiveOption(text: string) {
  const [options, setOptions] = useState<string[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  /** The same as `options`, without waiting for the next render: a key may come before it. */
  const latest = useRef<string[]>([])
  /** Enter was pressed before there was anything to open. */
  const isImpatient = useRef(false)
  // Enter opens the first where none is chosen; while nothing is typed none is offered.
  const activeOf = (ids: string[]) =>
    chosen && ids.includes(chosen) ? chosen : text.trim() === '' ? null : (ids[0] ?? null)
  const active = activeOf(options)

  const takeOptions = useCallback((ids: string[]) => {
    latest.current = ids
    setOptions(ids)
    if (isImpatient.current && ids[0]) open(ids[0])
  }, [])
  return {
    active,
    isEmpty: options.length === 0,
    takeOptions,
    /** Goes one down (1) or up (-1), round the ends. */
    move: (step: 1 | -1) => setChosen(neighbour(options, active, step)),
    /** Opens the active option, or the first one as soon as there is one. */
    openActive: () => {
      const current = activeOf(latest.current)
      if (current) open(current)
      else isImpatient.current = text.trim() !== ''
    },
    /** Another text has other options. */
    forget: () => {
      setChosen(null)
      isImpatient.current = false
    },
  }
}

const open = (option: string) => globalThis.document.getElementById(option)?.click()

function neighbour(options: string[], from: string | null, step: 1 | -1): string | null {
  if (options.length === 0) return null
  const at = from === null ? (step > 0 ? -1 : 0) : options.indexOf(from)
  return options[(at + step + options.length) % options.length]!
}

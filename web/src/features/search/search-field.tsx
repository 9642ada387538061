import { SEARCH_FAILED, SEARCH_MAX } from '@frontdesk/contract/constants'
import type { CurrentUser } from '@frontdesk/contract/users'
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useSearchResults } from './use-search-results.ts'

type SearchFieldProps = {
  user: CurrentUser
  /** Hears that a result was opened. */
  onPick?: () => void
  /** In a dialog the results stand below the box; on a page they lie over what follows. */
  inDialog?: boolean
}

/** The search over everything: a box, and the list that it unfolds. */
export function SearchField({ user, onPick, inDialog = false }: SearchFieldProps) {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(inDialog)
  const [options, setOptions] = useState<string[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const field = useRef<HTMLDivElement>(null)
  const listId = useId()
  const { Results, hasFailed, load } = useSearchResults(isOpen)
  // Enter opens the first where none is chosen; while nothing is typed none is offered.
  const first = text.trim() === '' ? null : (options[0] ?? null)
  const active = chosen && options.includes(chosen) ? chosen : first
  const takeOptions = useCallback((ids: string[]) => setOptions(ids), [])

  const change = (next: string) => {
    setText(next)
    setChosen(null)
    setIsOpen(true)
    void load()
  }
  const pick = () => {
    setText('')
    setIsOpen(inDialog)
    onPick?.()
  }
  const onKeyDown = (press: KeyboardEvent<HTMLInputElement>) => {
    if (press.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[press.key]
    if (step) {
      press.preventDefault()
      setIsOpen(true)
      setChosen(neighbour(options, active, step))
    } else if (press.key === 'Enter' && active && isOpen) {
      press.preventDefault()
      globalThis.document.getElementById(active)?.click()
    } else if (press.key === 'Escape' && text === '') setIsOpen(inDialog)
  }
  const isShown = isOpen && (options.length > 0 || text.trim() !== '')

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
        placeholder="Search people, policies, processes…"
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
        aria-activedescendant={isShown && active ? active : undefined}
      />
      {isOpen && (
        <div className={panelClasses({ inDialog, isShown })}>
          {Results && (
            <Results
              id={listId}
              text={text}
              user={user}
              active={active}
              onOptions={takeOptions}
              onPick={pick}
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

/** The option before or after one, round the ends; the first or last where there is none yet. */
function neighbour(options: string[], from: string | null, step: number): string | null {
  if (options.length === 0) return null
  const at = from === null ? (step > 0 ? -1 : 0) : options.indexOf(from)
  return options[(at + step + options.length) % options.length]!
}

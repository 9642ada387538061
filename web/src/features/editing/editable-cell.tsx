import { Pencil } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/skeleton.tsx'
import { type CellEdit, type CellEditState, useCellEdit } from './cell-edit.ts'

type EditableCellProps = {
  edit: CellEdit
  /** As it is shown while nobody edits it. */
  children: ReactNode
  /** The words lead somewhere by themselves: a pencil beside them begins. */
  isLink?: boolean
}

/**
 * A cell that is changed where it stands. Enter or a click begins; Escape gives up; Enter, Tab and going elsewhere
 * save, Tab on the way to the next. With a finger there is nothing to hit: the row's menu does the same.
 */
export function EditableCell({ edit, children, isLink = false }: EditableCellProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  const state = useCellEdit(edit)
  const inPlace = useEditsInPlace()
  const isOpen = state.editing !== null
  // The control that had the focus is gone: back to where it began, unless one went elsewhere.
  useEffect(() => {
    if (isOpen || !returns.current) return
    returns.current = false
    if (globalThis.document.activeElement === globalThis.document.body) opener.current?.focus()
  }, [isOpen])
  if (isOpen) {
    return <OpenCell edit={edit} state={state} onReturn={() => (returns.current = true)} />
  }
  if (!inPlace) return children
  const words = (
    <>
      <span className="sr-only">
        {isLink ? 'Change' : ', change'} the {edit.name} of {edit.of}
      </span>
      <Pencil
        aria-hidden="true"
        className="size-3.5 shrink-0 text-muted opacity-0 transition-opacity group-focus-visible/edit:opacity-100 group-hover/cell:opacity-100"
      />
    </>
  )
  const opening = {
    ref: opener,
    'data-opens-cell': '',
    type: 'button',
    onClick: state.begin,
  } as const
  if (isLink) {
    return (
      <span className="group/cell">
        {children}
        <button
          {...opening}
          className="group/edit relative -my-1 ml-1.5 inline-grid size-7 place-items-center rounded-md align-middle hover:bg-sunken"
        >
          {words}
        </button>
      </span>
    )
  }
  return (
    <button
      {...opening}
      className={classes(
        'group/cell group/edit relative -mx-1.5 -my-1 inline-flex max-w-[calc(100%+0.75rem)] items-center gap-1.5 rounded-md px-1.5 py-1',
        'cursor-text text-start hover:bg-sunken cards:flex-row-reverse cards:text-end',
      )}
    >
      <span className="min-w-0 self-baseline">{children}</span>
      {words}
    </button>
  )
}

type OpenCellProps = { edit: CellEdit; state: CellEditState; onReturn: () => void }

function OpenCell({ edit, state, onReturn }: OpenCellProps) {
  const id = useId()
  const frame = useRef<HTMLSpanElement>(null)
  const { editing, question } = state
  const leave = () => {
    onReturn()
    state.cancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing?.step !== 'typing' || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // The dialog or panel around it stays.
      event.stopPropagation()
      leave()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onReturn()
      void state.submit()
    } else if (event.key === 'Tab' && !event.altKey && !event.ctrlKey) {
      const next = frame.current && neighbourOf(frame.current, event.shiftKey)
      if (!next) return // Going elsewhere saves, below.
      event.preventDefault()
      next.click()
    }
  }
  const onBlur = (event: FocusEvent) => {
    const within = event.currentTarget.contains(event.relatedTarget)
    // Nobody has decided anything by looking at another window, or while a question is answered.
    if (within || !globalThis.document.hasFocus() || editing?.step !== 'typing') return
    if (!editing.problem && !editing.conflict) void state.submit()
  }
  return (
    <span
      ref={frame}
      onBlur={onBlur}
      className="relative z-2 -my-0.5 block min-w-0 font-normal tracking-normal"
    >
      <CellControl compact {...{ edit, state, onKeyDown }} describedBy={id} />
      <CellTrouble id={id} edit={edit} state={state} onLeave={leave} />
      <ConfirmDialog
        open={question !== undefined}
        onOpenChange={() => state.decline()}
        title={question?.title ?? ''}
        question={question?.question ?? ''}
        confirmLabel={question?.label ?? ''}
        onConfirm={() => void state.confirm()}
      />
    </span>
  )
}

/** The next cell of the same table or list that can be changed, or the one before. */
function neighbourOf(from: HTMLElement, backwards: boolean): HTMLElement | undefined {
  const cells = [
    ...(from.closest('table, ul, ol')?.querySelectorAll<HTMLElement>('[data-opens-cell]') ?? []),
  ].filter((cell) => cell.offsetParent !== null)
  const wanted = backwards ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const found = cells.filter((cell) => from.compareDocumentPosition(cell) & wanted)
  return backwards ? found.at(-1) : found[0]
}

const pointer = globalThis.matchMedia?.('(hover: hover) and (width >= 40rem)')

/** Whether cells are changed where they stand; else the row's menu changes them. */
export const useEditsInPlace = () =>
  useSyncExternalStore(
    (listener) => {
      pointer?.addEventListener('change', listener)
      return () => pointer?.removeEventListener('change', listener)
    },
    () => pointer?.matches ?? false,
  )

type CellControlProps = {
  edit: CellEdit
  state: CellEditState
  /** Ties it to what it says below. */
  describedBy: string
  onKeyDown?: (event: KeyboardEvent) => void
  /** As high as a line, so that nothing around it moves. */
  compact?: boolean
}

/** What a cell is filled in with. */
export function CellControl(props: CellControlProps) {
  const { edit, state, describedBy, onKeyDown, compact = false } = props
  const listId = useId()
  const { editing, type } = state
  const { input } = edit
  if (!editing) return null
  const isBusy = editing.step === 'saving'
  const isWrong = editing.problem !== null || editing.conflict !== null
  const control = {
    'aria-label': nameOf(edit),
    'aria-describedby': isWrong ? describedBy : undefined,
    'aria-invalid': isWrong || undefined,
    'aria-busy': isBusy,
    // Whoever has begun is where they want to be.
    autoFocus: true,
    value: editing.draft,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    onKeyDown,
  }
  if (input.type === 'select') {
    return (
      <Select
        {...control}
        disabled={isBusy}
        className={compact ? 'min-w-32 max-w-64 [&_select]:h-7! [&_svg]:z-2' : undefined}
      >
        {input.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    )
  }
  return (
    <span className="relative block">
      <TextInput
        {...control}
        type={input.type}
        readOnly={isBusy}
        autoComplete="off"
        {...(input.type === 'text'
          ? { maxLength: input.maxLength, list: input.suggestions && listId }
          : { min: input.min })}
        className={compact ? (input.type === 'date' ? 'h-7! w-40!' : 'h-7! max-w-md min-w-32') : ''}
      />
      {isBusy && <Spinner className="absolute top-1/2 right-3 -translate-y-1/2" />}
      {input.type === 'text' && input.suggestions && (
        <datalist id={listId}>
          {input.suggestions.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      )}
    </span>
  )
}

/** Such as `Title of Wire fraud`. */
const nameOf = ({ name, of }: CellEdit) =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)} of ${of}`

type CellTroubleProps = { id: string; edit: CellEdit; state: CellEditState; onLeave: () => void }

/** What is wrong with a cell, or what somebody else has made of it, with both ways on. */
export function CellTrouble({ id, edit, state, onLeave }: CellTroubleProps) {
  const { editing, now, insist } = state
  if (!editing?.problem && !editing?.conflict) return null
  return (
    <div id={id} role="alert" className="mt-3 grid gap-2 text-sm font-normal text-danger">
      {editing.problem ?? (
        <>
          <p className="wrap-anywhere">
            Somebody else has changed it to “{shownOf(edit, now)}”. What you typed is still here.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => void insist()}>
              Save mine
            </Button>
            <Button size="sm" variant="secondary" onClick={onLeave}>
              Keep theirs
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function shownOf({ input }: CellEdit, value: string): string {
  if (input.type !== 'select') return value || 'nothing'
  return input.options.find((option) => option.value === value)?.label ?? value
}

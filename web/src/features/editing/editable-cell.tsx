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
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { CellControl, CellTrouble } from './cell-control.tsx'
import type { CellEdit } from './cell-edit.ts'
import { type CellEditState, useCellEdit } from './use-cell-edit.ts'

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

import type { Matrix } from '@frontdesk/contract/matrix'
import type { ObligationState } from '@frontdesk/contract/obligations'
import { useRouter } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { roleLabels } from '#web/lib/account-words.ts'
import './matrix.css'
import type { RegisterParams } from './obligation-params.ts'
import { stateLabels } from './obligation-state.tsx'

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- what is set as blocks loses the roles of a table in some browsers */

const ROW_HEIGHT = 40
const COLUMN_WIDTH = 44
const HEAD_HEIGHT = 168
/** Columns come and go so many at a time: each time all lines are drawn anew. */
const COLUMNS_AT_ONCE = 4

const onResize = (changed: () => void) => {
  globalThis.addEventListener('resize', changed)
  return () => globalThis.removeEventListener('resize', changed)
}
const useNameWidth = () =>
  useSyncExternalStore(onResize, () => (globalThis.innerWidth < 640 ? 132 : 232))

type MatrixGridProps = {
  matrix: Matrix
  caption: string
  /** The register of the same day, narrowed. */
  to: (filters: Partial<RegisterParams>) => string
}

/** A cell by its place: -1 is the column of names, and the row of titles. */
type Place = { row: number; column: number }

/**
 * As many cells as are on screen, of a table that knows how many there are. Its lines stand where their number says,
 * each measured by itself: as rows that a browser lays out as a table each new one would cost all the others.
 */
export function MatrixGrid({ matrix, caption, to }: MatrixGridProps) {
  const { people, items } = matrix
  const frame = useRef<HTMLDivElement>(null)
  const nameWidth = useNameWidth()
  // oxlint-disable-next-line react/incompatible-library -- its functions change with what is shown; nothing here is memoised by them
  const rows = useVirtualizer({
    count: people.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => COLUMN_WIDTH,
    overscan: 2,
    paddingStart: nameWidth,
    scrollPaddingStart: nameWidth,
  })
  const { active, onKeyDown, onFocus } = useMoving({ matrix, frame, rows, columns })
  const open = useOpening()
  const shown = columns.getVirtualItems()
  const across = {
    first: floorTo(COLUMNS_AT_ONCE, shown[0]?.index ?? 0),
    end: Math.min(
      items.length,
      floorTo(COLUMNS_AT_ONCE, shown.at(-1)?.index ?? 0) + COLUMNS_AT_ONCE,
    ),
    width: nameWidth,
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears of what goes on in its cells
    <div
      ref={frame}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is no part of a form
      role="group"
      aria-label={`${caption}, scrollable`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with keys too
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onClick={open}
      className="relative max-h-[75dvh] overflow-auto overscroll-contain rounded-lg border border-line bg-surface focus-visible:-outline-offset-2"
    >
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrow keys go from cell to cell
        role="grid"
        aria-rowcount={people.length + 1}
        aria-colcount={items.length + 1}
        className="matrix text-sm"
        style={{ width: columns.getTotalSize(), height: rows.getTotalSize() }}
      >
        <caption className="sr-only">{caption}</caption>
        <Titles
          items={items}
          {...across}
          active={active.row === -1 ? active.column : null}
          to={to}
        />
        <tbody role="rowgroup">
          {rows.getVirtualItems().map(({ index }) => (
            <Line
              key={people[index]!.user_id}
              matrix={matrix}
              row={index}
              {...across}
              active={active.row === index ? active.column : null}
              to={to}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const floorTo = (step: number, number: number) => number - (number % step)

/** Columns from the first to before the end, and how wide the names are, in pixels. */
type Across = { first: number; end: number; width: number }

/** Holds the place of columns that are out of sight. */
function Before({ first }: Pick<Across, 'first'>) {
  return first === 0 ? null : <td aria-hidden="true" style={{ width: first * COLUMN_WIDTH }} />
}

/** Which columns are drawn, by their numbers. */
const numbers = ({ first, end }: Pick<Across, 'first' | 'end'>) =>
  Array.from({ length: end - first }, (_, place) => first + place)

type TitlesProps = Across & {
  items: Matrix['items']
  /** Which of this row can be reached by Tab. */
  active: number | null
} & Pick<MatrixGridProps, 'to'>

// Whoever scrolls needs what comes into sight; all else stays as it was drawn.
const Titles = memo(({ items, first, end, width, active, to }: TitlesProps) => (
  <thead role="rowgroup">
    <tr role="row" aria-rowindex={1} style={{ height: HEAD_HEIGHT }}>
      <th
        role="columnheader"
        scope="col"
        aria-colindex={1}
        className="sticky left-0 z-1 flex items-end border-r border-line bg-surface px-3 pb-2 text-start font-medium text-muted"
        style={{ width }}
      >
        Person
      </th>
      <Before first={first} />
      {numbers({ first, end }).map((column) => {
        const item = items[column]!
        return (
          <th
            key={item.item_id}
            role="columnheader"
            scope="col"
            aria-colindex={column + 2}
            className="self-end pb-2 font-medium"
            style={{ width: COLUMN_WIDTH }}
          >
            <a
              href={to({ item: item.item_id, state: 'all' })}
              title={item.title}
              {...cellProps({ row: -1, column }, column === active)}
              className="mx-auto block max-h-38 max-w-9 rotate-180 overflow-hidden text-start leading-tight underline-offset-3 [writing-mode:vertical-rl] hover:underline focus-visible:outline-offset-[-2px]"
            >
              {item.title}
            </a>
          </th>
        )
      })}
    </tr>
  </thead>
))

type LineProps = Across & { matrix: Matrix; row: number; active: number | null } & Pick<
    MatrixGridProps,
    'to'
  >

const Line = memo(
  ({ matrix: { people, items }, row, first, end, width, active, to }: LineProps) => {
    const { user_id: person, name, role, cells } = people[row]!
    return (
      <tr role="row" aria-rowindex={row + 2} style={{ top: HEAD_HEIGHT + row * ROW_HEIGHT }}>
        <th
          role="rowheader"
          scope="row"
          aria-colindex={1}
          className="sticky left-0 z-1 border-r border-line bg-surface px-2 pt-[3px] text-start sm:px-3 font-normal"
          style={{ width }}
        >
          <a
            href={to({ person, state: 'all' })}
            title={name}
            {...cellProps({ row, column: -1 }, active === -1)}
            className="block truncate leading-tight font-medium underline-offset-3 hover:underline"
          >
            {name}
          </a>
          <span className="block truncate text-xs leading-tight text-muted">
            {roleLabels[role]}
          </span>
        </th>
        <Before first={first} />
        {numbers({ first, end }).map((column) => {
          const { item_id: item, title } = items[column]!
          return cellOf({
            place: { row, column },
            isActive: column === active,
            letter: cells[column],
            item,
            of: `${name} · ${title}`,
            href: () => to({ person, item, state: 'all' }),
          })
        })}
      </tr>
    )
  },
)

type CellFacts = {
  place: Place
  isActive: boolean
  letter: string | undefined
  item: string
  /** Whose and of what it is. */
  of: string
  href: () => string
}

// No component: there are thousands of them, and their line is what stays as it was drawn.
function cellOf({ place, isActive, letter, item, of, href }: CellFacts) {
  const props = cellProps(place, isActive)
  if (!isMatrixLetter(letter)) {
    return (
      <td
        key={item}
        {...props}
        role="gridcell"
        aria-colindex={place.column + 2}
        aria-label="Not asked"
        title={`${of} · Not asked`}
        className="matrix-cell"
      />
    )
  }
  const label = stateLabels[matrixStates[letter]]
  return (
    <td
      key={item}
      role="gridcell"
      aria-colindex={place.column + 2}
      data-state={letter}
      className="matrix-cell"
    >
      <a {...props} href={href()} aria-label={label} title={`${of} · ${label}`}>
        {matrixSigns[letter]}
      </a>
    </td>
  )
}

const keyOf = ({ row, column }: Place) => `${row} ${column}`

/** One cell can be reached by Tab, the others by the arrows from there. */
const cellProps = (place: Place, isActive: boolean) => ({
  'data-cell': keyOf(place),
  tabIndex: isActive ? 0 : -1,
})

type MovingOptions = {
  matrix: Matrix
  frame: { current: HTMLDivElement | null }
  rows: { scrollToIndex: (index: number) => void }
  columns: { scrollToIndex: (index: number) => void }
}

/** Arrows, Home, End and the page keys go from cell to cell; with Ctrl to the ends of the whole table. */
function useMoving({ matrix: { people, items }, frame, rows, columns }: MovingOptions) {
  const [chosen, setChosen] = useState<Place>({ row: 0, column: 0 })
  const isMoving = useRef(false)
  const active = within(chosen, { rows: people.length, columns: items.length })
  useEffect(() => {
    if (!isMoving.current) return
    // Where it was out of sight it is drawn a moment later.
    const cell = frame.current?.querySelector(`[data-cell="${keyOf(active)}"]`)
    if (!(cell instanceof HTMLElement)) return
    isMoving.current = false
    cell.focus({ preventScroll: true })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return
    const next = stepFrom(active, event)
    if (!next) return
    event.preventDefault()
    const place = within(next, { rows: people.length, columns: items.length })
    isMoving.current = true
    setChosen({ ...place })
    if (place.row >= 0) rows.scrollToIndex(place.row)
    if (place.column >= 0) columns.scrollToIndex(place.column)
  }
  const onFocus = ({ target }: { target: EventTarget }) => {
    const key = target instanceof HTMLElement ? target.dataset.cell : undefined
    if (key === undefined || key === keyOf(active)) return
    const [row = 0, column = 0] = key.split(' ').map(Number)
    setChosen({ row, column })
  }
  return { active, onKeyDown, onFocus }
}

/** The corner is none: a line begins at a name, and a column at a title. */
function within(
  { row, column }: Place,
  { rows, columns }: { rows: number; columns: number },
): Place {
  const place = {
    row: Math.max(-1, Math.min(rows - 1, row)),
    column: Math.max(-1, Math.min(columns - 1, column)),
  }
  return place.row === -1 && place.column === -1 ? { row: 0, column: -1 } : place
}

const PAGE_ROWS = 10

function stepFrom({ row, column }: Place, { key, ctrlKey }: KeyboardEvent): Place | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'PageUp':
      return { row: Math.max(0, row - PAGE_ROWS), column }
    case 'PageDown':
      return { row: row + PAGE_ROWS, column }
    case 'Home':
      return ctrlKey ? { row: 0, column: 0 } : { row, column: row === -1 ? 0 : -1 }
    case 'End':
      return { row: ctrlKey ? Infinity : row, column: Infinity }
    default:
      return undefined
  }
}

/** Links of the cells are plain ones, of which there are many: the router hears of a press here. */
function useOpening() {
  const router = useRouter()
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isOwn = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (!link || !isOwn || event.altKey) return
    event.preventDefault()
    router.history.push(link.getAttribute('href')!)
  }
}

export type MatrixState = Exclude<ObligationState, 'ended'>

/** What each letter of the matrix means, in the order of the legend. */
export const matrixStates = {
  l: 'overdue',
  s: 'due_soon',
  o: 'open',
  m: 'met',
  w: 'waived',
  u: 'upcoming',
} as const satisfies Record<string, MatrixState>

export type MatrixLetter = keyof typeof matrixStates

const isMatrixLetter = (letter: string | undefined): letter is MatrixLetter =>
  letter !== undefined && letter in matrixStates

/** What is written into the cells, as the PDF has it: who sees no colours reads it. */
export const matrixSigns: Record<MatrixLetter, string> = {
  l: 'O',
  s: 'S',
  o: 'T',
  m: 'D',
  w: 'W',
  u: 'R',
}

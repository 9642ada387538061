import type { Matrix } from '@frontdesk/contract/matrix'
import { useRouter } from '@tanstack/react-router'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { roleLabels } from '#web/lib/roles.ts'
import './matrix.css'
import { isMatrixLetter, matrixSigns, matrixStates } from './matrix-states.ts'
import type { RegisterParams } from './obligation-params.ts'
import { stateLabels } from './obligation-state.tsx'

const ROW_HEIGHT = 40
const COLUMN_WIDTH = 44
const HEAD_HEIGHT = 168

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

/** As many cells as are on screen, of a table that knows how many there are. */
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
    overscan: 4,
    paddingStart: nameWidth,
    scrollPaddingStart: nameWidth,
  })
  const { active, onKeyDown, onFocus } = useMoving({ matrix, frame, rows, columns })
  const open = useOpening()
  const shown = columns.getVirtualItems()
  const [before, after] = gapsOf(shown, { start: nameWidth, end: columns.getTotalSize() })
  const across = { shown, before, after }
  const below = rows.getVirtualItems()
  const [above, under] = gapsOf(below, { start: HEAD_HEIGHT, end: rows.getTotalSize() })
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
        className="table-fixed border-separate border-spacing-0 text-sm"
        style={{ width: columns.getTotalSize() }}
      >
        <caption className="sr-only">{caption}</caption>
        <Titles items={items} {...across} width={nameWidth} active={active} to={to} />
        <tbody>
          <Gap height={above} />
          {below.map(({ index }) => (
            <Line
              key={people[index]!.user_id}
              matrix={matrix}
              row={index}
              {...across}
              active={active}
              to={to}
            />
          ))}
          <Gap height={under} />
        </tbody>
      </table>
    </div>
  )
}

/** What is left out before and after what is on screen, in pixels. */
function gapsOf(shown: VirtualItem[], { start, end }: { start: number; end: number }) {
  return [(shown[0]?.start ?? start) - start, end - (shown.at(-1)?.end ?? end)] as const
}

function Gap({ height }: { height: number }) {
  return height === 0 ? null : (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it holds the place of lines that are out of sight */}
      <td className="p-0" style={{ height }} />
    </tr>
  )
}

type Across = { shown: VirtualItem[]; before: number; after: number }

type TitlesProps = Across & {
  items: Matrix['items']
  /** Of the names, in pixels. */
  width: number
  active: Place
} & Pick<MatrixGridProps, 'to'>

function Titles({ items, shown, before, after, width, active, to }: TitlesProps) {
  const ground = 'sticky top-0 border-b border-line bg-surface'
  return (
    <thead>
      <tr aria-rowindex={1} style={{ height: HEAD_HEIGHT }}>
        <th
          scope="col"
          aria-colindex={1}
          className={`${ground} left-0 z-3 border-r px-3 pb-2 text-start align-bottom font-medium text-muted`}
          style={{ width }}
        >
          Person
        </th>
        {before > 0 && (
          <td aria-hidden="true" className={`${ground} z-2`} style={{ width: before }} />
        )}
        {shown.map(({ index }) => {
          const item = items[index]!
          return (
            <th
              key={item.item_id}
              scope="col"
              aria-colindex={index + 2}
              className={`${ground} z-2 px-0 pt-0 pb-2 align-bottom font-medium`}
              style={{ width: COLUMN_WIDTH }}
            >
              <a
                href={to({ item: item.item_id, state: 'all' })}
                title={item.title}
                {...cellProps({ row: -1, column: index }, active)}
                className="mx-auto block max-h-36 rotate-180 truncate text-start underline-offset-3 [writing-mode:vertical-rl] hover:underline focus-visible:outline-offset-[-2px]"
              >
                {item.title}
              </a>
            </th>
          )
        })}
        {after > 0 && (
          <td aria-hidden="true" className={`${ground} z-2`} style={{ width: after }} />
        )}
      </tr>
    </thead>
  )
}

type LineProps = Across & { matrix: Matrix; row: number; active: Place } & Pick<
    MatrixGridProps,
    'to'
  >

function Line({ matrix: { people, items }, row, shown, before, after, active, to }: LineProps) {
  const { user_id: person, name, role, cells } = people[row]!
  return (
    <tr aria-rowindex={row + 2} style={{ height: ROW_HEIGHT }}>
      <th
        scope="row"
        aria-colindex={1}
        className="sticky left-0 z-1 border-r border-b border-line bg-surface px-3 py-0 text-start font-normal"
      >
        <a
          href={to({ person, state: 'all' })}
          title={name}
          {...cellProps({ row, column: -1 }, active)}
          className="block truncate leading-tight font-medium underline-offset-3 hover:underline"
        >
          {name}
        </a>
        <span className="block truncate text-xs leading-tight text-muted">{roleLabels[role]}</span>
      </th>
      {before > 0 && <td aria-hidden="true" className="border-b border-line p-0" />}
      {shown.map(({ index }) => {
        const { item_id: item, title } = items[index]!
        return (
          <td key={item} aria-colindex={index + 2} className="border-b border-line p-1">
            <Cell
              letter={cells[index]}
              of={`${name} · ${title}`}
              href={to({ person, item, state: 'all' })}
              {...cellProps({ row, column: index }, active)}
            />
          </td>
        )
      })}
      {after > 0 && <td aria-hidden="true" className="border-b border-line p-0" />}
    </tr>
  )
}

type CellProps = ReturnType<typeof cellProps> & {
  letter: string | undefined
  /** Whose and of what it is. */
  of: string
  href: string
}

function Cell({ letter, of, href, ...props }: CellProps) {
  if (!isMatrixLetter(letter)) {
    return (
      <span {...props} className="matrix-cell" title={`${of} · Not asked`}>
        <span className="sr-only">Not asked</span>
      </span>
    )
  }
  const label = stateLabels[matrixStates[letter]]
  return (
    <a
      {...props}
      href={href}
      aria-label={label}
      title={`${of} · ${label}`}
      data-state={letter}
      className="matrix-cell"
    >
      <span aria-hidden="true">{matrixSigns[letter]}</span>
    </a>
  )
}

const keyOf = ({ row, column }: Place) => `${row} ${column}`

/** One cell can be reached by Tab, the others by the arrows from there. */
const cellProps = (place: Place, active: Place) => ({
  'data-cell': keyOf(place),
  tabIndex: keyOf(place) === keyOf(active) ? 0 : -1,
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

import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { type LoadPage, loadWhole } from '#web/lib/paging.ts'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Checkbox, Select } from './field.tsx'
import { toast } from './toast.tsx'

export type Sort = { key: string; order: 'asc' | 'desc' }

export type HeadColumn = {
  key: string
  header: string
  sortable?: boolean
  align?: 'start' | 'end'
  /** What can be done with a row: no visible header, and a card's upper corner; framed, it ends where the card's words do. */
  actions?: boolean | 'framed'
  /** Left out of rows that have little room, or not much; a card has it. */
  roomy?: boolean | 'very'
}

/** The last column stays in sight, however wide the others are. */
export const actionsPlace = 'rows:sticky rows:right-0 rows:bg-inherit'

type HeadProps = { columns: HeadColumn[]; sort?: Sort; onSort?: (sort: Sort) => void }

type DataTableHeadProps = HeadProps & {
  /** Its words wait for the first rows, which say how wide each column is. */
  waits: boolean
  /** A header cell that stands before the columns. */
  children?: ReactNode
}

export function DataTableHead({ columns, sort, onSort, waits, children }: DataTableHeadProps) {
  return (
    <thead className="cards:sr-only">
      {/* Another row when its words come: what only becomes visible counts as moved. */}
      <tr
        key={waits ? 'waiting' : 'shown'}
        className={classes('border-b border-line bg-surface', waits && 'rows:*:*:invisible')}
      >
        {children}
        {columns.map((column) => (
          <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

type HeaderCellProps = { column: HeadColumn; sort?: Sort; onSort?: (sort: Sort) => void }

function HeaderCell({ column, sort, onSort }: HeaderCellProps) {
  const sorts = column.sortable && onSort
  const order = sort?.key === column.key ? sort.order : undefined
  return (
    <th
      scope="col"
      aria-sort={sorts ? ariaSort(order) : undefined}
      className={classes(
        'h-10 px-2 @min-[52rem]/data-table:px-4 text-sm leading-tight font-medium text-muted first:pl-5 last:pr-5',
        column.actions && actionsPlace,
        column.roomy && (column.roomy === 'very' ? 'snug:hidden' : 'tight:hidden'),
        column.align === 'end' || column.actions ? 'text-end' : 'text-start',
      )}
    >
      {sorts ? (
        <>
          <SortButton
            column={column}
            order={order}
            onPress={() => onSort({ key: column.key, order: order === 'asc' ? 'desc' : 'asc' })}
          />
          <span className="rows:hidden">{column.header}</span>
        </>
      ) : (
        <span className={column.actions ? 'sr-only' : undefined}>{column.header}</span>
      )}
    </th>
  )
}

function ariaSort(order: Sort['order'] | undefined) {
  if (!order) return 'none'
  return order === 'asc' ? 'ascending' : 'descending'
}

type SortButtonProps = { column: HeadColumn; order?: Sort['order']; onPress: () => void }

function SortButton({ column, order, onPress }: SortButtonProps) {
  const Arrow = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <button
      type="button"
      onClick={onPress}
      className={classes(
        'group/sort -mx-1.5 inline-flex min-h-8 cards:hidden items-center text-start gap-1 rounded-sm px-1.5 font-medium',
        'transition-colors hover:bg-hover hover:text-ink',
        column.align === 'end' && 'flex-row-reverse',
        order && 'text-ink',
      )}
    >
      {column.header}
      <Arrow
        className={classes(
          'size-3.5 shrink-0',
          // Where there is little room, only the column that sorts has its arrow.
          !order && 'opacity-50 group-hover/sort:opacity-100 @max-[52rem]/data-table:hidden',
        )}
        aria-hidden="true"
      />
    </button>
  )
}

/** Cards have no header row, so sorting moves above them. */
export function PhoneSort({ columns, sort, onSort }: HeadProps) {
  const sortable = columns.filter((column) => column.sortable)
  if (!onSort || sortable.length === 0) return null
  const order = sort?.order ?? 'asc'
  return (
    <div className="mb-3 flex items-center gap-2 rows:hidden">
      <label className="flex min-w-0 grow items-center gap-2.5 text-sm whitespace-nowrap text-muted">
        Sort by
        <Select
          className="min-w-0 grow"
          value={sort?.key ?? ''}
          onChange={(event) => onSort({ key: event.target.value, order })}
        >
          {!sort && <option value="">Choose</option>}
          {sortable.map((column) => (
            <option key={column.key} value={column.key}>
              {column.header}
            </option>
          ))}
        </Select>
      </label>
      {sort && (
        <IconButton
          variant="secondary"
          label={order === 'asc' ? 'Sort descending' : 'Sort ascending'}
          icon={order === 'asc' ? ArrowUp : ArrowDown}
          onClick={() => onSort({ key: sort.key, order: order === 'asc' ? 'desc' : 'asc' })}
        />
      )}
    </div>
  )
}

/** Rows that are chosen to do something with all of them at once. */
export type RowSelection<Row> = {
  isSelected: (row: Row) => boolean
  onSelect: (rows: Row[], on: boolean) => void
  /** Such as the person's name. */
  labelOf: (row: Row) => string
  /** So many can be chosen for one action. */
  most: number
}

type SelectAllProps<Row> = { rows: Row[]; selection: RowSelection<Row> }

/** Of the rows that are shown; cards have no header row, so theirs stands above them. */
export function SelectAllHeader<Row>({ rows, selection }: SelectAllProps<Row>) {
  const box = useRef<HTMLInputElement>(null)
  const chosen = rows.filter(selection.isSelected).length
  const some = chosen > 0 && chosen < rows.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <th scope="col" className="w-px py-0 pr-1 pl-5 text-start cards:hidden">
      <Checkbox
        ref={box}
        className="-m-2 w-fit p-2"
        label={<span className="sr-only">Select all on this page</span>}
        disabled={rows.length === 0}
        checked={rows.length > 0 && chosen === rows.length}
        onChange={(event) => selection.onSelect(rows, event.target.checked)}
      />
    </th>
  )
}

type SelectMatchingProps<Row> = SelectAllProps<Row> & { total: number; loadPage: LoadPage<Row> }

/** Once all on a page are chosen, offers those on the other pages too. */
export function SelectAllMatching<Row>(props: SelectMatchingProps<Row>) {
  const { rows, selection, total, loadPage } = props
  const [state, setState] = useState<{ busy: boolean; last?: Row }>({ busy: false })
  const isWhole =
    total <= rows.length || (state.last !== undefined && selection.isSelected(state.last))
  if (rows.length === 0 || isWhole || !rows.every(selection.isSelected)) return null
  const choose = async () => {
    setState({ busy: true })
    try {
      const all = await loadWhole(loadPage, selection.most)
      selection.onSelect(all, true)
      setState({ busy: false, last: all.at(-1) })
    } catch (error) {
      setState({ busy: false })
      toast.error(failureOf(error, 'Failed to choose them'))
    }
  }
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      All {rows.length} on this page are chosen.
      <Button variant="secondary" size="sm" busy={state.busy} onClick={() => void choose()}>
        {total > selection.most
          ? `Choose the first ${selection.most} of ${total} that match`
          : `Choose all ${total} that match`}
      </Button>
    </p>
  )
}

type SelectCellProps<Row> = { row: Row; selection: RowSelection<Row> }

export function SelectCell<Row>({ row, selection }: SelectCellProps<Row>) {
  return (
    <td className="w-px py-3 pr-1 pl-5 cards:absolute cards:top-5 cards:left-4 cards:p-0!">
      <Checkbox
        className="-m-2 w-fit p-2"
        label={<span className="sr-only">Select {selection.labelOf(row)}</span>}
        checked={selection.isSelected(row)}
        onChange={(event) => selection.onSelect([row], event.target.checked)}
      />
    </td>
  )
}

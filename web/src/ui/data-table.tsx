import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export type Sort = { key: string; order: 'asc' | 'desc' }

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  align?: 'start' | 'end'
  hideOnPhone?: boolean
}

type DataTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  loading?: boolean
  empty?: ReactNode
  rowHref?: (row: Row) => string
}

/** A table the server sorts and pages; on a phone each row is a card with its headers beside. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, loading = false, empty } = props
  if (!loading && rows.length === 0 && empty) return empty
  return (
    <div>
      <PhoneSort {...props} />
      <div className="sm:overflow-x-auto sm:rounded-lg sm:border sm:border-line sm:bg-surface">
        <table
          aria-busy={loading}
          className="w-full border-collapse text-start tabular-nums max-sm:block"
        >
          <caption className="sr-only">{caption}</caption>
          <thead className="max-sm:sr-only">
            <tr className="border-b border-line">
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} {...props} />
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:grid max-sm:gap-3">
            {rows.length === 0 && loading
              ? [0, 1, 2, 3, 4].map((line) => <SkeletonRow key={line} columns={columns} />)
              : rows.map((row) => <BodyRow key={props.rowKey(row)} row={row} {...props} />)}
          </tbody>
        </table>
      </div>
    </div>
  )
}

type HeaderCellProps<Row> = { column: Column<Row>; sort?: Sort; onSort?: (sort: Sort) => void }

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const order = sort?.key === column.key ? sort.order : undefined
  const Arrow = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown
  const ariaSort = order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'
  return (
    <th
      scope="col"
      aria-sort={column.sortable && onSort ? ariaSort : undefined}
      className={classes(
        'h-10 px-4 text-sm font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5',
        column.align === 'end' ? 'text-end' : 'text-start',
      )}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort({ key: column.key, order: order === 'asc' ? 'desc' : 'asc' })}
          className={classes(
            'group/sort -mx-1.5 inline-flex h-8 items-center gap-1 rounded-sm px-1.5 font-medium',
            'transition-colors hover:bg-hover hover:text-ink',
            order && 'text-ink',
          )}
        >
          {column.header}
          <Arrow
            className={classes('size-3.5', !order && 'opacity-50 group-hover/sort:opacity-100')}
            aria-hidden="true"
          />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

type BodyRowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rowHref' | 'loading'> & { row: Row }

function BodyRow<Row>({ row, columns, rowHref, loading }: BodyRowProps<Row>) {
  const href = rowHref?.(row)
  return (
    <tr
      className={classes(
        'relative border-line transition-colors not-last:border-b max-sm:grid max-sm:gap-1.5',
        'max-sm:rounded-lg max-sm:border max-sm:bg-surface max-sm:p-4',
        href && 'linked-row hover:bg-hover',
        loading && 'opacity-60',
      )}
    >
      {columns.map((column, index) => (
        <td key={column.key} className={cellClasses(column, index)}>
          {index > 0 && <PhoneLabel>{column.header}</PhoneLabel>}
          {index === 0 && href ? (
            <PathLink to={href} className="row-link font-medium">
              {column.cell(row)}
            </PathLink>
          ) : (
            <div className="min-w-0">{column.cell(row)}</div>
          )}
        </td>
      ))}
    </tr>
  )
}

function cellClasses<Row>(column: Column<Row>, index: number) {
  return classes(
    'px-4 py-3 first:pl-5 last:pr-5 max-sm:p-0! sm:align-middle',
    index > 0 && 'max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4',
    column.align === 'end' ? 'sm:text-end' : 'sm:text-start',
    column.hideOnPhone && 'max-sm:hidden',
  )
}

/** Seen only: on a phone the real headers are still there for screen readers. */
function PhoneLabel({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="shrink-0 text-sm text-muted sm:hidden">
      {children}
    </span>
  )
}

function SkeletonRow<Row>({ columns }: { columns: Column<Row>[] }) {
  return (
    <tr className="border-line not-last:border-b max-sm:grid max-sm:gap-2.5 max-sm:rounded-lg max-sm:border max-sm:bg-surface max-sm:p-4">
      {columns.map((column, index) => (
        <td key={column.key} className={cellClasses(column, index)}>
          <Skeleton className={index === 0 ? 'h-4 w-36' : 'ml-0 h-4 w-20'} />
        </td>
      ))}
    </tr>
  )
}

function PhoneSort<Row>({ columns, sort, onSort }: DataTableProps<Row>) {
  const sortable = columns.filter((column) => column.sortable)
  if (!onSort || sortable.length === 0) return null
  const order = sort?.order ?? 'asc'
  return (
    <div className="mb-3 flex items-center gap-2 sm:hidden">
      <label className="flex min-w-0 grow items-center gap-2 text-sm text-muted">
        Sort by
        <select
          value={sort?.key ?? ''}
          onChange={(event) => onSort({ key: event.target.value, order })}
          className="h-10 min-w-0 grow rounded-md border border-line-control bg-surface px-2 text-ink"
        >
          {!sort && <option value="">…</option>}
          {sortable.map((column) => (
            <option key={column.key} value={column.key}>
              {column.header}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

type PagerProps = {
  page: number
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
  total?: number
}

export function Pager({ page, hasPrevious, hasNext, onPrevious, onNext, total }: PagerProps) {
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-4">
      <p className="text-sm text-muted tabular-nums" aria-live="polite">
        Page {page}
        {total !== undefined && ` · ${total} in all`}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" disabled={!hasPrevious} onClick={onPrevious}>
          Previous
        </Button>
        <Button variant="secondary" size="sm" disabled={!hasNext} onClick={onNext}>
          Next
        </Button>
      </div>
    </nav>
  )
}

import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { DataTableHead, PhoneSort, type HeadColumn, type Sort } from './data-table-head.tsx'
import { SelectAllHeader, SelectCell, type RowSelection } from './data-table-selection.tsx'
import { PathLink } from './path-link.tsx'
import { Skeleton } from './skeleton.tsx'

export type Column<Row> = HeadColumn & {
  cell: (row: Row) => ReactNode
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
  selection?: RowSelection<Row>
}

/** A table the server sorts and pages; on a phone each row is a card with its headers beside. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, sort, onSort, loading = false } = props
  const { empty, selection } = props
  if (!loading && rows.length === 0 && empty) return empty
  return (
    <div>
      <PhoneSort columns={columns} sort={sort} onSort={onSort} />
      <div className="sm:overflow-x-auto sm:rounded-lg sm:border sm:border-line sm:bg-surface">
        <table aria-busy={loading} className="w-full border-collapse tabular-nums max-sm:block">
          <caption className="sr-only">{caption}</caption>
          <DataTableHead columns={columns} sort={sort} onSort={onSort}>
            {selection && <SelectAllHeader rows={rows} selection={selection} />}
          </DataTableHead>
          <tbody className="max-sm:grid max-sm:gap-3">
            {rows.length === 0 && loading
              ? [0, 1, 2, 3, 4].map((line) => (
                  <SkeletonRow key={line} columns={columns} selects={Boolean(selection)} />
                ))
              : rows.map((row) => (
                  <BodyRow
                    key={rowKey(row)}
                    row={row}
                    columns={columns}
                    href={rowHref?.(row)}
                    stale={loading}
                    selection={selection}
                  />
                ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const rowClasses = classes(
  'relative border-line not-last:border-b max-sm:grid max-sm:gap-2 max-sm:rounded-lg',
  'max-sm:border max-sm:bg-surface max-sm:p-4',
)

function cellClasses<Row>(column: Column<Row>, index: number, selects = false) {
  if (column.actions) {
    return 'px-4 py-2 text-end last:pr-4 max-sm:absolute max-sm:top-2 max-sm:right-2 max-sm:p-0!'
  }
  return classes(
    'px-4 py-3 first:pl-5 last:pr-5 max-sm:p-0!',
    index === 0
      ? 'wrap-anywhere max-sm:mb-1 max-sm:pr-10!'
      : 'phone-row max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4',
    index === 0 && selects && 'max-sm:pl-8!',
    column.align === 'end' ? 'sm:text-end' : 'sm:text-start',
    column.hideOnPhone && 'max-sm:hidden',
  )
}

type BodyRowProps<Row> = {
  row: Row
  columns: Column<Row>[]
  href?: string
  stale: boolean
  selection?: RowSelection<Row>
}

function BodyRow<Row>({ row, columns, href, stale, selection }: BodyRowProps<Row>) {
  return (
    <tr
      className={classes(
        rowClasses,
        'transition-[background-color,opacity]',
        href && 'linked-row hover:bg-hover',
        stale && 'opacity-60',
        selection?.isSelected(row) && 'bg-accent-soft!',
      )}
    >
      {selection && <SelectCell row={row} selection={selection} />}
      {columns.map((column, index) => (
        <td
          key={column.key}
          data-label={column.header}
          className={cellClasses(column, index, Boolean(selection))}
        >
          {index === 0 && href ? (
            <PathLink to={href} className="row-link font-medium">
              {column.cell(row)}
            </PathLink>
          ) : (
            <div className="min-w-0 max-sm:wrap-anywhere">{column.cell(row)}</div>
          )}
        </td>
      ))}
    </tr>
  )
}

function SkeletonRow<Row>({ columns, selects }: { columns: Column<Row>[]; selects: boolean }) {
  return (
    <tr className={rowClasses}>
      {selects && (
        <td className="pl-5 max-sm:hidden">
          <Skeleton className="size-4.5" />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.key} data-label={column.header} className={cellClasses(column, index)}>
          {!column.actions && (
            <Skeleton
              className={classes(
                'my-1 h-4',
                index === 0 ? 'w-40' : 'w-20',
                column.align === 'end' && 'sm:ml-auto',
              )}
            />
          )}
        </td>
      ))}
    </tr>
  )
}

type PagerProps = {
  page: number
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
  total?: number
  /** Whether there are more than `total`. */
  more?: boolean
}

export function Pager(props: PagerProps) {
  const { page, hasPrevious, hasNext, onPrevious, onNext, total, more = false } = props
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-4">
      <p className="text-sm text-muted tabular-nums" aria-live="polite">
        Page {page}
        {total !== undefined &&
          ` · ${more ? `more than ${total.toLocaleString('en-US')}` : total} in all`}
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

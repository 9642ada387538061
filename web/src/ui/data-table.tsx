import type { ReactNode } from 'react'
import { countText } from '#web/lib/format.ts'
import type { LoadPage, useCursorStack } from '#web/lib/paging.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import {
  actionsPlace,
  DataTableHead,
  type HeadColumn,
  PhoneSort,
  type RowSelection,
  SelectAllHeader,
  SelectAllMatching,
  SelectCell,
  type Sort,
} from './data-table-head.tsx'
import { PrintableTable } from './data-table-print.tsx'
import { PathLink } from './path-link.tsx'
import { Skeleton } from './skeleton.tsx'

export type Column<Row> = HeadColumn & {
  cell: (row: Row) => ReactNode
  /** Gives way where the table is narrow: a title down to 6rem, an address, and a person with a picture less. */
  shrinks?: keyof typeof least
}

const least = {
  title: 'rows:grid-cols-[minmax(6rem,1fr)]',
  address: 'rows:grid-cols-[minmax(10.5rem,1fr)] tight:grid-cols-[minmax(8rem,1fr)]',
  person: 'rows:grid-cols-[minmax(13.5rem,1fr)] tight:grid-cols-[minmax(9.5rem,1fr)]',
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
  /** How many there are on all pages, and how to get them: to print and to choose them all. */
  total?: number | null
  loadPage?: LoadPage<Row>
}

/** A table the server sorts and pages; in a narrow place each row is a card with its headers beside. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, sort, onSort, loading = false } = props
  const { empty, selection, loadPage, total } = props
  if (!loading && rows.length === 0 && empty) return empty
  const waits = rows.length === 0 && loading
  return (
    <div className="@container/data-table">
      <PhoneSort columns={columns} sort={sort} onSort={onSort} />
      {selection && loadPage && total && (
        <SelectAllMatching rows={rows} selection={selection} total={total} loadPage={loadPage} />
      )}
      <div className="rows:overflow-x-auto rows:rounded-lg rows:border rows:border-line rows:bg-surface">
        <table aria-busy={loading} className="w-full border-collapse tabular-nums cards:block">
          <caption className="sr-only">{caption}</caption>
          <DataTableHead columns={columns} sort={sort} onSort={onSort} waits={waits}>
            {selection && <SelectAllHeader rows={rows} selection={selection} />}
          </DataTableHead>
          <tbody className="cards:grid cards:grid-cols-[minmax(0,1fr)] cards:gap-3">
            {waits
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
      <PrintableTable {...{ caption, columns, rows, rowKey, loadPage }} />
    </div>
  )
}

const rowClasses = classes(
  'relative border-line bg-surface not-last:border-b cards:grid cards:gap-2 cards:rounded-lg',
  'cards:border cards:p-4',
)

/** What else a row has, which the words of its first cell stay clear of on a card. */
type Around = { selects: boolean; corner: keyof typeof clearOf | undefined }

const clearOf = { icon: 'cards:pr-10!', framed: 'cards:pr-20!' }

function aroundOf<Row>(columns: Column<Row>[], selects: boolean): Around {
  const actions = columns.find((column) => column.actions)?.actions
  return { selects, corner: actions === true ? 'icon' : actions || undefined }
}

function cellClasses<Row>(column: Column<Row>, index: number, around: Around) {
  if (column.actions) {
    return classes(
      'px-2 py-2 text-end last:pr-4 cards:absolute cards:p-0!',
      column.actions === 'framed' ? 'cards:top-3 cards:right-4' : 'cards:top-2 cards:right-2',
      actionsPlace,
    )
  }
  return classes(
    'px-2 py-3 first:pl-5 last:pr-5 @min-[52rem]/data-table:px-4 cards:p-0!',
    index === 0
      ? classes('cards:mb-1', around.corner && clearOf[around.corner])
      : 'card-line cards:flex cards:items-baseline cards:justify-between cards:gap-4',
    index === 0 && around.selects && 'cards:pl-8!',
    column.align === 'end' ? 'rows:text-end' : 'rows:text-start',
    column.roomy && (column.roomy === 'very' ? 'snug:hidden' : 'tight:hidden'),
  )
}

/** As a grid it asks the table for the least and takes what its words want where there is room. */
const contentClasses = <Row,>({ shrinks, actions }: Column<Row>) =>
  classes(
    'min-w-0',
    !actions && 'cards:wrap-anywhere cards:[.card-line>&]:text-end',
    shrinks && `rows:grid rows:*:min-w-0 ${least[shrinks]}`,
  )

type BodyRowProps<Row> = {
  row: Row
  columns: Column<Row>[]
  href?: string
  stale: boolean
  selection?: RowSelection<Row>
}

function BodyRow<Row>({ row, columns, href, stale, selection }: BodyRowProps<Row>) {
  const around = aroundOf(columns, Boolean(selection))
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
          className={cellClasses(column, index, around)}
        >
          {index === 0 && href ? (
            <div className={contentClasses(column)}>
              <PathLink to={href} className="row-link font-medium">
                {column.cell(row)}
              </PathLink>
            </div>
          ) : (
            <div className={contentClasses(column)}>{column.cell(row)}</div>
          )}
        </td>
      ))}
    </tr>
  )
}

function SkeletonRow<Row>({ columns, selects }: { columns: Column<Row>[]; selects: boolean }) {
  const around = aroundOf(columns, false)
  return (
    <tr className={rowClasses}>
      {selects && (
        <td className="pl-5 cards:hidden">
          <Skeleton className="size-4.5" />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          data-label={column.header}
          className={cellClasses(column, index, around)}
        >
          {!column.actions && (
            <Skeleton
              className={classes(
                'my-1 h-4',
                index === 0 ? 'w-40' : 'w-20',
                column.align === 'end' && 'rows:ml-auto',
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
        {total !== undefined && ` · ${countText(total, more)} in all`}
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

/** Rows on a page of a large table. */
export const TABLE_PAGE = 25

type CursorPagerProps = {
  stack: ReturnType<typeof useCursorStack>
  answer:
    | { data: unknown[]; nextCursor: string | null; total: number | null; more?: boolean }
    | undefined
}

/** Back and forth through a list that only knows its next page. */
export function CursorPager({ stack, answer }: CursorPagerProps) {
  if (!answer || (answer.data.length === 0 && stack.page === 1)) return null
  const { nextCursor, total, more = false } = answer
  return (
    <Pager
      page={stack.page}
      hasPrevious={stack.page > 1}
      hasNext={nextCursor !== null}
      onPrevious={stack.toPrevious}
      onNext={() => {
        if (nextCursor !== null) stack.toNext(nextCursor)
      }}
      total={total ?? undefined}
      more={more}
    />
  )
}

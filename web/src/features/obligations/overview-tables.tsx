import type { ItemStanding, Overview } from '@frontdesk/contract/obligations'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveAs } from '#web/lib/files.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import type { RegisterParams } from './obligation-params.ts'

type Line = (string | number)[]

type TableSectionProps = {
  title: string
  description?: ReactNode
  /** Names the CSV; without the ending. */
  file: string
  /** All that the section shows, the headers first. */
  lines: () => Line[]
  children: ReactNode
}

/** A table or a picture of the overview, with its numbers as CSV. */
export function TableSection({ title, description, file, lines, children }: TableSectionProps) {
  // Excel takes a file without the mark for another encoding.
  const save = () =>
    saveAs(new Blob([`\uFEFF${csvOf(lines())}`], { type: 'text/csv;charset=utf-8' }), `${file}.csv`)
  return (
    <Section
      title={title}
      description={description}
      actions={
        <Button variant="ghost" size="sm" icon={Download} onClick={save}>
          CSV<span className="sr-only"> of {title.toLowerCase()}</span>
        </Button>
      }
    >
      {children}
    </Section>
  )
}

/** A cell that a spreadsheet would take for a formula is kept as text, as the server's files have it. */
const cellOf = (value: string | number) => {
  const text =
    typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A small table that is on screen, as CSV. */
export const csvOf = (lines: Line[]): string =>
  lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')

type StandingRow = ItemStanding & {
  key: string
  name: string
  note?: string
  filter: Partial<RegisterParams>
}

type StandingTableProps = {
  title: string
  nameHeader: string
  /** Names the CSV. */
  file: string
  rows: StandingRow[]
  /** The register, narrowed. */
  to: (filters: Partial<RegisterParams>) => string
}

const standingCell = 'px-3 py-2.5 first:pl-5 last:pr-5'
const headers = ['Asked', 'Done', 'Overdue', 'Due soon', 'Percent done']

/** How each of a few things stands: a bar for the eye, and every number as a way to the people. */
export function StandingTable({ title, nameHeader, file, rows, to }: StandingTableProps) {
  if (rows.length === 0) return null
  return (
    <TableSection
      title={title}
      file={file}
      lines={() => [
        [nameHeader, ...headers],
        ...rows.map((row) => [
          row.name,
          row.asked,
          row.met,
          row.overdue,
          row.due_soon,
          row.percent,
        ]),
      ]}
    >
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <table className="w-full table-fixed border-collapse tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead className="border-b border-line text-sm text-muted max-sm:sr-only">
            <tr>
              <th scope="col" className={`${standingCell} text-start font-medium`}>
                {nameHeader}
              </th>
              <th scope="col" className={`${standingCell} w-[34%] text-start font-medium`}>
                Done
              </th>
              <th scope="col" className={`${standingCell} w-24 text-end font-medium`}>
                Overdue
              </th>
              <th scope="col" className={`${standingCell} w-24 text-end font-medium`}>
                Soon
              </th>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {rows.map((row) => (
              <StandingLine key={row.key} row={row} to={to} />
            ))}
          </tbody>
        </table>
      </div>
    </TableSection>
  )
}

function StandingLine({ row, to }: { row: StandingRow; to: StandingTableProps['to'] }) {
  return (
    <tr className="border-line not-last:border-b max-sm:grid max-sm:grid-cols-1 max-sm:gap-1 max-sm:px-4 max-sm:py-3">
      <th scope="row" className={`${standingCell} text-start font-medium max-sm:p-0!`}>
        <PathLink
          to={to({ ...row.filter, state: 'all' })}
          className="block wrap-break-word underline-offset-3 hover:underline"
        >
          {row.name}
        </PathLink>
        {row.note && <span className="block text-sm font-normal text-muted">{row.note}</span>}
      </th>
      <td className={`${standingCell} max-sm:p-0!`}>
        <StandingBar {...row} />
        <PathLink
          to={to({ ...row.filter, state: 'met' })}
          className="mt-1 block text-sm text-muted underline-offset-3 hover:underline"
        >
          {row.met} of {row.asked} done · {row.percent}%
        </PathLink>
      </td>
      <CountCell label="overdue" count={row.overdue} to={to({ ...row.filter, state: 'overdue' })} />
      <CountCell
        label="due soon"
        count={row.due_soon}
        to={to({ ...row.filter, state: 'due_soon' })}
      />
    </tr>
  )
}

type CountCellProps = { label: string; count: number; to: string }

function CountCell({ label, count, to }: CountCellProps) {
  const isBad = label === 'overdue' && count > 0
  return (
    <td
      className={`${standingCell} text-end max-sm:p-0! max-sm:text-start ${count === 0 ? 'max-sm:hidden' : ''}`}
    >
      {count === 0 ? (
        <span className="text-muted">–</span>
      ) : (
        <PathLink
          to={to}
          className={`underline-offset-3 hover:underline ${isBad ? 'font-semibold text-danger' : ''}`}
        >
          {count}
          <span className="sm:sr-only"> {label}</span>
        </PathLink>
      )}
    </td>
  )
}

/** Done is full, overdue is hatched and the rest is empty: told apart without any hue. */
function StandingBar({ asked, met, overdue }: ItemStanding) {
  const share = (count: number) => `${asked === 0 ? 0 : (100 * count) / asked}%`
  return (
    <svg
      aria-hidden="true"
      className="block h-2.5 w-full overflow-hidden rounded-full"
      role="presentation"
    >
      <Hatching id="overdue-hatching" />
      <rect width="100%" height="100%" fill="var(--neutral-soft)" />
      <rect width={share(met)} height="100%" fill="var(--accent)" />
      <rect x={share(met)} width={share(overdue)} height="100%" fill="url(#overdue-hatching)" />
    </svg>
  )
}

/** The pattern of what is overdue, wherever it is drawn. */
function Hatching({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" fill="var(--danger-soft)" />
        <rect width="2.5" height="5" fill="var(--danger)" />
      </pattern>
    </defs>
  )
}

type Month = Overview['trend'][number]

const HEIGHT = 180
/** Drawn for its place, so that its words are never scaled down to nothing. */
const WIDE = { id: 'trend-wide', width: 720, bar: 34, font: 12, className: 'max-sm:hidden' }
const NARROW = { id: 'trend-narrow', width: 312, bar: 16, font: 10, className: 'sm:hidden' }

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const fullName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const dateOf = ({ month }: Month) => new Date(`${month}-01T00:00:00Z`)

/** Twelve months, each as it stood at its end: a picture, and the table that it is drawn from. */
export function Trend({ months }: { months: Month[] }) {
  if (months.every(({ asked }) => asked === 0)) return null
  return (
    <TableSection
      title="Twelve months"
      description="How many obligations were asked for, done and overdue at each month’s end."
      file="trend"
      lines={() => [
        ['Month', 'Asked', 'Done', 'Overdue'],
        ...months.map(({ month, asked, met, overdue }) => [month, asked, met, overdue]),
      ]}
    >
      <div className="rounded-lg border border-line bg-surface p-(--card-pad)">
        <Legend />
        <TrendPicture months={months} place={WIDE} />
        <TrendPicture months={months} place={NARROW} />
        <details className="mt-4 border-t border-line pt-3">
          <summary className="w-fit cursor-pointer text-sm font-medium text-muted hover:text-ink">
            As a table
          </summary>
          <TrendTable months={months} />
        </details>
      </div>
    </TableSection>
  )
}

type TrendPictureProps = { months: Month[]; place: typeof WIDE }

function TrendPicture({ months, place }: TrendPictureProps) {
  const { id, width, bar, font, className } = place
  const column = width / months.length
  const most = Math.max(...months.map(({ asked }) => asked), 1)
  const tall = (count: number) => (HEIGHT * count) / most
  return (
    <svg
      viewBox={`0 -14 ${width} ${HEIGHT + 40}`}
      className={`mt-4 block w-full ${className}`}
      aria-hidden="true"
    >
      <Hatching id={id} />
      <line x1={0} x2={width} y1={HEIGHT} y2={HEIGHT} stroke="var(--line-strong)" />
      {months.map((month, index) => {
        const x = index * column + (column - bar) / 2
        const { asked, met, overdue } = month
        return (
          <g key={month.month}>
            <rect
              x={x}
              y={HEIGHT - tall(asked)}
              width={bar}
              height={tall(asked)}
              fill="var(--neutral-soft)"
              stroke="var(--line-strong)"
            />
            <rect
              x={x}
              y={HEIGHT - tall(met)}
              width={bar}
              height={tall(met)}
              fill="var(--accent)"
            />
            <rect
              x={x}
              y={HEIGHT - tall(met) - tall(overdue)}
              width={bar}
              height={tall(overdue)}
              fill={`url(#${id})`}
            />
            {asked > 0 && (
              <text
                x={x + bar / 2}
                y={HEIGHT - tall(asked) - 5}
                textAnchor="middle"
                fontSize={font}
                fill="var(--ink)"
              >
                {Math.floor((100 * met) / asked)}%
              </text>
            )}
            <text
              x={x + bar / 2}
              y={HEIGHT + 18}
              textAnchor="middle"
              fontSize={font}
              fill="var(--muted)"
            >
              {monthName.format(dateOf(month))}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function Legend() {
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      {[
        ['var(--accent)', 'Done'],
        ['url(#legend-hatching)', 'Overdue'],
        ['var(--neutral-soft)', 'To do'],
      ].map(([fill, label]) => (
        <li key={label} className="flex items-center gap-2">
          <svg className="size-3.5 rounded-xs border border-line-strong">
            <Hatching id="legend-hatching" />
            <rect width="100%" height="100%" fill={fill} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}

function TrendTable({ months }: { months: Month[] }) {
  const cell = 'px-3 py-1.5 text-end first:pl-0 first:text-start'
  return (
    <table className="mt-3 w-full max-w-xl border-collapse text-sm tabular-nums">
      <caption className="sr-only">Twelve months</caption>
      <thead className="text-muted">
        <tr>
          {['Month', 'Asked', 'Done', 'Overdue'].map((header) => (
            <th key={header} scope="col" className={`${cell} font-medium`}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month} className="border-t border-line">
            <th scope="row" className={`${cell} font-normal`}>
              {fullName.format(dateOf(month))}
            </th>
            <td className={cell}>{month.asked}</td>
            <td className={cell}>{month.met}</td>
            <td className={cell}>{month.overdue}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

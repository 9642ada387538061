import type { ItemStanding } from '@frontdesk/contract/obligations'
import { PathLink } from '#web/ui/path-link.tsx'
import type { RegisterParams } from './obligation-params.ts'
import { TableSection } from './table-section.tsx'

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

const cell = 'px-3 py-2.5 first:pl-5 last:pr-5'
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
              <th scope="col" className={`${cell} text-start font-medium`}>
                {nameHeader}
              </th>
              <th scope="col" className={`${cell} w-[34%] text-start font-medium`}>
                Done
              </th>
              <th scope="col" className={`${cell} w-24 text-end font-medium`}>
                Overdue
              </th>
              <th scope="col" className={`${cell} w-24 text-end font-medium`}>
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
      <th scope="row" className={`${cell} text-start font-medium max-sm:p-0!`}>
        <PathLink
          to={to({ ...row.filter, state: 'all' })}
          className="block wrap-break-word underline-offset-3 hover:underline"
        >
          {row.name}
        </PathLink>
        {row.note && <span className="block text-sm font-normal text-muted">{row.note}</span>}
      </th>
      <td className={`${cell} max-sm:p-0!`}>
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
      className={`${cell} text-end max-sm:p-0! max-sm:text-start ${count === 0 ? 'max-sm:hidden' : ''}`}
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
export function Hatching({ id }: { id: string }) {
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

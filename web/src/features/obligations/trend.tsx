import type { Overview } from '@frontdesk/contract/obligations'
import { Hatching } from './standing-table.tsx'
import { TableSection } from './table-section.tsx'

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

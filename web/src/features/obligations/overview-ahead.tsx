import type { EndingCertificate } from '@frontdesk/contract/certificates'
import { CERTIFICATES_AHEAD_DAYS, IDLE_DAYS } from '@frontdesk/contract/constants'
import type { Overview } from '@frontdesk/contract/obligations'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { download } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { type Column, CursorPager, DataTable } from '#web/ui/data-table.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { type RegisterParams, registerPath } from './obligation-params.ts'
import { endingCertificatesQuery, obligationsQuery, openStepsQuery } from './obligations.api.ts'
import { registerColumns, stepColumns, WhoseRow } from './register-columns.tsx'
import { TableSection } from './overview-tables.tsx'

/** So many rows of a list are shown; the register has all. */
const SHOWN = 6

const still = <Row,>(columns: Column<Row>[]) =>
  columns.map((column) => ({ ...column, sortable: false }))
const dueColumns = still(registerColumns('everybody'))
const stuckColumns = still(stepColumns('everybody'))

/** What must be done within a week, runs that stand still, certificates that end, and renewals. */
export function Ahead({ ahead }: { ahead: NonNullable<Overview['ahead']> }) {
  return (
    <>
      <DueThisWeek />
      {ahead.stuck_runs > 0 && <StuckRuns count={ahead.stuck_runs} />}
      {ahead.certificates_ending > 0 && <EndingCertificates count={ahead.certificates_ending} />}
      <Renewals renewals={ahead.renewals} />
    </>
  )
}

function DueThisWeek() {
  const query = { state: 'due_soon', sort: 'due_at' } as const
  const { data } = useQuery(obligationsQuery('everybody', { ...query, limit: SHOWN }))
  if (!data || data.data.length === 0) return null
  return (
    <ListSection
      title="Due this week"
      description="What has to be done within 7 days."
      all={{ state: 'due_soon' }}
      total={data.total ?? data.data.length}
      fetchFile={async () => download('GET /admin/obligations.csv', { query })}
    >
      <DataTable
        caption="Due this week"
        columns={dueColumns}
        rows={data.data}
        rowKey={({ id }) => id}
      />
    </ListSection>
  )
}

function StuckRuns({ count }: { count: number }) {
  const query = { state: 'stuck', sort: 'waiting_since' } as const
  const { data } = useQuery(openStepsQuery('everybody', { ...query, limit: SHOWN }))
  return (
    <ListSection
      title={count === 1 ? '1 run is stuck' : `${count} runs are stuck`}
      description={`A run is stuck when it is overdue, or when none of its steps was ticked for ${IDLE_DAYS} days.`}
      all={{ kind: 'step', state: 'stuck' }}
      total={count}
      fetchFile={async () => download('GET /admin/open-steps.csv', { query })}
    >
      <DataTable
        caption="Stuck runs"
        columns={stuckColumns}
        rows={data?.data ?? []}
        rowKey={({ id }) => id}
        loading={!data}
      />
    </ListSection>
  )
}

function EndingCertificates({ count }: { count: number }) {
  const stack = useCursorStack('')
  const { data, isPlaceholderData } = useQuery(
    endingCertificatesQuery({ limit: SHOWN, cursor: stack.cursor }),
  )
  return (
    <ListSection
      title={count === 1 ? '1 certificate ends' : `${count} certificates end`}
      description={`Within ${CERTIFICATES_AHEAD_DAYS} days: then the training or test has to be done again.`}
      total={count}
      fetchFile={async () => download('GET /admin/certificates/ending.csv')}
    >
      <DataTable
        caption="Certificates that end"
        columns={certificateColumns}
        rows={data?.data ?? []}
        rowKey={({ id }) => id}
        loading={!data || isPlaceholderData}
      />
      {count > SHOWN && <CursorPager stack={stack} answer={data} />}
    </ListSection>
  )
}

const certificateColumns: Column<EndingCertificate>[] = [
  {
    key: 'user_name',
    header: 'Person',
    cell: (row) => <WhoseRow scope="everybody" {...row} />,
  },
  {
    key: 'title',
    header: 'Certificate',
    cell: ({ user_id: person, test_id: item, title }) => (
      <PathLink
        to={registerPath({ person, item, state: 'all' })}
        className="block underline-offset-3 hover:underline max-sm:wrap-anywhere"
      >
        {title}
      </PathLink>
    ),
  },
  {
    key: 'completed_at',
    header: 'Earned',
    cell: ({ completed_at: at }) => <Day at={at} />,
  },
  { key: 'ends_at', header: 'Ends', cell: ({ ends_at: at }) => <Day at={at} /> },
]

const Day = ({ at }: { at: string }) => (
  <time dateTime={at} className="whitespace-nowrap">
    {formatDate(at)}
  </time>
)

type ListSectionProps = {
  title: string
  description: string
  /** The register of all of them, where it has them. */
  all?: Partial<RegisterParams>
  total: number
  fetchFile: () => Promise<{ blob: Blob; filename: string }>
  children: ReactNode
}

/** The first rows of a list, the way to all of them, and all of them as CSV. */
function ListSection({ title, description, all, total, fetchFile, children }: ListSectionProps) {
  return (
    <Section
      title={title}
      description={description}
      actions={
        <>
          {all && total > SHOWN && (
            <ButtonLink to="/admin/outstanding" search={all} variant="secondary" size="sm">
              Show all {total.toLocaleString('en-US')}
            </ButtonLink>
          )}
          <ExportButton of={title.toLowerCase()} fetchFile={fetchFile} />
        </>
      }
    >
      {children}
    </Section>
  )
}

const monthName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const nameOf = (month: string | null) =>
  month === null ? 'Later' : monthName.format(new Date(`${month}-01T00:00:00Z`))

type RenewalsProps = { renewals: NonNullable<Overview['ahead']>['renewals'] }

/** In which month how much will be asked for again. */
function Renewals({ renewals }: RenewalsProps) {
  const shown = renewals.filter(({ count }) => count > 0)
  if (shown.length === 0) return null
  const most = Math.max(...shown.map(({ count }) => count))
  return (
    <TableSection
      title="Renewals ahead"
      description="What will be asked for again, by the month in which it is."
      file="renewals"
      lines={() => [
        ['Month', 'Renewals'],
        ...renewals.map(({ month, count }) => [month ?? 'Later', count]),
      ]}
    >
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <table className="w-full table-fixed border-collapse tabular-nums">
          <caption className="sr-only">Renewals ahead</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Renewals</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ month, from, to, count }) => (
              <tr key={month ?? 'later'} className="border-line not-last:border-b">
                <th
                  scope="row"
                  className="w-44 px-5 py-2.5 text-start font-medium max-sm:w-40 max-sm:px-4"
                >
                  {nameOf(month)}
                </th>
                <td className="py-2.5 pr-5">
                  <MonthLink renewals={{ from, to, count }} most={most} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </TableSection>
  )
}

type MonthLinkProps = {
  renewals: Pick<RenewalsProps['renewals'][number], 'from' | 'to' | 'count'>
  most: number
}

/** As long as the number is large, on the way to what it counts. */
function MonthLink({ renewals: { from, to, count }, most }: MonthLinkProps) {
  return (
    <PathLink
      to={registerPath({ state: 'upcoming', opens_from: from, opens_to: to ?? '' })}
      className="group flex items-center gap-3"
    >
      <svg aria-hidden="true" className="block h-2.5 min-w-0 grow">
        <rect width={`${(100 * count) / most}%`} height="100%" rx="5" fill="var(--accent)" />
      </svg>
      <span className="w-14 text-end underline-offset-3 group-hover:underline">
        {count.toLocaleString('en-US')}
        <span className="sr-only"> {count === 1 ? 'renewal' : 'renewals'}</span>
      </span>
    </PathLink>
  )
}

import { ITEMS, requiredKind } from '@frontdesk/contract/items'
import type { Overview } from '@frontdesk/contract/obligations'
import { useQuery } from '@tanstack/react-query'
import { BellRing, Grid3x3 } from 'lucide-react'
import { useContext } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { ownTimeZoneQuery } from '#web/lib/time-zones.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { PrintHead, usePageTitle } from '#web/lib/page-title.ts'
import { roleLabels } from '#web/lib/account-words.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CardLink, Section } from '#web/ui/card.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { classes } from '#web/ui/classes.ts'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import '#web/ui/print-sheet.css'
import { isDay, momentOf, registerPath, type RegisterParams } from './obligation-params.ts'
import { overviewQuery, whoIsBehind } from '#web/lib/overview.ts'
import { Ahead } from './overview-ahead.tsx'
import { AsOfField } from './register-filters.tsx'
import { StandingTable, Trend } from './overview-tables.tsx'

const readDay = (raw: Record<string, unknown>) => ({ as_of: isDay(raw.as_of) ? raw.as_of : '' })

/** How the brokerage stands: who is behind, with what, and how it came there. */
export function OverviewPage() {
  usePageTitle('Overview · Admin Panel')
  const { params, change } = useSearchParams(readDay)
  const { data: zones } = useQuery(ownTimeZoneQuery)
  const zone = zones?.brokerage_time_zone
  const asOf = momentOf(params.as_of, zone ?? 'UTC')
  const query = useQuery({
    ...overviewQuery(asOf),
    // Which moment a day ends at is known with the brokerage's time zone.
    enabled: params.as_of === '' || zone !== undefined,
  })
  return (
    <>
      <PageHeader
        title="Admin Panel"
        actions={
          <>
            <ButtonLink
              to="/admin/matrix"
              search={{ as_of: params.as_of || undefined }}
              variant="secondary"
              icon={Grid3x3}
            >
              Person by person
            </ButtonLink>
            <AsOfField value={params.as_of} onChange={(day) => change({ as_of: day })} />
          </>
        }
      />
      <AdminTabs />
      {asOf !== undefined && (
        <div className="mb-6">
          <Notice
            action={
              <Button variant="secondary" size="sm" onClick={() => change({ as_of: '' })}>
                Back to now
              </Button>
            }
          >
            How it stood at the end of {formatDate(`${params.as_of}T12:00:00`)}. Roles and teams are
            those of today.
          </Notice>
        </div>
      )}
      {query.data ? (
        <Sheet
          overview={query.data}
          day={asOf === undefined ? '' : params.as_of}
          readAt={query.dataUpdatedAt}
        />
      ) : query.error ? (
        <ErrorPanel title="Failed to load the overview" onRetry={() => void query.refetch()}>
          {messageOf(query.error, 'Please try again.')}
        </ErrorPanel>
      ) : (
        <div aria-busy="true" className="grid gap-6">
          <CardSkeleton />
          <CardSkeleton />
        </div>
      )}
    </>
  )
}

type SheetProps = {
  overview: Overview
  /** A past day; empty for now. */
  day: string
  /** When it was read, in milliseconds since 1970. */
  readAt: number
}

function Sheet({ overview, day, readAt }: SheetProps) {
  /** The register of the same day, narrowed. */
  const to = (filters: Partial<RegisterParams>) => registerPath({ ...filters, as_of: day })
  const kindOf = (item: Overview['items'][number]) => ITEMS[requiredKind(item)].label
  return (
    <div data-print="sheet" className="grid gap-12 print:block print:*:mb-10">
      <OnPaper day={day} readAt={readAt} />
      <Totals overview={overview} isPast={day !== ''} to={to} />
      <StandingTable
        title="Policies, trainings and tests"
        nameHeader="Item"
        file="items"
        rows={overview.items.map((item) => ({
          ...item,
          key: item.item_id,
          name: item.title,
          note: kindOf(item),
          filter: { item: item.item_id },
        }))}
        to={to}
      />
      {overview.ahead && <Ahead ahead={overview.ahead} />}
      <Trend months={overview.trend} />
      <div className="grid gap-12 xl:grid-cols-2 xl:gap-8 print:block print:*:mb-10">
        <StandingTable
          title="By role"
          nameHeader="Role"
          file="roles"
          rows={overview.roles.map((row) => ({
            ...row,
            key: row.role,
            name: roleLabels[row.role],
            filter: { role: row.role },
          }))}
          to={to}
        />
        {overview.teams.length > 0 && (
          <StandingTable
            title="By team"
            nameHeader="Team"
            file="teams"
            rows={overview.teams.map((row) => ({
              ...row,
              key: row.team_id,
              filter: { team: row.team_id },
            }))}
            to={to}
          />
        )}
      </div>
    </div>
  )
}

/** What stands over it on paper: whose it is, and of when. */
function OnPaper({ day, readAt }: Pick<SheetProps, 'day' | 'readAt'>) {
  return (
    <header className="hidden print:block">
      {useContext(PrintHead)}
      <h1 className="mt-4 text-xl font-semibold">Overview</h1>
      <p className="text-sm text-muted">
        {day === ''
          ? formatDateTime(new Date(readAt).toISOString())
          : `At the end of ${formatDate(`${day}T12:00:00`)}`}
      </p>
    </header>
  )
}

type TotalsProps = {
  overview: Overview
  isPast: boolean
  to: (filters: Partial<RegisterParams>) => string
}

function Totals({ overview: { totals, ahead }, isPast, to }: TotalsProps) {
  const { people_overdue: people, overdue } = totals
  return (
    <Section
      title={whoIsBehind(people)}
      description={
        totals.asked === 0
          ? 'Nothing is required of anybody yet. Open a policy or a training and press Assign.'
          : `${totals.met} of ${totals.asked} obligations are done.`
      }
      actions={
        !isPast &&
        (overdue > 0 ? (
          <ButtonLink to="/admin/outstanding" search={{ state: 'overdue' }} icon={BellRing}>
            See who, and remind them
          </ButtonLink>
        ) : (
          totals.asked === 0 && (
            <ButtonLink to="/policies" variant="secondary">
              Go to the policies
            </ButtonLink>
          )
        ))
      }
    >
      <ul
        className={classes(
          'grid grid-cols-2 gap-3',
          ahead ? 'max-sm:*:last:col-span-2 sm:grid-cols-3 lg:grid-cols-5' : 'lg:grid-cols-4',
        )}
      >
        <Figure label="Done" value={`${totals.percent}%`} to={to({ state: 'met' })} />
        <Figure label="Overdue" value={overdue} to={to({ state: 'overdue' })} isBad={overdue > 0} />
        <Figure label="Due within 7 days" value={totals.due_soon} to={to({ state: 'due_soon' })} />
        {ahead ? (
          <>
            <Figure
              label="Stuck runs"
              value={ahead.stuck_runs}
              to={to({ kind: 'step', state: 'stuck' })}
            />
            <Figure label="Renewals ahead" value={totals.upcoming} to={to({ state: 'upcoming' })} />
          </>
        ) : (
          <Figure label="Still to do" value={totals.open} to={to({})} />
        )}
      </ul>
    </Section>
  )
}

type FigureProps = { label: string; value: number | string; to: string; isBad?: boolean }

function Figure({ label, value, to, isBad = false }: FigureProps) {
  return (
    <li>
      <CardLink to={to} className="h-full">
        <span className="block text-sm text-muted">{label}</span>
        <span
          className={`mt-1 block text-3xl font-semibold tracking-[-0.03em] tabular-nums lg:max-xl:text-2xl ${isBad ? 'text-danger' : ''}`}
        >
          {typeof value === 'number' ? value.toLocaleString('en-US') : value}
        </span>
      </CardLink>
    </li>
  )
}

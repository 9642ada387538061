import type {
  AuditorObligation,
  AuditorRecord,
  AuditorView,
} from '@frontdesk/contract/auditor-links'
import type { Ceremony } from '@frontdesk/contract/signing'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ObligationStateBadge } from '#web/features/obligations/obligation-state.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDayIn, formatMomentIn } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import {
  auditorObligationsQuery,
  auditorRecordsQuery,
  auditorResultsQuery,
  hashOf,
} from './auditor-links.api.ts'

const nothing = (text: string) => <p className="text-muted">{text}</p>

type PartProps = {
  title: string
  description?: string
  error: Error | null
  onRetry: () => void
  /** Whether there is more than what is shown, and how to get it. */
  more?: { busy: boolean; onMore: () => void } | false
  children: ReactNode
}

/** One of the lists, with what went wrong and the way to its next rows. */
function Part({ title, description, error, onRetry, more, children }: PartProps) {
  return (
    <Section title={title} description={description}>
      {error ? (
        <ErrorPanel title="Failed to load" onRetry={onRetry}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      ) : (
        children
      )}
      {more && (
        <>
          <div className="mt-4 text-center" data-print="no">
            <Button variant="secondary" busy={more.busy} onClick={more.onMore}>
              Show more
            </Button>
          </div>
          <p className="mt-4 hidden print:block">
            There is more, which was not shown when this was printed.
          </p>
        </>
      )}
    </Section>
  )
}

type ListProps = { token: string; view: AuditorView }

/** The register of acknowledgments, with the hashes that seal them. */
export function RecordList({ token, view }: ListProps) {
  const query = useInfiniteQuery(auditorRecordsQuery(token))
  const rows = query.data?.pages.flatMap(({ records }) => records) ?? []
  return (
    <Part
      title="Acknowledgments"
      description="Each is sealed with the one before it. How the hashes are computed is public."
      error={query.error}
      onRetry={() => void query.refetch()}
      more={
        query.hasNextPage && {
          busy: query.isFetchingNextPage,
          onMore: () => void query.fetchNextPage(),
        }
      }
    >
      <div className="auditor-records">
        <DataTable
          caption="Acknowledgments"
          columns={recordColumns(token, view)}
          rows={rows}
          rowKey={({ id }) => id}
          loading={query.isPending}
          empty={nothing('Nobody acknowledged anything within this scope.')}
        />
      </div>
    </Part>
  )
}

const recordColumns = (
  token: string,
  { includes_origin: includesOrigin, time_zone: zone }: AuditorView,
): Column<AuditorRecord>[] => [
  { key: 'sequence', header: 'No.', cell: (row) => row.sequence },
  {
    key: 'person',
    header: 'Person',
    cell: (row) => (
      <div>
        <span className="block font-medium">{row.person_name}</span>
        <span className="block text-sm wrap-anywhere text-muted">{row.person_email}</span>
      </div>
    ),
  },
  {
    key: 'policy',
    header: 'Policy',
    cell: (row) => (
      <div>
        <span className="block">{row.policy_title}</span>
        <Link
          to="/auditor"
          hash={hashOf(token, { policy_id: row.policy_id, version: row.version_acknowledged })}
          className="inline-block py-1 text-sm font-medium text-accent underline-offset-2 hover:underline"
        >
          Version {row.version_acknowledged}
          <span className="sr-only"> of {row.policy_title}: the exact text</span>
        </Link>
      </div>
    ),
  },
  {
    key: 'at',
    header: 'Acknowledged',
    cell: (row) => (
      <div>
        <time dateTime={row.acknowledged_at}>{formatMomentIn(row.acknowledged_at, zone)}</time>
        <span className="block text-sm text-muted">“{row.consent}”</span>
        {row.ceremony && (
          <span className="block text-sm wrap-anywhere text-muted">{givenWith(row.ceremony)}</span>
        )}
        {includesOrigin && (
          <span className="block text-sm wrap-anywhere text-muted">
            {row.ip} · {row.user_agent}
          </span>
        )}
      </div>
    ),
  },
  {
    key: 'hash',
    header: 'Hash',
    cell: (row) => (
      <span className="block min-w-40 font-mono text-xs wrap-anywhere">{row.hash}</span>
    ),
  },
]

/** What signing took beside a press, as it is sealed. */
function givenWith(sealed: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes it so
  const given = JSON.parse(sealed) as Ceremony
  return [
    given.typed_name !== null && `typed “${given.typed_name}”`,
    given.identity !== null && 'proved again who it was',
    given.compared_version !== null &&
      `shown first what changed since version ${given.compared_version}`,
    given.reading_seconds !== null &&
      `the text open for ${given.reading_seconds} s, its end ${given.end_reached ? '' : 'not '}reached`,
    given.language,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Who had to do what. */
export function ObligationList({ token, view }: ListProps) {
  const query = useInfiniteQuery(auditorObligationsQuery(token))
  const rows = query.data?.pages.flatMap(({ obligations }) => obligations) ?? []
  return (
    <Part
      title="What was asked"
      description={`As of ${formatMomentIn(view.as_of, view.time_zone)}`}
      error={query.error}
      onRetry={() => void query.refetch()}
      more={
        query.hasNextPage && {
          busy: query.isFetchingNextPage,
          onMore: () => void query.fetchNextPage(),
        }
      }
    >
      <DataTable
        caption="What was asked"
        columns={obligationColumns(view.time_zone)}
        rows={rows}
        rowKey={({ id }) => id}
        loading={query.isPending}
        empty={nothing('Nothing was asked of anybody within this scope.')}
      />
    </Part>
  )
}

const day = (at: string | null, zone: string) =>
  at ? <time dateTime={at}>{formatDayIn(at, zone)}</time> : '–'

const obligationColumns = (zone: string): Column<AuditorObligation>[] => [
  { key: 'person', header: 'Person', cell: (row) => row.user_name },
  { key: 'item', header: 'Item', cell: (row) => row.item_title },
  { key: 'state', header: 'State', cell: (row) => <ObligationStateBadge state={row.state} /> },
  { key: 'asked', header: 'Asked', cell: (row) => day(row.opens_at, zone) },
  { key: 'due', header: 'Due', cell: (row) => day(row.due_at, zone) },
  { key: 'closed', header: 'Closed', cell: (row) => day(row.closed_at, zone) },
]

const percent = (score: number | null) => (score === null ? '–' : `${score.toFixed(1)}%`)

/** How tests went, and what came of them. */
export function Results({ token, zone }: { token: string; zone: string }) {
  const query = useQuery(auditorResultsQuery(token))
  const retry = () => void query.refetch()
  return (
    <>
      <Part title="Attempts" error={query.error} onRetry={retry}>
        <DataTable
          caption="Attempts"
          columns={attemptColumns(zone)}
          rows={query.data?.attempts ?? []}
          rowKey={({ id }) => id}
          loading={query.isPending}
          empty={nothing('No test was taken within this scope.')}
        />
      </Part>
      <Part title="Certificates" error={query.error} onRetry={retry}>
        <DataTable
          caption="Certificates"
          columns={certificateColumns(zone)}
          rows={query.data?.certificates ?? []}
          rowKey={({ id }) => id}
          loading={query.isPending}
          empty={nothing('There is no certificate within this scope.')}
        />
      </Part>
    </>
  )
}

type Shown = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof auditorResultsQuery>['queryFn']>>>
>

const attemptColumns = (zone: string): Column<Shown['attempts'][number]>[] => [
  { key: 'person', header: 'Person', cell: (row) => row.person_name },
  { key: 'title', header: 'Test', cell: (row) => row.title },
  { key: 'number', header: 'Attempt', cell: (row) => row.attempt_number },
  {
    key: 'score',
    header: 'Score',
    cell: (row) => `${percent(row.score)} of ${row.required_score}% needed`,
  },
  {
    key: 'passed',
    header: 'Result',
    cell: ({ passed }) => (
      <Badge tone={passed ? 'success' : 'danger'}>{passed ? 'Passed' : 'Failed'}</Badge>
    ),
  },
  { key: 'at', header: 'Finished', cell: (row) => formatMomentIn(row.completed_at, zone) },
]

const certificateColumns = (zone: string): Column<Shown['certificates'][number]>[] => [
  { key: 'person', header: 'Person', cell: (row) => row.person_name },
  { key: 'title', header: 'Completed', cell: (row) => row.title },
  { key: 'score', header: 'Score', cell: (row) => percent(row.score) },
  { key: 'code', header: 'Code', cell: (row) => <span className="font-mono">{row.code}</span> },
  { key: 'at', header: 'Date', cell: (row) => formatMomentIn(row.completed_at, zone) },
]

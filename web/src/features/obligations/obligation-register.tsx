import { MOST_CHOSEN } from '@frontdesk/contract/constants'
import type { Obligation } from '@frontdesk/contract/obligations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing, CalendarClock, CircleCheckBig, Feather, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { type CellEdit, ChangedMeanwhile } from '#web/features/editing/cell-edit.ts'
import { EditableCell } from '#web/features/editing/editable-cell.tsx'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { dayOf, endOfDay } from '#web/lib/due-day.ts'
import { countText } from '#web/lib/format.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { ChosenBar, EmptyState, NoMatch } from '#web/ui/lists.tsx'
import { CursorPager, DataTable } from '#web/ui/data-table.tsx'
import type { RowSelection } from '#web/ui/data-table-head.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { type BulkChange, BulkChangeDialog, type ChosenRows } from './bulk-change-dialog.tsx'
import {
  type filterOf,
  isFiltered,
  noFilters,
  orderOf,
  type RegisterParams,
} from './obligation-params.ts'
import { obligationsQuery, type RegisterScope, useMoveObligations } from './obligations.api.ts'
import { Due, registerColumns } from './register-columns.tsx'
import type { ChangeRegister } from './register-filters.tsx'

type ObligationRegisterProps = {
  scope: RegisterScope
  params: RegisterParams
  filter: ReturnType<typeof filterOf>
  onChange: ChangeRegister
}

/** One row for each thing that a person must do, and what can be done about many at once. */
export function ObligationRegister({ scope, params, filter, onChange }: ObligationRegisterProps) {
  const client = useQueryClient()
  const question = { ...filter, ...orderOf(params) }
  const stack = useCursorStack(JSON.stringify(question))
  const query = useQuery(obligationsQuery(scope, { ...question, cursor: stack.cursor }))
  const chosen = useChosenObligations(JSON.stringify(filter))
  const [asked, setAsked] = useState<{ change: BulkChange; target: ChosenRows } | null>(null)
  if (query.error && !query.data)
    return <LoadState of={query} failure="Failed to load who must do what" />
  const rows = query.data?.data ?? []
  const total = query.data?.total ?? 0
  const isFresh = Boolean(query.data) && !query.isPlaceholderData
  // The past can be looked at, and no more.
  const isPast = filter.as_of !== undefined
  const { as_of: _, ...match } = filter
  const everything: ChosenRows = {
    chosen: { filter: match },
    count: countText(total, query.data?.more),
    isOne: total === 1,
  }
  const byHand: ChosenRows = {
    chosen: { ids: chosen.rows.map(({ id }) => id) },
    rows: chosen.rows,
    count: String(chosen.rows.length),
    isOne: chosen.rows.length === 1,
  }
  const target = chosen.all ? everything : byHand
  const canRemind = !isPast && ['open', 'overdue', 'due_soon'].includes(filter.state ?? '')
  return (
    <>
      {(query.isPending || total > 0) && (
        <MatchLine
          target={everything}
          isPending={query.isPending}
          isFresh={isFresh}
          onRemind={
            canRemind ? () => setAsked({ change: 'remind', target: everything }) : undefined
          }
        />
      )}
      <DataTable
        caption="Who must do what"
        columns={registerColumns(scope, isPast ? undefined : dueCells[scope])}
        rows={rows}
        rowKey={({ id }) => id}
        loadPage={async (cursor, limit) =>
          client.fetchQuery(obligationsQuery(scope, { ...question, cursor, limit }))
        }
        selection={isPast ? undefined : chosen.selection}
        sort={{ key: question.sort, order: question.order }}
        onSort={({ key, order }) => onChange({ sort: key, order })}
        loading={query.isPending || query.isPlaceholderData}
        empty={<NothingFits scope={scope} params={params} onChange={onChange} />}
      />
      <CursorPager stack={stack} answer={query.data} />
      {!isPast && (chosen.all || chosen.rows.length > 0) && (
        <RegisterBar
          scope={scope}
          target={target}
          more={isFresh && !chosen.all && total > chosen.rows.length ? everything.count : undefined}
          onAll={chosen.chooseAll}
          onNone={chosen.chooseNone}
          onAsk={(change) => setAsked({ change, target })}
        />
      )}
      {asked && (
        <BulkChangeDialog
          {...asked}
          scope={scope}
          onClose={() => setAsked(null)}
          onDone={chosen.chooseNone}
        />
      )}
    </>
  )
}

/** What has not been done can be moved where it stands, by admins. */
const dueCells = {
  everybody: {
    due: (row: Obligation) =>
      row.closed_at === null && row.state !== 'upcoming' ? (
        <DueCell row={row} />
      ) : (
        <Due row={row} />
      ),
  },
  'own-teams': undefined,
}

type MatchLineProps = {
  target: ChosenRows
  /** Its place is kept: the table below is not moved by a number that comes. */
  isPending: boolean
  /** Not: the number is that of the question before, and nothing is done by it. */
  isFresh: boolean
  onRemind: (() => void) | undefined
}

/** How many match, and the one thing that is mostly wanted of them. */
function MatchLine({ target: { count, isOne }, isPending, isFresh, onRemind }: MatchLineProps) {
  if (isPending) return <div className="mb-3 h-10 pointer-coarse:h-11" />
  return (
    <div className="mb-3 flex min-h-10 flex-wrap items-center justify-between gap-3 pointer-coarse:min-h-11">
      <p className="text-muted tabular-nums" aria-busy={!isFresh}>
        {count} {isOne ? 'obligation matches' : 'obligations match'}
      </p>
      {onRemind && (
        <Button icon={BellRing} disabled={!isFresh} onClick={onRemind}>
          {isOne ? 'Remind' : `Remind all ${count}`}
        </Button>
      )}
    </div>
  )
}

type RegisterBarProps = {
  scope: RegisterScope
  target: ChosenRows
  /** How many match in all, where more can be chosen. */
  more: string | undefined
  onAll: () => void
  onNone: () => void
  onAsk: (change: BulkChange) => void
}

const isOpen = ({ closed_at: closedAt }: Obligation) => closedAt === null

/** What can be done with all that is chosen. */
function RegisterBar({ scope, target, more, onAll, onNone, onAsk }: RegisterBarProps) {
  const { rows } = target
  const canChange = !rows || rows.some(isOpen)
  const canEnd = rows?.some(({ state }) => state === 'waived')
  const isAdmin = scope === 'everybody'
  const small = { variant: 'secondary', size: 'sm' } as const
  return (
    <ChosenBar
      label="Chosen obligations"
      className="max-sm:[&_button:not([aria-label])]:grow max-sm:[&_button:not([aria-label])_svg]:hidden"
    >
      <div className="flex grow flex-wrap items-center gap-x-3 max-sm:basis-full">
        <p className="font-medium tabular-nums">
          {rows ? `${target.count} chosen` : `All ${target.count} chosen`}
        </p>
        {more !== undefined && (
          <Button variant="ghost" size="sm" onClick={onAll}>
            Choose all {more} that match
          </Button>
        )}
      </div>
      {canChange && (
        <Button {...small} icon={BellRing} onClick={() => onAsk('remind')}>
          Remind now
        </Button>
      )}
      {canChange && isAdmin && (
        <>
          <Button {...small} icon={CalendarClock} onClick={() => onAsk('move')}>
            Move the date
          </Button>
          <Button {...small} icon={Feather} onClick={() => onAsk('waive')}>
            Waive
          </Button>
        </>
      )}
      {canEnd && isAdmin && (
        <Button {...small} icon={RotateCcw} onClick={() => onAsk('end-waivers')}>
          End the waiver
        </Button>
      )}
      <IconButton
        size="sm"
        icon={X}
        label="Choose none"
        className="max-sm:absolute max-sm:top-2 max-sm:right-2"
        onClick={onNone}
      />
    </ChosenBar>
  )
}

type NothingFitsProps = {
  scope: RegisterScope
  params: RegisterParams
  onChange: ChangeRegister
}

function NothingFits({ scope, params, onChange }: NothingFitsProps) {
  if (isFiltered(params)) {
    return (
      <NoMatch
        title="Nothing fits"
        clearLabel="Show all that is to do"
        onClear={() => onChange(noFilters)}
      >
        No obligation matches this search and these filters.
      </NoMatch>
    )
  }
  return (
    <EmptyState
      icon={CircleCheckBig}
      title="Nobody is behind"
      action={
        scope === 'everybody' && (
          <ButtonLink to="/policies" variant="secondary">
            Go to the policies
          </ButtonLink>
        )
      }
    >
      Nothing is waiting for anybody. What is required of people stands here until they have done
      it.
      {scope === 'everybody' &&
        ' To ask for something, open a policy or a training and press Assign.'}
    </EmptyState>
  )
}

/** Which rows of a register are chosen, over its pages: one by one, or all that match. */
function useChosenObligations(filterKey: string) {
  const [state, setState] = useState({
    filterKey,
    all: false,
    rows: none,
  })
  // Another filter finds others: "all that match" would mean what was never looked at.
  const current = state.filterKey === filterKey ? state : { filterKey, all: false, rows: none }
  const onSelect = (rows: Obligation[], on: boolean) => {
    const next = new Map(current.all ? none : current.rows)
    for (const row of rows) {
      if (on && next.size < MOST_CHOSEN) next.set(row.id, row)
      else next.delete(row.id)
    }
    setState({ filterKey, all: false, rows: next })
  }
  const selection: RowSelection<Obligation> = {
    isSelected: ({ id }) => current.all || current.rows.has(id),
    onSelect,
    labelOf: ({ user_name: name, item_title: title }) => `${name}: ${title}`,
    most: MOST_CHOSEN,
  }
  return {
    rows: [...current.rows.values()],
    all: current.all,
    selection,
    chooseAll: () => setState({ filterKey, all: true, rows: none }),
    chooseNone: () => setState({ filterKey, all: false, rows: none }),
  }
}

const none: ReadonlyMap<string, Obligation> = new Map()

/** By when a row is due; moved where it stands, as long as it is open. */
function DueCell({ row }: { row: Obligation }) {
  const move = useMoveObligations()
  const offerUndo = useOfferUndo()
  const { id, user_name: name, item_title: item, due_at: dueAt } = row
  const value = dueAt === null ? '' : dayOf(new Date(dueAt))
  const [today] = useState(() => dayOf(new Date()))
  const edit: CellEdit = {
    name: 'due date',
    of: `${name}: ${item}`,
    value,
    input: { type: 'date', min: today },
    check: (day) => {
      if (day === '') return 'Please choose a day'
      return day < today ? 'Please choose a day that is still to come' : undefined
    },
    confirm: () => ({
      title: 'Move the date?',
      question: `${name} is told by mail. What others have to do keeps its date.`,
      label: 'Move the date',
    }),
    save: async (day, before) => {
      if (before !== value) throw new ChangedMeanwhile(value)
      const { data, undo } = await move.mutateAsync({
        ids: [id],
        due_at: endOfDay(day),
        was_due_at: dueAt,
      })
      if (data.count === 0) throw new ChangedMeanwhile()
      offerUndo(`Moved the date of “${item}” for ${name}`, undo)
    },
  }
  return (
    <EditableCell edit={edit}>
      <Due row={row} />
    </EditableCell>
  )
}

import { MOST_CHOSEN } from '@frontdesk/contract/constants'
import type { Obligation } from '@frontdesk/contract/obligations'
import { useState } from 'react'
import type { RowSelection } from '#web/ui/data-table-selection.tsx'

/** Which rows of a register are chosen, over its pages: one by one, or all that match. */
export function useChosenObligations(filterKey: string) {
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

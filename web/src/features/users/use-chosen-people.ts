import type { AdminUser } from '@frontdesk/contract/admin-users'
import { MOST_AT_ONCE } from '@frontdesk/contract/constants'
import { useState } from 'react'
import type { RowSelection } from '#web/ui/data-table-selection.tsx'

/** Who is chosen in the team table, over pages, searches and filters. */
export function useChosenPeople() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, AdminUser>>(new Map())
  const onSelect = (rows: AdminUser[], on: boolean) =>
    setChosen((before) => {
      const next = new Map(before)
      for (const row of rows) {
        if (on) next.set(row.id, row)
        else next.delete(row.id)
      }
      return next
    })
  const selection: RowSelection<AdminUser> = {
    isSelected: ({ id }) => chosen.has(id),
    onSelect,
    labelOf: ({ name }) => name,
    most: MOST_AT_ONCE,
  }
  /** Lets go of everyone, or keeps only these. */
  const keep = (ids: string[] = []) =>
    setChosen((before) => new Map([...before].filter(([id]) => ids.includes(id))))
  return { people: [...chosen.values()], selection, keep }
}

import type { Obligation } from '@frontdesk/contract/obligations'
import { useState } from 'react'
import { type CellEdit, ChangedMeanwhile } from '#web/features/editing/cell-edit.ts'
import { EditableCell } from '#web/features/editing/editable-cell.tsx'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { dayOf, endOfDay } from '#web/lib/due-day.ts'
import { useMoveObligations } from './obligations.api.ts'
import { Due } from './register-columns.tsx'

/** By when a row is due; moved where it stands, as long as it is open. */
export function DueCell({ row }: { row: Obligation }) {
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

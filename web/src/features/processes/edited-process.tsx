import type { Process } from '@frontdesk/contract/processes'
import type { ReactNode } from 'react'
import { EditableCell } from '#web/features/editing/editable-cell.tsx'
import { RowEdits } from '#web/features/editing/row-edits.tsx'
import { useProcessEdits } from './process-edits.ts'

type EditedProcessProps = {
  process: Process
  part: 'title' | 'category' | 'menu'
  children?: ReactNode
}

/** A part of a process's row as its editors have it. */
export function EditedProcess({ process, part, children }: EditedProcessProps) {
  const edits = useProcessEdits(process)
  if (part === 'menu') return <RowEdits of={process.title} edits={[edits.title, edits.category]} />
  return (
    <EditableCell edit={edits[part]} isLink={part === 'title'}>
      {children}
    </EditableCell>
  )
}

import type { ListedTraining } from '@frontdesk/contract/trainings'
import type { ReactNode } from 'react'
import { EditableCell } from '#web/features/editing/editable-cell.tsx'
import { RowEdits } from '#web/features/editing/row-edits.tsx'
import { useTrainingEdits } from './training-edits.ts'

type EditedTrainingProps = {
  training: ListedTraining
  part: 'title' | 'category' | 'menu'
  children?: ReactNode
}

/** A part of a training's card as its editors have it. */
export function EditedTraining({ training, part, children }: EditedTrainingProps) {
  const edits = useTrainingEdits(training)
  if (part === 'menu') return <RowEdits of={training.title} edits={[edits.title, edits.category]} />
  return (
    <EditableCell edit={edits[part]} isLink={part === 'title'}>
      {children}
    </EditableCell>
  )
}

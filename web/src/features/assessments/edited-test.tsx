import type { ListedTest } from '@frontdesk/contract/assessments'
import type { ReactNode } from 'react'
import { EditableCell } from '#web/features/editing/editable-cell.tsx'
import { RowEdits } from '#web/features/editing/row-edits.tsx'
import { useTestTitle } from './test-edits.ts'

type EditedTestProps = { test: ListedTest; part: 'title' | 'menu'; children?: ReactNode }

/** A part of a test's row as its editors have it. */
export function EditedTest({ test, part, children }: EditedTestProps) {
  const title = useTestTitle(test)
  if (part === 'menu') return <RowEdits of={test.title} edits={[title]} />
  return (
    <EditableCell edit={title} isLink>
      {children}
    </EditableCell>
  )
}

import type { ListedPolicy } from '@frontdesk/contract/policies'
import type { ReactNode } from 'react'
import { EditableCell } from '#web/features/editing/editable-cell.tsx'
import { RowEdits } from '#web/features/editing/row-edits.tsx'
import { usePolicyEdits } from './policy-edits.ts'

type EditedPolicyProps = {
  policy: ListedPolicy
  /** Those in use, to choose from. */
  categories: string[]
  part: 'title' | 'category' | 'menu'
  children?: ReactNode
}

/** A part of a policy's row as its editors have it. */
export function EditedPolicy({ policy, categories, part, children }: EditedPolicyProps) {
  const edits = usePolicyEdits(policy, categories)
  if (part === 'menu') return <RowEdits of={policy.title} edits={[edits.title, edits.category]} />
  return (
    <EditableCell edit={edits[part]} isLink={part === 'title'}>
      {children}
    </EditableCell>
  )
}

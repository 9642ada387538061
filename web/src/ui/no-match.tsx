import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type NoMatchProps = {
  title: string
  clearLabel?: string
  onClear: () => void
  /** What was searched. */
  children?: ReactNode
}

/** A list that has things, but none that fit what one looks for. */
export function NoMatch({ title, clearLabel = 'Clear search', onClear, children }: NoMatchProps) {
  return (
    <EmptyState
      icon={SearchX}
      title={title}
      action={
        <Button variant="secondary" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}

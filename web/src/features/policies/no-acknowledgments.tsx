import { BadgeCheck, PenLine } from 'lucide-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import type { ChangeRegister } from './register-filters.tsx'
import { isFiltered, noFilters, type RegisterParams } from './register-params.ts'

type NoAcknowledgmentsProps = { params: RegisterParams; onChange: ChangeRegister }

export function NoAcknowledgments({ params, onChange }: NoAcknowledgmentsProps) {
  if (isFiltered(params)) {
    return (
      <NoMatch
        title="Nothing matches these filters"
        clearLabel="Clear filters"
        onClear={() => onChange(noFilters)}
      />
    )
  }
  if (params.view === 'outstanding') {
    return (
      <EmptyState icon={BadgeCheck} title="Nothing is outstanding">
        Everybody has acknowledged what is required of them.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={PenLine} title="No Acknowledgments Yet">
      As soon as somebody acknowledges a policy, the sealed record of it appears here.
    </EmptyState>
  )
}

import { BadgeCheck, PenLine } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
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
      <EmptyState icon={BadgeCheck} title="Nothing is outstanding" action={<ToPolicies />}>
        Everybody has acknowledged what is required of them. To ask for more, open a policy and
        press Assign.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={PenLine} title="No Acknowledgments Yet" action={<ToPolicies />}>
      Open a policy and press Assign: as soon as somebody acknowledges it, the sealed record appears
      here.
    </EmptyState>
  )
}

const ToPolicies = () => (
  <ButtonLink to="/policies" variant="secondary">
    Go to the policies
  </ButtonLink>
)

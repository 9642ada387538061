import { Plus, ScrollText, SearchX } from 'lucide-react'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type NoPoliciesProps = { search: string; isEditor: boolean; onClearSearch: () => void }

export function NoPolicies({ search, isEditor, onClearSearch }: NoPoliciesProps) {
  if (search !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title={`No policy matches “${search}”`}
        action={
          <Button variant="secondary" onClick={onClearSearch}>
            Clear search
          </Button>
        }
      >
        Titles, descriptions, categories and the texts themselves were searched.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ScrollText}
      title="No Policies Available"
      action={
        isEditor && (
          <ButtonLink to="/policies/add" icon={Plus}>
            Add New Policy
          </ButtonLink>
        )
      }
    >
      {isEditor
        ? 'Write the first one, then choose who has to acknowledge it.'
        : 'Once the brokerage publishes a policy, it appears here.'}
    </EmptyState>
  )
}

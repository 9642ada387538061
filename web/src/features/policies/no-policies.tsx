import { FileInput, Library, Plus, ScrollText } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'

type NoPoliciesProps = { search: string; isEditor: boolean; onClearSearch: () => void }

export function NoPolicies({ search, isEditor, onClearSearch }: NoPoliciesProps) {
  if (search !== '') {
    return (
      <NoMatch title={`No policy matches “${search}”`} onClear={onClearSearch}>
        Titles, descriptions, categories and the texts themselves were searched.
      </NoMatch>
    )
  }
  return (
    <EmptyState
      icon={ScrollText}
      title="No Policies Available"
      action={
        isEditor && (
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink
              to="/library"
              search={{ kind: 'policy' }}
              variant="secondary"
              icon={Library}
            >
              Starter Library
            </ButtonLink>
            <ButtonLink to="/policies/import" variant="secondary" icon={FileInput}>
              Bring Your Handbook
            </ButtonLink>
            <ButtonLink to="/policies/add" icon={Plus}>
              Add New Policy
            </ButtonLink>
          </div>
        )
      }
    >
      {isEditor
        ? 'Write the first one, bring the handbook that you have, or take one from the library and make it yours. Then choose who has to acknowledge it.'
        : 'Once the brokerage publishes a policy, it appears here.'}
    </EmptyState>
  )
}

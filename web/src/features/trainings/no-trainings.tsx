import { Archive, GraduationCap, Library, Plus } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import type { TrainingFilter } from './trainings.api.ts'

type NoTrainingsProps = { filter: TrainingFilter; isEditor: boolean; onClearSearch: () => void }

export function NoTrainings({ filter, isEditor, onClearSearch }: NoTrainingsProps) {
  const { search, required, archived } = filter
  if (search !== '') {
    return (
      <NoMatch title={`No training matches “${search}”`} onClear={onClearSearch}>
        Titles, descriptions, categories and the texts themselves were searched.
      </NoMatch>
    )
  }
  if (required) {
    return (
      <EmptyState icon={GraduationCap} title="Nothing awaits you">
        No training is required of you right now. You may take any of them all the same.
      </EmptyState>
    )
  }
  if (archived) {
    return (
      <EmptyState icon={Archive} title="No archived trainings">
        What is taken out of use is kept here, with its attempts and certificates.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={GraduationCap}
      title="No trainings available at this time."
      action={
        isEditor && (
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink
              to="/library"
              search={{ kind: 'training' }}
              variant="secondary"
              icon={Library}
            >
              Starter Library
            </ButtonLink>
            <ButtonLink to="/training/add" icon={Plus}>
              Add New Training
            </ButtonLink>
          </div>
        )
      }
    >
      {isEditor
        ? 'Write the first one: sections to read or watch, then a quiz. Or take one from the library.'
        : 'Once the brokerage publishes a training, it appears here.'}
    </EmptyState>
  )
}

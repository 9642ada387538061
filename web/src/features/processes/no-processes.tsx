import { Library, Plus, Workflow } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'

type NoProcessesProps = { search: string; isEditor: boolean; onClearSearch: () => void }

export function NoProcesses({ search, isEditor, onClearSearch }: NoProcessesProps) {
  if (search !== '') {
    return (
      <NoMatch title={`No process matches “${search}”`} onClear={onClearSearch}>
        Titles, descriptions, categories and the steps themselves were searched.
      </NoMatch>
    )
  }
  return (
    <EmptyState
      icon={Workflow}
      title="No Processes Available"
      action={
        isEditor && (
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink
              to="/library"
              search={{ kind: 'process' }}
              variant="secondary"
              icon={Library}
            >
              Starter Library
            </ButtonLink>
            <ButtonLink to="/processes/add" icon={Plus}>
              Add New Process
            </ButtonLink>
          </div>
        )
      }
    >
      {isEditor
        ? 'Write down the first one as a list of steps, or take one from the library. Anyone can then follow it or start a run.'
        : 'Once the brokerage publishes a process, it appears here.'}
    </EmptyState>
  )
}

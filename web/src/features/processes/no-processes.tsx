import { Plus, SearchX, Workflow } from 'lucide-react'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type NoProcessesProps = { search: string; isEditor: boolean; onClearSearch: () => void }

export function NoProcesses({ search, isEditor, onClearSearch }: NoProcessesProps) {
  if (search !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title={`No process matches “${search}”`}
        action={
          <Button variant="secondary" onClick={onClearSearch}>
            Clear search
          </Button>
        }
      >
        Titles, descriptions, categories and the steps themselves were searched.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Workflow}
      title="No Processes Available"
      action={
        isEditor && (
          <ButtonLink to="/processes/add" icon={Plus}>
            Add New Process
          </ButtonLink>
        )
      }
    >
      {isEditor
        ? 'Write down the first one as a list of steps; anyone can then follow it or start a run.'
        : 'Once the brokerage publishes a process, it appears here.'}
    </EmptyState>
  )
}

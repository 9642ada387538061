import { FolderOpen, Plus } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'

type NoDocumentsProps = { isNarrowed: boolean; isEditor: boolean; onShowAll: () => void }

export function NoDocuments({ isNarrowed, isEditor, onShowAll }: NoDocumentsProps) {
  if (isNarrowed) {
    return (
      <NoMatch title="No document matches" clearLabel="Show all documents" onClear={onShowAll}>
        Titles, descriptions, categories and file names were searched.
      </NoMatch>
    )
  }
  return (
    <EmptyState
      icon={FolderOpen}
      title="No Documents Available"
      action={
        isEditor && (
          <ButtonLink to="/documents/add" icon={Plus}>
            Add New Document
          </ButtonLink>
        )
      }
    >
      There are currently no documents in the system
    </EmptyState>
  )
}

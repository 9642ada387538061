import { FolderOpen, Plus } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'

type NoDocumentsProps = {
  isNarrowed: boolean
  isFolder: boolean
  isEditor: boolean
  onShowAll: () => void
}

export function NoDocuments({ isNarrowed, isFolder, isEditor, onShowAll }: NoDocumentsProps) {
  if (isFolder) {
    return (
      <NoMatch title="This folder is empty" clearLabel="Show all documents" onClear={onShowAll}>
        {isEditor
          ? 'Add a document to it, or choose several of another folder and move them here.'
          : 'Nobody has put a document here yet.'}
      </NoMatch>
    )
  }
  if (isNarrowed) {
    return (
      <NoMatch title="No document matches" clearLabel="Show all documents" onClear={onShowAll}>
        Titles, descriptions, categories, folders and file names were searched.
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

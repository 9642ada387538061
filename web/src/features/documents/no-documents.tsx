import { FolderOpen, Plus, SearchX } from 'lucide-react'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type NoDocumentsProps = { isNarrowed: boolean; isEditor: boolean; onShowAll: () => void }

export function NoDocuments({ isNarrowed, isEditor, onShowAll }: NoDocumentsProps) {
  if (isNarrowed) {
    return (
      <EmptyState
        icon={SearchX}
        title="No document matches"
        action={
          <Button variant="secondary" onClick={onShowAll}>
            Show all documents
          </Button>
        }
      >
        Titles, descriptions, categories and file names were searched.
      </EmptyState>
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

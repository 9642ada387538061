import type { Document } from '@frontdesk/contract/documents'
import { DeleteItem } from '#web/features/editing/delete-item.tsx'
import {
  documentQuery,
  removeDocument,
  restoreDocument,
  useRefreshDocuments,
} from './documents.api.ts'

type DeleteDocumentProps = { document: Document; onCancel: () => void }

export function DeleteDocument({ document, onCancel }: DeleteDocumentProps) {
  return (
    <DeleteItem
      what="document"
      item={document}
      itemKey={documentQuery(document.id).queryKey}
      question="Are you sure you want to delete this document?"
      list="/documents"
      remove={removeDocument}
      restore={restoreDocument}
      refresh={useRefreshDocuments()}
      onCancel={onCancel}
    />
  )
}

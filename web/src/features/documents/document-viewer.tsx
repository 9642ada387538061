import type { Document } from '@frontdesk/contract/documents'
import { Dialog } from '#web/ui/dialog.tsx'
import { DocumentPreview } from './document-preview.tsx'

/** A document over the whole window, for reading it. */
export function DocumentViewer({ document, onClose }: { document: Document; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={<bdi>{document.title}</bdi>} size="full">
      <DocumentPreview document={document} isLarge />
    </Dialog>
  )
}

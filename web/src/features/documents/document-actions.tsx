import { PREVIEW_TYPES } from '@frontdesk/contract/constants'
import type { Document } from '@frontdesk/contract/documents'
import { Download, Eye, EyeOff, PenLine, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { DeleteDocument } from './delete-document.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { useDownload } from './use-download.ts'

type DocumentActionsProps = { document: Document; isEditor: boolean }

/** Looking at a document and taking it along; for admins, changing and deleting it. */
export function DocumentActions({ document, isEditor }: DocumentActionsProps) {
  const [isShown, setIsShown] = useState(false)
  const previewId = useId()
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const saving = useDownload(document)
  const canPreview = PREVIEW_TYPES.includes(document.file_type)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {canPreview && (
          <Button
            variant="secondary"
            icon={isShown ? EyeOff : Eye}
            aria-expanded={isShown}
            aria-controls={previewId}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide Preview' : 'Show Preview'}
          </Button>
        )}
        <Button
          icon={Download}
          busy={saving.isPending}
          busyLabel={saving.says}
          onClick={saving.start}
        >
          Download
        </Button>
        {isEditor && (
          <ButtonLink
            to="/documents/$id/edit"
            params={{ id: document.id }}
            variant="secondary"
            icon={PenLine}
          >
            Edit Document
          </ButtonLink>
        )}
        {isEditor && !isAsking && (
          <Button variant="ghost" icon={Trash2} ref={trigger} onClick={ask}>
            Delete Document
          </Button>
        )}
      </div>
      {saving.error && (
        <div className="mt-4 max-w-3xl">
          <ErrorPanel title="Failed to download document" onDismiss={saving.dismiss}>
            {messageOf(saving.error, 'Please try again.')}
          </ErrorPanel>
        </div>
      )}
      {isAsking && <DeleteDocument document={document} onCancel={cancel} />}
      <div id={previewId} className="mt-6">
        {canPreview ? (
          isShown && <DocumentPreview document={document} />
        ) : (
          <p className="text-muted">Preview not available for this file type</p>
        )}
      </div>
    </>
  )
}

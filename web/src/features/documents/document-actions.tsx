import type { Document } from '@frontdesk/contract/documents'
import { Download, Eye, EyeOff, Maximize2, PenLine, Pin, PinOff, Trash2 } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeleteDocument } from './delete-document.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { usePinDocument } from './folders.api.ts'
import { usePreviewChoice } from './preview-choice.ts'
import { useDownload } from './use-download.ts'

const DocumentViewer = lazy(async () => {
  const { DocumentViewer: component } = await import('./document-viewer.tsx')
  return { default: component }
})

type DocumentActionsProps = { document: Document; isEditor: boolean }

/** Looking at a document and taking it along; for admins, changing, pinning and deleting it. */
export function DocumentActions({ document, isEditor }: DocumentActionsProps) {
  const { canPreview, isShown, show } = usePreviewChoice(document)
  const [isOpen, setIsOpen] = useState(false)
  const previewId = useId()
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const saving = useDownload(document)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {canPreview && (
          <Button icon={Maximize2} onClick={() => setIsOpen(true)}>
            Open
          </Button>
        )}
        {canPreview && (
          <Button
            variant="secondary"
            icon={isShown ? EyeOff : Eye}
            aria-expanded={isShown}
            aria-controls={previewId}
            onClick={() => show(!isShown)}
          >
            {isShown ? 'Hide Preview' : 'Show Preview'}
          </Button>
        )}
        <Button
          variant={canPreview ? 'secondary' : 'primary'}
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
        {isEditor && <PinButton document={document} />}
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
      {isOpen && (
        <Suspense>
          <DocumentViewer document={document} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function PinButton({ document }: { document: Document }) {
  const pin = usePinDocument(document.id)
  const { pinned } = document
  return (
    <Button
      variant="secondary"
      icon={pinned ? PinOff : Pin}
      busy={pin.isPending}
      onClick={() =>
        pin.mutate(!pinned, {
          onSuccess: () =>
            toast.success(
              pinned
                ? 'It stands among the others again'
                : 'It stands on top of everybody’s list now',
            ),
          onError: (error) => toast.error(failureOf(error, 'This was not kept')),
        })
      }
    >
      {pinned ? 'Unpin' : 'Pin'}
    </Button>
  )
}

import { PREVIEW_TYPES } from '@frontdesk/contract/constants'
import type { Document } from '@frontdesk/contract/documents'
import { canEditDocuments } from '@frontdesk/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import {
  Download,
  Eye,
  EyeOff,
  Folder,
  Maximize2,
  PenLine,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { DeleteItem, useIsDeleting } from '#web/features/editing/delete-item.tsx'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { browserStore } from '#web/lib/session-storage.ts'
import { download } from '#web/lib/call.ts'
import { downloadInParts, megabytes, saveAs } from '#web/lib/files.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSecondStep } from '#web/ui/confirm.tsx'
import { useUser } from '#web/session/session.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { DocumentMissing, DocumentSkeleton } from './document-loading.tsx'
import {
  documentQuery,
  removeDocument,
  restoreDocument,
  typeLabel,
  useRefreshDocuments,
} from './documents.api.ts'
import { usePinDocument } from './folders.api.ts'

export function DocumentDetailPage() {
  const { id } = useParams({ from: '/shell/documents/$id' })
  const { data, error } = useQuery(documentQuery(id))
  const isDeleting = useIsDeleting(documentQuery(id).queryKey)
  usePageTitle(data?.data.title)
  // What somebody else has deleted can't be looked at any longer.
  if (error && !isDeleting) {
    return <DocumentMissing error={error} failure="Failed to load document" />
  }
  if (!data) return <DocumentSkeleton />
  return <DocumentView key={id} document={data.data} />
}

function DocumentView({ document }: { document: Document }) {
  const isEditor = canEditDocuments(useUser())
  return (
    <article className="min-w-0">
      <PageHeader
        title={<bdi className="wrap-anywhere">{document.title}</bdi>}
        mark={
          <FavouriteStar item={{ type: 'documents', id: document.id, title: document.title }} />
        }
        back={{ to: '/documents', label: 'Back to Documents' }}
      />
      <div className="-mt-3 mb-5 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-muted tabular-nums sm:-mt-4">
        {document.pinned && (
          <Badge tone="accent" icon={Pin}>
            Pinned
          </Badge>
        )}
        <Badge>{document.category}</Badge>
        {document.folder_id && (
          <PathLink
            to={`/documents?folder=${document.folder_id}`}
            className="inline-flex min-w-0 items-center gap-1.5 hover:text-ink hover:underline"
          >
            <Folder className="size-4 shrink-0" aria-hidden="true" />
            <span className="sr-only">Folder </span>
            <bdi className="wrap-anywhere">{document.folder_name}</bdi>
          </PathLink>
        )}
        <span>{typeLabel(document.file_type)}</span>
        <span>{megabytes(document.file_size)}</span>
        <span title={formatDateTime(document.updated_at)}>
          Last updated {formatDate(document.updated_at)}
          {document.last_updated_by_name && ` by ${document.last_updated_by_name}`}
        </span>
      </div>
      {document.description && (
        <p className="mb-6 max-w-[72ch] whitespace-pre-line wrap-anywhere">
          {document.description}
        </p>
      )}
      <DocumentActions document={document} isEditor={isEditor} />
      <p className="mt-6 text-sm text-muted">
        File: <bdi className="wrap-anywhere">{document.file_name}</bdi>
      </p>
      {isEditor && document.text_state === 'failed' && (
        <div className="mt-4 max-w-3xl">
          <Notice tone="warning">
            The text of this file could not be read, so the search finds it by its title and
            description only.
          </Notice>
        </div>
      )}
      <div className="mt-8 max-w-3xl">
        <LegalHoldLine of={{ type: 'document', id: document.id, title: document.title }} />
      </div>
    </article>
  )
}

const DocumentViewer = late(() => import('./document-viewer.tsx'), 'DocumentViewer')

type DocumentActionsProps = { document: Document; isEditor: boolean }

/** Looking at a document and taking it along; for admins, changing, pinning and deleting it. */
function DocumentActions({ document, isEditor }: DocumentActionsProps) {
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

const KEY = 'document-preview'

/** A picture comes as a whole; a larger one waits until somebody asks for it. Bytes. */
const MOST_AT_ONCE = 20 * 1024 * 1024

/**
 * Whether the preview is shown: at once, unless this browser's last word was to hide it, or it would take
 * long to come.
 */
function usePreviewChoice({ file_type: type, file_size: size }: Document) {
  const canPreview = PREVIEW_TYPES.includes(type)
  const isQuick = type === 'pdf' || size <= MOST_AT_ONCE
  const [isShown, setIsShown] = useState(
    canPreview && isQuick && browserStore()?.getItem(KEY) !== 'hidden',
  )
  const show = (next: boolean) => {
    if (next) browserStore()?.removeItem(KEY)
    else browserStore()?.setItem(KEY, 'hidden')
    setIsShown(next)
  }
  return { canPreview, isShown, show }
}

/** Fetches a document's file and hands it to the person's own disk. */
function useDownload({ id, mime_type: mime, file_name: name, file_size: size }: Document) {
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const start = async () => {
    setError(null)
    setShare(0)
    try {
      const Accept = `${mime}, */*;q=0.1`
      const blob = await downloadInParts(
        (range) =>
          download('GET /documents/:id/file', { params: { id }, headers: { Accept, ...range } }),
        { size, onProgress: setShare },
      )
      saveAs(blob, name)
    } catch (failure) {
      setError(failure)
    } finally {
      setShare(null)
    }
  }
  return {
    start: () => void start(),
    isPending: share !== null,
    says: `${Math.floor((share ?? 0) * 100)}%`,
    error,
    dismiss: () => setError(null),
  }
}

type DeleteDocumentProps = { document: Document; onCancel: () => void }

function DeleteDocument({ document, onCancel }: DeleteDocumentProps) {
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

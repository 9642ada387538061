import type { Document } from '@frontdesk/contract/documents'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { classes } from '#web/ui/classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { previewQuery } from './documents.api.ts'

const PdfPreview = lazy(async () => {
  const { PdfPreview: component } = await import('./pdf-preview.tsx')
  return { default: component }
})

type DocumentPreviewProps = {
  document: Document
  /** As high as what it stands in. */
  isLarge?: boolean
}

/** What the file looks like, in a box 500 px high. */
export function DocumentPreview({ document, isLarge = false }: DocumentPreviewProps) {
  if (document.file_type !== 'pdf') return <ImagePreview document={document} isLarge={isLarge} />
  const { id, title, sha256 } = document
  const address = `/api/v1/documents/${encodeURIComponent(id)}/file?preview=true`
  return (
    <Suspense fallback={<PreviewLoading isLarge={isLarge} />}>
      <PdfPreview file={{ title, sha256, address }} isLarge={isLarge} />
    </Suspense>
  )
}

function ImagePreview({ document, isLarge }: DocumentPreviewProps) {
  const { data: address, error, refetch } = useQuery(previewQuery(document))
  const [failures, setFailures] = useState(0)
  if (error || failures > 1) {
    const retry = () => {
      setFailures(0)
      void refetch()
    }
    return (
      <PreviewFailure onRetry={retry}>
        {messageOf(error, 'The picture is damaged, or of a kind that this browser can’t show.')}
      </PreviewFailure>
    )
  }
  if (!address) return <PreviewLoading isLarge={isLarge} />
  return (
    <PreviewBox isLarge={isLarge}>
      <img
        key={address}
        src={address}
        alt={`Preview of ${document.title}`}
        className="size-full object-contain"
        onError={() => {
          setFailures(failures + 1)
          // Once more, from the server: the browser may have dropped it. Twice is the file's fault.
          if (failures === 0) void refetch()
        }}
      />
    </PreviewBox>
  )
}

type PreviewBoxProps = { isLarge?: boolean; children: ReactNode }

/** Its height is the specification's; what is inside may scroll. */
export function PreviewBox({ isLarge, children }: PreviewBoxProps) {
  return (
    <div
      className={classes(
        isLarge ? 'h-full' : 'h-[500px]',
        'overflow-hidden rounded-lg border border-line bg-sunken',
      )}
    >
      {children}
    </div>
  )
}

export function PreviewLoading({ isLarge }: { isLarge?: boolean }) {
  return (
    <PreviewBox isLarge={isLarge}>
      <div className="grid size-full place-items-center">
        <Spinner label="Loading preview" />
      </div>
    </PreviewBox>
  )
}

type PreviewFailureProps = { children: ReactNode; onRetry: () => void }

export function PreviewFailure({ children, onRetry }: PreviewFailureProps) {
  return (
    <div className="max-w-3xl">
      <ErrorPanel title="Failed to load preview" onRetry={onRetry}>
        {children}
      </ErrorPanel>
    </div>
  )
}

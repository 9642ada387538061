import type { Document } from '@frontdesk/contract/documents'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { previewQuery } from './documents.api.ts'

const PdfPreview = lazy(async () => {
  const { PdfPreview: component } = await import('./pdf-preview.tsx')
  return { default: component }
})

/** What the file looks like, in a box 500 px high. */
export function DocumentPreview({ document }: { document: Document }) {
  if (document.file_type !== 'pdf') return <ImagePreview document={document} />
  const { id, title, sha256 } = document
  const address = `/api/v1/documents/${encodeURIComponent(id)}/file?preview=true`
  return (
    <Suspense fallback={<PreviewLoading />}>
      <PdfPreview file={{ title, sha256, address }} />
    </Suspense>
  )
}

function ImagePreview({ document }: { document: Document }) {
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
  if (!address) return <PreviewLoading />
  return (
    <PreviewBox>
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

/** Its height is the specification's; what is inside may scroll. */
export function PreviewBox({ children }: { children: ReactNode }) {
  return (
    <div className="h-[500px] overflow-hidden rounded-lg border border-line bg-sunken">
      {children}
    </div>
  )
}

export function PreviewLoading() {
  return (
    <PreviewBox>
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

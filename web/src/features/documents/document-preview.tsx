import type { Document } from '@frontdesk/contract/documents'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { previewQuery } from './documents.api.ts'
import { PreviewBox, PreviewFailure, PreviewLoading } from './preview-box.tsx'

const PdfPreview = late(() => import('./pdf-preview.tsx'), 'PdfPreview')

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

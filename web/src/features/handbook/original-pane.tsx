import type { Import } from '@frontdesk/contract/imports'
import { Suspense } from 'react'
import { PreviewLoading } from '#web/features/documents/preview-box.tsx'
import { late } from '#web/lib/late.ts'
import { fileAddress } from './imports.api.ts'
import { SaveOriginal } from '#web/features/editing/save-original.tsx'

const PdfPreview = late(() => import('#web/features/documents/pdf-preview.tsx'), 'PdfPreview')

/** The file as it was brought in: a PDF's pages, and of others the bare words, read by another reader. */
export function OriginalPane({ file }: { file: Import }) {
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl font-semibold">Original</h2>
        <SaveOriginal file={file} />
      </div>
      <Content file={file} />
    </>
  )
}

function Content({ file }: { file: Import }) {
  const { id, file_name: name, sha256 } = file
  if (file.file_type === 'pdf') {
    return (
      <Suspense fallback={<PreviewLoading />}>
        <PdfPreview file={{ title: name, sha256, address: fileAddress(id) }} />
      </Suspense>
    )
  }
  return (
    <section
      aria-label={`Words of ${name}`}
      // Reached by Tab, so that arrow keys scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="max-h-[70dvh] overflow-auto rounded-lg border border-line bg-sunken p-4 text-sm leading-relaxed wrap-anywhere whitespace-pre-line"
    >
      {file.plain}
    </section>
  )
}

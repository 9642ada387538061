import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { limitsQuery } from '#web/features/documents/documents.api.ts'
import { DropArea } from '#web/features/documents/drop-area.tsx'
import { UnsavedDialog } from '#web/features/editing/form-frame.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { ACCEPTED, filesOf, sortOut, useImportUploads } from './use-import-uploads.ts'
import { ImportRow, UploadRow } from './import-row.tsx'
import { importsQuery } from './imports.api.ts'

/** Where a brokerage brings the handbook that it has: files come in here, and are looked through one by one. */
export function ImportPage() {
  const { data: limits } = useQuery(limitsQuery)
  const { data, error, refetch } = useQuery(importsQuery)
  const uploads = useImportUploads(limits?.max_bytes)
  const [others, setOthers] = useState<string[]>([])
  const open = data?.filter(({ state }) => state !== 'kept') ?? []
  const kept = data?.filter(({ state }) => state === 'kept') ?? []
  // Where files wait to be looked through the area is a small one.
  const isAsked = !data && !error && uploads.items.length === 0
  const isSending = uploads.items.some(({ state }) => state !== 'failed')

  const take = (files: Iterable<File>) => {
    const sorted = sortOut(files)
    setOthers(sorted.others)
    uploads.add(sorted.readable)
  }
  return (
    <>
      <PageHeader
        title="Bring Your Handbook"
        description="Drop what you have. You look it through beside the original, and keep what you want as drafts of policies; nobody else sees any of it before you publish."
        back={{ to: '/policies', label: 'Policies' }}
      />
      <div className="grid max-w-4xl gap-6">
        {isAsked ? (
          <CardSkeleton />
        ) : (
          <DropArea
            isCompact={uploads.items.length + open.length > 0}
            hint="Word (.docx), PDF, Markdown or HTML, up to 50 MB each. Folders too."
            accept={ACCEPTED}
            filesOf={filesOf}
            withFolders
            onFiles={take}
          />
        )}
        {others.length > 0 && <Skipped names={others} onDismiss={() => setOthers([])} />}
        {error && !data && (
          <ErrorPanel title="Failed to load what was brought in" onRetry={() => void refetch()}>
            {messageOf(error, 'Please try again.')}
          </ErrorPanel>
        )}
        {uploads.items.length + open.length > 0 && (
          <ul aria-label="Files" className="grid gap-3">
            {uploads.items.map((item) => (
              <UploadRow key={`upload-${item.key}`} item={item} uploads={uploads} />
            ))}
            {open.map((file) => (
              <ImportRow key={file.id} file={file} />
            ))}
          </ul>
        )}
        {open.length > 0 && (
          <p className="text-sm text-muted">
            What is not kept as drafts within a day is deleted here, with its file.
          </p>
        )}
        {kept.length > 0 && (
          <section aria-labelledby="kept" className="mt-4">
            <h2 id="kept" className="mb-3 flex items-center gap-2 text-xl font-semibold">
              <FileText className="size-5 text-muted" aria-hidden="true" />
              Brought in
            </h2>
            <ul className="grid gap-3">
              {kept.map((file) => (
                <ImportRow key={file.id} file={file} />
              ))}
            </ul>
          </section>
        )}
      </div>
      <UnsavedDialog
        isDirty={isSending}
        isSettled={() => false}
        title="Stop uploading?"
        question="What is not there yet will not be uploaded."
      />
    </>
  )
}

function Skipped({ names, onDismiss }: { names: string[]; onDismiss: () => void }) {
  const some = names.slice(0, 5).join(', ')
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="ghost" size="sm" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {names.length === 1 ? 'This file was' : `These ${names.length} files were`} left out, because
      only Word, PDF, Markdown and HTML files can be read, at most 100 at a time: {some}
      {names.length > 5 && ' and others'}.
    </Notice>
  )
}

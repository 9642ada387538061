import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { HeldWhileEditing } from '#web/features/legal-holds/held-while-editing.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DocumentEditor } from './document-editor.tsx'
import { DocumentSkeleton } from './document-skeleton.tsx'
import { documentQuery } from './documents.api.ts'
import { sayLoadFailure } from './load-failure.ts'

export function DocumentEditPage() {
  const { id } = useParams({ from: '/shell/documents/$id/edit' })
  const { data, error, isFetchedAfterMount } = useQuery(documentQuery(id))
  const navigate = useNavigate()
  usePageTitle(data && `Edit ${data.data.title}`)
  // An editor that is open keeps what was typed, whatever becomes of the document.
  const isLost = error !== null && !data
  useEffect(() => {
    if (!isLost) return
    sayLoadFailure(error, 'Failed to fetch document')
    void navigate({ to: '/documents', replace: true })
  }, [isLost, error, navigate])
  // Editing begins on what the server has now, not on what this browser remembers.
  if (!data || !isFetchedAfterMount) return <DocumentSkeleton />
  return (
    <>
      <PageHeader
        title="Edit Document"
        description="The file itself stays as it is."
        back={{ to: `/documents/${id}`, label: 'Back to the document' }}
      />
      <HeldWhileEditing type="document" id={id} className="mb-6 max-w-3xl" />
      <DocumentEditor key={id} loaded={data} />
    </>
  )
}

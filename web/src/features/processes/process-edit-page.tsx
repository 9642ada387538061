import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ChangedQuotesNotice } from '#web/features/changed-quotes/changed-quotes-notice.tsx'
import { HeldWhileEditing } from '#web/features/legal-holds/held-while-editing.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { sayLoadFailure } from './load-failure.ts'
import { ProcessDocumentSkeleton } from './process-document-skeleton.tsx'
import { ProcessEditor } from './process-editor.tsx'
import { processQuery } from './processes.api.ts'

export function ProcessEditPage() {
  const { id } = useParams({ from: '/shell/processes/$id/edit' })
  const { data, error, isFetchedAfterMount } = useQuery(processQuery(id))
  const navigate = useNavigate()
  usePageTitle(data && `Edit ${data.data.process.title}`)
  // An editor that is open keeps what was typed, whatever becomes of the process.
  const isLost = error !== null && !data
  useEffect(() => {
    if (!isLost) return
    sayLoadFailure(error)
    void navigate({ to: '/processes', replace: true })
  }, [isLost, error, navigate])
  // Editing begins on what the server has now, not on what this browser remembers.
  if (!data || !isFetchedAfterMount) return <ProcessDocumentSkeleton />
  return (
    <>
      <PageHeader
        title="Edit Process"
        description={data.data.process.title}
        back={{ to: `/processes/${id}`, label: 'Back to the process' }}
      />
      <HeldWhileEditing type="process" id={id} className="mb-6 max-w-3xl" />
      <ChangedQuotesNotice itemId={id} className="mb-6 max-w-3xl" />
      <ProcessEditor key={id} loaded={data} />
    </>
  )
}

import type { ProcessDetail as Detail } from '@frontdesk/contract/processes'
import { canEditProcesses } from '@frontdesk/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useIsDeleting } from '#web/features/editing/use-deletion.ts'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useUser } from '#web/session/user.tsx'
import { processQuery } from './processes.api.ts'
import { ProcessActions } from './process-actions.tsx'
import { ProcessDocument } from './process-document.tsx'
import { ProcessDocumentSkeleton } from './process-document-skeleton.tsx'
import { ProcessRuns } from './process-runs.tsx'
import { sayLoadFailure } from './load-failure.ts'

export function ProcessDetailPage() {
  const { id } = useParams({ from: '/shell/processes/$id' })
  return <ProcessDetail key={id} id={id} />
}

function ProcessDetail({ id }: { id: string }) {
  const { data, error } = useQuery(processQuery(id))
  const isDeleting = useIsDeleting(processQuery(id).queryKey)
  usePageTitle(data?.data.process.title)
  const isLost = error !== null && !isDeleting
  useLeaving(isLost ? error : null)
  if (!data || isLost) return <ProcessDocumentSkeleton />
  return (
    <Suspense fallback={<ProcessDocumentSkeleton />}>
      <ProcessReading detail={data.data} />
    </Suspense>
  )
}

/** A process that can't be loaded is left for the list, with the reason (spec.md, section 2). */
function useLeaving(error: Error | null) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!error) return
    sayLoadFailure(error)
    void navigate({ to: '/processes', replace: true })
  }, [error, navigate])
}

function ProcessReading({ detail }: { detail: Detail }) {
  const isEditor = canEditProcesses(useUser())
  return (
    <div className="grid gap-x-6 gap-y-10 lg:grid-cols-[minmax(0,46rem)_15rem] xl:gap-x-10 xl:grid-cols-[minmax(0,46rem)_20rem] lg:justify-between">
      <ProcessDocument
        detail={detail}
        actions={<ProcessActions process={detail.process} isEditor={isEditor} />}
      />
      <div className="grid content-start gap-8">
        <ProcessRuns process={detail.process} />
        <LegalHoldLine
          of={{ type: 'process', id: detail.process.id, title: detail.process.title }}
        />
      </div>
    </div>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ChangedQuotesNotice } from '#web/features/changed-quotes/changed-quotes-notice.tsx'
import { useEditing } from '#web/features/editing/use-editing.tsx'
import { HeldWhileEditing } from '#web/features/legal-holds/held-while-editing.tsx'
import type { PageAnswer } from '#web/lib/call-types.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { sayLoadFailure } from './load-failure.ts'
import { ProcessDocumentSkeleton } from './process-document-skeleton.tsx'
import { ProcessForm, showProcessErrors, useProcessForm } from './process-form.tsx'
import { bodyOf, outlineOf, type ProcessTexts, textsOf } from './process-texts.ts'
import { processQuery, useUpdateProcess } from './processes.api.ts'

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

/** A process with the `ETag` that it was answered with. */
type LoadedProcess = PageAnswer<'GET /processes/:id'>

function ProcessEditor({ loaded }: { loaded: LoadedProcess }) {
  const { id } = loaded.data.process
  const navigate = useNavigate()
  const state = useProcessForm(id, { texts: textsOf(loaded.data), etag: loaded.etag })
  const update = useUpdateProcess(id)
  const client = useQueryClient()
  const openProcess = () => navigate({ to: '/processes/$id', params: { id } })

  const form = useEditing({
    what: 'process',
    state,
    loaded,
    savedIn,
    news,
    comparable,
    save: async (values: ProcessTexts) => {
      await update.mutateAsync({ body: bodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The process was saved')
      await openProcess()
    },
    reload: async () => client.fetchQuery(processQuery(id)),
    showErrors: (error) => showProcessErrors(state.form, error),
  })
  return (
    <ProcessForm
      {...form}
      state={state}
      busyLabel="Saving…"
      failure="Failed to update process"
      onCancel={() => void openProcess()}
    />
  )
}

const savedIn = ({ data, etag }: LoadedProcess) => ({
  texts: textsOf(data),
  etag,
  savedBy: data.process.last_updated_by_name,
})

const news = ({ data: { process } }: LoadedProcess) => (
  <>
    Theirs was saved <RelativeTime iso={process.updated_at} />. Your steps are still in the form
    below.
  </>
)

const comparable = (texts: ProcessTexts) => ({
  title: texts.title,
  description: texts.description,
  category: `${texts.category}, ${texts.status}`,
  content: outlineOf(texts),
})

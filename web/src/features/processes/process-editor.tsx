import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { NewsOfOthers } from '#web/features/editing/news-of-others.tsx'
import { useSaving } from '#web/features/editing/use-saving.ts'
import type { PageAnswer } from '#web/lib/call-types.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ProcessForm } from './process-form.tsx'
import { bodyOf, outlineOf, textsOf, type ProcessTexts } from './process-texts.ts'
import { showProcessErrors } from './show-process-errors.ts'
import { processQuery, useUpdateProcess } from './processes.api.ts'
import { useProcessForm } from './use-process-form.ts'

/** A process with the `ETag` that it was answered with. */
type LoadedProcess = PageAnswer<'GET /processes/:id'>

export function ProcessEditor({ loaded }: { loaded: LoadedProcess }) {
  const { id } = loaded.data.process
  const navigate = useNavigate()
  const state = useProcessForm(id, { texts: textsOf(loaded.data), etag: loaded.etag })
  const update = useUpdateProcess(id)
  const client = useQueryClient()
  const openProcess = () => navigate({ to: '/processes/$id', params: { id } })

  const saving = useSaving({
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
      state={state}
      notice={
        <NewsOfOthers
          what="process"
          state={state}
          loaded={loaded}
          savedIn={savedIn}
          saving={saving}
          news={news}
          comparable={comparable}
        />
      }
      saveLabel="Save Changes"
      busyLabel="Saving…"
      failure="Failed to update process"
      problem={saving.problem}
      onDismiss={saving.dismiss}
      onSave={saving.submit}
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

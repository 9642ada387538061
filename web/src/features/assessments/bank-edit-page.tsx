import type { BankQuestion } from '@frontdesk/contract/question-bank'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { showFieldErrors } from '#web/features/editing/field-errors.ts'
import { useEditing } from '#web/features/editing/use-editing.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { BankQuestionForm, useBankForm } from './bank-question-form.tsx'
import { bankBodyOf, type BankTexts, bankTextsOf } from './bank-texts.ts'
import { bankQuestionQuery, useUpdateBankQuestion } from './bank.api.ts'
import { questionOutline } from './question-texts.ts'

type Loaded = { data: BankQuestion; etag: string | null }

/** One question of the bank, to be changed. */
export function BankEditPage() {
  usePageTitle('Edit Question')
  const { id } = useParams({ from: '/shell/admin/questions/$id' })
  const navigate = useNavigate()
  const { data, error, isFetchedAfterMount, refetch } = useQuery(bankQuestionQuery(id))
  const isThere = data && isFetchedAfterMount
  return (
    <>
      <PageHeader
        title="Edit Question"
        description="Quizzes that took a copy keep theirs; attempts that are under way keep what was drawn."
        back={{ to: '/admin/questions', label: 'Back to the Question Bank' }}
      />
      {error && !data && (
        <ErrorPanel
          title="Failed to load the question"
          onRetry={() => void refetch()}
          onGoBack={() => void navigate({ to: '/admin/questions' })}
        >
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {!error && !isThere && <Spinner label="Loading the question…" />}
      {isThere && <EditForm key={id} loaded={data} />}
    </>
  )
}

function EditForm({ loaded }: { loaded: Loaded }) {
  const { id } = loaded.data
  const navigate = useNavigate()
  const client = useQueryClient()
  const state = useBankForm(id, { texts: bankTextsOf(loaded.data), etag: loaded.etag })
  const update = useUpdateBankQuestion(id)
  const leave = async () => navigate({ to: '/admin/questions' })
  const form = useEditing({
    what: 'question',
    state,
    loaded,
    savedIn,
    news,
    comparable,
    save: async (values) => {
      await update.mutateAsync({ ...bankBodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The question was saved')
      await leave()
    },
    reload: async () => client.fetchQuery(bankQuestionQuery(id)),
    showErrors: (error) => showFieldErrors(state.form, error, ['topic']),
  })
  return (
    <BankQuestionForm
      {...form}
      state={state}
      busyLabel="Saving..."
      failure="Failed to save the question"
      onCancel={() => void leave()}
    />
  )
}

const savedIn = ({ data, etag }: Loaded) => ({
  texts: bankTextsOf(data),
  etag,
  savedBy: data.last_updated_by_name,
})

const news = ({ data }: Loaded) => (
  <>
    Theirs was saved <RelativeTime iso={data.updated_at} />. Yours is still in the form below.
  </>
)

const comparable = ({ topic, questions }: BankTexts) => ({
  title: topic,
  description: '',
  category: '',
  content: questionOutline(questions),
})

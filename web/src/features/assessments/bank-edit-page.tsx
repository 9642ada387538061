import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { BankQuestion } from '@frontdesk/contract/question-bank'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { UseFormReturn } from 'react-hook-form'
import { EditFrame } from '#web/features/editing/edit-frame.tsx'
import { required, showFieldErrors, upTo } from '#web/features/editing/form-rules.ts'
import { FormSection } from '#web/features/editing/form-frame.tsx'
import {
  ItemForm,
  type ItemFormProps,
  type TextsFormState,
  useTextsForm,
} from '#web/features/editing/item-form.tsx'
import { useEditing, useSaving } from '#web/features/editing/saving.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { Spinner } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  bankBodyOf,
  type BankTexts,
  bankTextsOf,
  isBankTexts,
  newBankTexts,
  sameTexts,
  TopicField,
} from './bank-texts.tsx'
import { bankQuestionQuery, useAddToBank, useUpdateBankQuestion } from './bank.api.ts'
import { QuestionCard } from './question-card.tsx'
import { isBlankQuestion, questionOutline, type QuestionsTexts } from './question-texts.ts'

/** A new question of the bank, or with `?copy=` one that begins as another. */
export function BankAddPage() {
  usePageTitle('Add Question')
  const { copied, topic } = useSearchParams((raw) => ({
    copied: textOf(raw.copy),
    topic: textOf(raw.topic),
  })).params
  const original = useQuery({ ...bankQuestionQuery(copied), enabled: copied !== '' })
  const isReady = copied === '' || !original.isPending
  const begin = original.data ? bankTextsOf(original.data.data) : newBankTexts(topic)
  return (
    <>
      <PageHeader
        title="Add Question"
        description="To the bank, for any quiz to take or to draw."
        back={{ to: '/admin/questions', label: 'Back to the Question Bank' }}
      />
      {isReady ? <AddForm begin={begin} /> : <Spinner label="Loading the question…" />}
    </>
  )
}

function AddForm({ begin }: { begin: BankTexts }) {
  const navigate = useNavigate()
  const state = useBankForm(null, { texts: begin, etag: null })
  const add = useAddToBank()
  const leave = async () => navigate({ to: '/admin/questions' })
  const saving = useSaving({
    save: async (values: BankTexts) => {
      await add.mutateAsync(bankBodyOf(values))
      state.settle()
      toast.success('The question was added to the bank')
      await leave()
    },
    showErrors: (error) => showFieldErrors(state.form, error, ['topic', 'questions.0.question']),
  })
  return (
    <BankQuestionForm
      state={state}
      saveLabel="Add Question"
      busyLabel="Adding..."
      failure="Failed to add the question"
      problem={saving.problem}
      onDismiss={saving.dismiss}
      onSave={saving.submit}
      onCancel={() => void leave()}
    />
  )
}

type Loaded = { data: BankQuestion; etag: string | null }

/** One question of the bank, to be changed. */
export function BankEditPage() {
  const { id } = useParams({ from: '/shell/admin/questions/$id' })
  return (
    <EditFrame
      id={id}
      query={useQuery(bankQuestionQuery(id))}
      title="Edit Question"
      description="Quizzes that took a copy keep theirs; attempts that are under way keep what was drawn."
      back={{ to: '/admin/questions', label: 'Back to the Question Bank' }}
      missing="Failed to load the question"
    >
      {(loaded) => <EditForm loaded={loaded} />}
    </EditFrame>
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

export type BankFormState = TextsFormState<BankTexts>

const useBankForm = (id: string | null, saved: BankFormState['base']) =>
  useTextsForm({ what: 'bank-question', id, saved, isTexts: isBankTexts, sameTexts })

const ORDER = ['topic', 'questions']

/** A question of the bank: its topic, and what a question of a quiz has. */
function BankQuestionForm(props: ItemFormProps<BankTexts>) {
  const { form } = props.state
  const save = async (values: BankTexts) => {
    if (isBlankQuestion(values.questions[0]!)) {
      form.setError('questions.0.question', { message: 'Please write the question' })
      return form.setFocus('questions.0.question')
    }
    await props.onSave(values)
  }
  return (
    <ItemForm {...props} order={ORDER} isLong onSave={save}>
      <FormSection title="Question">
        <TopicField
          error={form.formState.errors.topic?.message}
          {...form.register('topic', {
            validate: {
              required: required('Please name a topic'),
              long: upTo(TRAINING_LIMITS.topic),
            },
          })}
        />
        {/* Every form with questions has them under the same name. */}
        <QuestionCard form={form as unknown as UseFormReturn<QuestionsTexts>} index={0} />
      </FormSection>
    </ItemForm>
  )
}

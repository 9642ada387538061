import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { showFieldErrors } from '#web/features/editing/field-errors.ts'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { textOf, useSearchParams } from '#web/lib/use-search-params.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { BankQuestionForm, useBankForm } from './bank-question-form.tsx'
import { bankBodyOf, type BankTexts, bankTextsOf, newBankTexts } from './bank-texts.ts'
import { bankQuestionQuery, useAddToBank } from './bank.api.ts'

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

import type { Test } from '@frontdesk/contract/assessments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useNavigate, useParams } from '@tanstack/react-router'
import type { UseFormReturn } from 'react-hook-form'
import { ChangedQuotesNotice } from '#web/features/changed-quotes/changed-quotes-notice.tsx'
import { ArchiveItem } from '#web/features/editing/delete-item.tsx'
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
import { HeldWhileEditing } from '#web/features/legal-holds/legal-hold-line.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  editedTestQuery,
  useArchiveTest,
  useCreateTest,
  useRestoreTest,
  useUpdateTest,
} from './assessments.api.ts'
import { QuestionList } from './question-list.tsx'
import { type QuestionsTexts, showDrawErrors } from './question-texts.ts'
import {
  bodyOf,
  isTestTexts,
  type LoadedTest,
  newTest,
  outlineOf,
  sameTexts,
  SettingsFields,
  type SettingsTexts,
  type TestTexts,
  textsOf,
} from './test-texts.tsx'

const blank = { texts: newTest(), etag: null }

export function TestAddPage() {
  usePageTitle('Add Test')
  const navigate = useNavigate()
  const openTests = useOpenAdminTests()
  const state = useTestForm(null, blank)
  const create = useCreateTest()

  const saving = useSaving({
    save: async (texts: TestTexts) => {
      const { id, title } = await create.mutateAsync(bodyOf(texts))
      state.settle()
      toast.success(`“${title}” was created`)
      await navigate({ to: '/admin/tests/$id', params: { id }, state: { isNew: true } })
    },
    showErrors: (error) => {
      showFieldErrors(state.form, error, ['title', 'description'])
      showDrawErrors(state.form, error)
    },
  })
  return (
    <>
      <PageHeader
        title="Add Test"
        description="Questions by themselves, without a training around them."
        back={{ to: '/admin/tests', label: 'Back to Tests' }}
      />
      <TestForm
        state={state}
        testId={null}
        saveLabel="Create Test"
        busyLabel="Creating..."
        failure="Failed to create test"
        problem={saving.problem}
        onDismiss={saving.dismiss}
        onSave={saving.submit}
        onCancel={() => void openTests()}
      />
    </>
  )
}

export function TestEditPage() {
  const { id } = useParams({ from: '/shell/admin/tests/$id/edit' })
  return (
    <EditFrame
      id={id}
      query={useQuery(editedTestQuery(id))}
      title="Edit Test"
      nameOf={({ test }) => test.title}
      back={{ to: '/admin/tests', label: 'Back to Tests' }}
      missing="Failed to fetch test data"
    >
      {(loaded) =>
        loaded.test.training_id === null ? (
          <>
            <HeldWhileEditing type="test" id={id} className="mb-6 max-w-3xl" />
            <ChangedQuotesNotice itemId={id} className="mb-6 max-w-3xl" />
            <TestEditor loaded={loaded} />
          </>
        ) : (
          <Notice
            tone="accent"
            action={
              <ButtonLink
                to="/training/$id/edit"
                params={{ id: loaded.test.training_id }}
                size="sm"
              >
                Edit the Training
              </ButtonLink>
            }
          >
            This is the quiz of a training, and is edited with it.
          </Notice>
        )
      }
    </EditFrame>
  )
}

function TestEditor({ loaded }: { loaded: LoadedTest }) {
  const { test } = loaded
  const openTests = useOpenAdminTests()
  const state = useTestForm(test.id, { texts: textsOf(loaded), etag: loaded.etag })
  const update = useUpdateTest(test.id)
  const client = useQueryClient()

  const form = useEditing({
    what: 'test',
    state,
    loaded,
    savedIn,
    news,
    comparable,
    save: async (values: TestTexts) => {
      await update.mutateAsync({ body: bodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The test was saved')
      await openTests()
    },
    reload: async () => client.fetchQuery(editedTestQuery(test.id)),
    showErrors: (error) => {
      showFieldErrors(state.form, error, ['title', 'description'])
      showDrawErrors(state.form, error)
    },
  })
  return (
    <>
      <TestForm
        {...form}
        state={state}
        testId={test.id}
        busyLabel="Saving..."
        failure="Failed to update test"
        onCancel={() => void openTests()}
      />
      <ArchiveTest test={test} onArchived={state.settle} />
    </>
  )
}

const savedIn = (loaded: LoadedTest) => ({
  texts: textsOf(loaded),
  etag: loaded.etag,
  savedBy: loaded.test.last_updated_by_name,
})

const news = ({ test }: LoadedTest) => (
  <>
    Theirs was saved <RelativeTime iso={test.updated_at} />. Yours is still in the form below.
  </>
)

const comparable = (texts: TestTexts) => ({
  title: texts.title,
  description: texts.description,
  category: '',
  content: outlineOf(texts),
})

const words = {
  question: 'Archive this test? Nobody can take it any more; attempts and certificates stay.',
  button: 'Archive Test',
  failure: 'Failed to archive test',
  restoreFailure: 'Failed to restore test',
}

type ArchiveTestProps = { test: Test; onArchived: () => void }

function ArchiveTest({ test, onArchived }: ArchiveTestProps) {
  return (
    <ArchiveItem
      item={test}
      archive={useArchiveTest()}
      restore={useRestoreTest()}
      words={words}
      onArchived={onArchived}
      leave={useOpenAdminTests()}
    />
  )
}

export type TestFormState = TextsFormState<TestTexts>

const useTestForm = (id: string | null, saved: TestFormState['base']) =>
  useTextsForm({ what: 'test', id, saved, isTexts: isTestTexts, sameTexts })

type TestFormProps = ItemFormProps<TestTexts> & { testId: string | null }

const ORDER = [
  'title',
  'description',
  'questions',
  'draws',
  'requiredScore',
  'maxAttempts',
  'retakeThreshold',
]

/** A test by itself: the same questions and settings as a training's quiz has. */
function TestForm(props: TestFormProps) {
  const { state, testId } = props
  const { form } = state
  const { errors } = form.formState
  return (
    <ItemForm {...props} order={ORDER} isLong>
      <FormSection title="Basic Information">
        <Field label="Title" required error={errors.title?.message}>
          <TextInput
            autoComplete="off"
            {...form.register('title', {
              validate: { required: required('Please give the test a title'), long: upTo(200) },
            })}
          />
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          <TextArea
            rows={2}
            autogrow
            {...form.register('description', { validate: { long: upTo(2000) } })}
          />
        </Field>
      </FormSection>
      <FormSection
        title="Questions"
        description="Drag a question by its handle, or use its arrows."
      >
        {/* Every form with questions has them under the same name. */}
        <QuestionList form={form as unknown as UseFormReturn<QuestionsTexts>} testId={testId} />
      </FormSection>
      <FormSection title="Settings">
        <SettingsFields form={form as unknown as UseFormReturn<SettingsTexts>} />
      </FormSection>
    </ItemForm>
  )
}

/** Goes to the table of tests in the admin area. */
function useOpenAdminTests() {
  const navigate = useNavigate()
  return () => navigate<AnyRouter, string, string>({ to: '/admin/tests' })
}

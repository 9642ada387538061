import {
  PROCESS_CATEGORIES,
  PROCESS_CATEGORY_REQUIRED,
  PROCESS_STATUSES,
  PROCESS_STEP_REQUIRED,
  PROCESS_TITLE_REQUIRED,
} from '@frontdesk/contract/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { ChangedQuotesNotice } from '#web/features/changed-quotes/changed-quotes-notice.tsx'
import { EditFrame } from '#web/features/editing/edit-frame.tsx'
import { required, showFieldErrors, upTo } from '#web/features/editing/form-rules.ts'
import {
  ItemForm,
  type ItemFormProps,
  type TextsFormState,
  useTextsForm,
} from '#web/features/editing/item-form.tsx'
import { showGonePictures } from '#web/features/writing/picture-uploads.tsx'
import { useEditing, useSaving } from '#web/features/editing/saving.tsx'
import { HeldWhileEditing } from '#web/features/legal-holds/legal-hold-line.tsx'
import type { PageAnswer } from '#web/lib/call-types.ts'
import { formatMinutes } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'
import { statusLabels } from './process-badges.tsx'
import { ProcessMissing } from './process-loading.tsx'
import {
  bodyOf,
  isProcessTexts,
  noTexts,
  outlineOf,
  PROCESS_FIELDS,
  type ProcessTexts,
  sameTexts,
  textsOf,
  totalOf,
} from './process-texts.ts'
import { processQuery, useCreateProcess, useUpdateProcess } from './processes.api.ts'
import { StepList } from './step-list.tsx'

const blank = { texts: noTexts, etag: null }

export function ProcessAddPage() {
  usePageTitle('Add New Process')
  const navigate = useNavigate()
  const state = useProcessForm(null, blank)
  const create = useCreateProcess()

  const saving = useSaving({
    save: async (texts: ProcessTexts) => {
      const process = await create.mutateAsync(bodyOf(texts))
      state.settle()
      toast.success(`“${process.title}” was added`)
      await navigate({ to: '/processes/$id', params: { id: process.id } })
    },
    showErrors: (error) => showProcessErrors(state.form, error),
  })
  return (
    <>
      <PageHeader
        title="Add New Process"
        description="Write it as you would explain it to somebody on their first day."
        back={{ to: '/processes', label: 'Processes' }}
      />
      <ProcessForm
        state={state}
        saveLabel="Create Process"
        busyLabel="Creating…"
        failure="Failed to create process"
        problem={saving.problem}
        onDismiss={saving.dismiss}
        onSave={saving.submit}
        onCancel={() => void navigate({ to: '/processes' })}
      />
    </>
  )
}

export function ProcessEditPage() {
  const { id } = useParams({ from: '/shell/processes/$id/edit' })
  return (
    <EditFrame
      id={id}
      query={useQuery(processQuery(id))}
      title="Edit Process"
      nameOf={({ data }) => data.process.title}
      back={{ to: `/processes/${id}`, label: 'Back to the process' }}
      missing={ProcessMissing}
      news={
        <>
          <HeldWhileEditing type="process" id={id} className="mb-6 max-w-3xl" />
          <ChangedQuotesNotice itemId={id} className="mb-6 max-w-3xl" />
        </>
      }
    >
      {(loaded) => <ProcessEditor loaded={loaded} />}
    </EditFrame>
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

export type ProcessFormState = TextsFormState<ProcessTexts>

const useProcessForm = (id: string | null, saved: ProcessFormState['base']) =>
  useTextsForm({ what: 'process', id, saved, isTexts: isProcessTexts, sameTexts })

const ORDER = ['title', 'category', 'description', 'steps']

function ProcessForm(props: ItemFormProps<ProcessTexts>) {
  const { form, texts } = props.state
  return (
    <ItemForm
      {...props}
      order={ORDER}
      missingOf={missingOf}
      note={
        <p className="text-sm text-muted tabular-nums max-sm:-order-1 max-sm:w-full max-sm:px-0! sm:ml-auto">
          Estimated total time: {formatMinutes(totalOf(texts.steps))}
        </p>
      }
    >
      <ProcessFields form={form} />
      <StepList form={form} />
    </ItemForm>
  )
}

/** One sentence for what is missing, in the order of the form (spec.md, section 5). */
function missingOf(errors: FieldErrors<ProcessTexts>): string | null {
  if (errors.title?.type === 'required') return PROCESS_TITLE_REQUIRED
  if (errors.category?.type === 'required') return PROCESS_CATEGORY_REQUIRED
  if (errors.steps?.[0]?.title?.type === 'required') return PROCESS_STEP_REQUIRED
  return null
}

type ProcessFieldsProps = { form: UseFormReturn<ProcessTexts> }

function ProcessFields({ form }: ProcessFieldsProps) {
  const { register } = form
  const { errors } = form.formState
  return (
    <>
      <Field label="Title" required error={errors.title?.message}>
        <TextInput
          autoComplete="off"
          {...register('title', {
            validate: { required: required(PROCESS_TITLE_REQUIRED), long: upTo(200) },
          })}
        />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Category" required error={errors.category?.message}>
          <Select
            {...register('category', {
              validate: { required: required(PROCESS_CATEGORY_REQUIRED) },
            })}
          >
            <option value="">Choose a category</option>
            {PROCESS_CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        </Field>
        <Field label="Status" hint="Only active processes are shown to everyone.">
          <Select {...register('status')}>
            {PROCESS_STATUSES.map((status) => (
              <option key={status} value={status}>
                {statusLabels[status]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field
        label="Description"
        optional
        hint="One sentence for the list of processes."
        error={errors.description?.message}
      >
        <TextArea
          autogrow
          rows={1}
          {...register('description', { validate: { long: upTo(2000) } })}
        />
      </Field>
    </>
  )
}

/** Puts the server's sentences beside the fields that they are about. */
function showProcessErrors(form: UseFormReturn<ProcessTexts>, error: unknown) {
  const details = form.getValues('steps').map((_, at) => `steps.${at}.description` as const)
  if (!showGonePictures(form, error, details)) showFieldErrors(form, error, PROCESS_FIELDS)
}

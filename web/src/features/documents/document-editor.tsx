import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_CATEGORY_REQUIRED,
  DOCUMENT_TITLE_REQUIRED,
} from '@frontdesk/contract/constants'
import type { Document } from '@frontdesk/contract/documents'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useController } from 'react-hook-form'
import { FormFooter } from '#web/features/editing/form-footer.tsx'
import { PublishingForm } from '#web/features/editing/publishing-form.tsx'
import { NewsOfOthers } from '#web/features/editing/news-of-others.tsx'
import { RestoredNotice } from '#web/features/editing/restored-notice.tsx'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { required, upTo } from '#web/features/editing/text-rules.ts'
import { UnsavedDialog } from '#web/features/editing/unsaved-dialog.tsx'
import { useSaving } from '#web/features/editing/use-saving.ts'
import type { PageAnswer } from '#web/lib/call-types.ts'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DOCUMENT_FIELDS, type DocumentTexts, textsOf } from './document-texts.ts'
import { type DocumentBody, documentQuery, useUpdateDocument } from './documents.api.ts'
import { FolderField } from './folder-select.tsx'
import { type DocumentFormState, useDocumentForm } from './use-document-form.ts'

/** A document with the `ETag` that it was answered with. */
type LoadedDocument = PageAnswer<'GET /documents/:id'>

export function DocumentEditor({ loaded }: { loaded: LoadedDocument }) {
  const { id } = loaded.data
  const navigate = useNavigate()
  const state = useDocumentForm(id, { texts: textsOf(loaded.data), etag: loaded.etag })
  const update = useUpdateDocument(id)
  const client = useQueryClient()
  const openDocument = () => navigate({ to: '/documents/$id', params: { id } })

  const saving = useSaving({
    save: async (values: DocumentTexts) => {
      await update.mutateAsync({ body: bodyOf(values, state.base.texts), etag: state.base.etag })
      state.settle()
      toast.success('The document was saved')
      await openDocument()
    },
    reload: async () => client.fetchQuery(documentQuery(id)),
    showErrors: (error) => showFieldErrors(state.form, error, DOCUMENT_FIELDS),
    fallback: 'Failed to upload/update document',
  })
  return (
    <PublishingForm
      noValidate
      className="grid max-w-3xl gap-6"
      onSubmit={(event) => void state.form.handleSubmit(saving.submit)(event)}
    >
      <RestoredNotice state={state} />
      <NewsOfOthers
        what="document"
        state={state}
        loaded={loaded}
        savedIn={savedIn}
        saving={saving}
        news={news}
        comparable={comparable}
      />
      <DocumentFields state={state} document={loaded.data} />
      <FormFooter
        saveLabel="Save Changes"
        busyLabel="Saving…"
        failure="Failed to update document"
        problem={saving.problem}
        isSaving={state.form.formState.isSubmitting}
        onDismiss={saving.dismiss}
        onCancel={() => void openDocument()}
      />
      <UnsavedDialog isDirty={state.isDirty} isSettled={state.isSettled} />
    </PublishingForm>
  )
}

/** The folder only where it was chosen here: somebody may have moved the document meanwhile. */
function bodyOf({ folder_id: folder, ...texts }: DocumentTexts, base: DocumentTexts): DocumentBody {
  const moved = folder === base.folder_id ? {} : { folder_id: folder || null }
  return { ...texts, ...moved }
}

const savedIn = ({ data: document, etag }: LoadedDocument) => ({
  texts: textsOf(document),
  etag,
  savedBy: document.last_updated_by_name,
})

const news = ({ data: document }: LoadedDocument) => (
  <>
    Theirs was saved <RelativeTime iso={document.updated_at} />. Yours is still in the form below.
  </>
)

const comparable = ({ title, category, description }: DocumentTexts) => ({
  title,
  category,
  description: '',
  content: description,
})

type DocumentFieldsProps = { state: DocumentFormState; document: Document }

function DocumentFields({ state: { form }, document }: DocumentFieldsProps) {
  const { register } = form
  // The folders come later than the form: what is chosen stays chosen.
  const folder = useController({ control: form.control, name: 'folder_id' })
  const { errors } = form.formState
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Field label="Title" required error={errors.title?.message}>
          <TextInput
            autoComplete="off"
            {...register('title', {
              validate: { required: required(DOCUMENT_TITLE_REQUIRED), long: upTo(200) },
            })}
          />
        </Field>
        <Field label="Category" required error={errors.category?.message}>
          <Select {...register('category', { required: DOCUMENT_CATEGORY_REQUIRED })}>
            <option value="">Select a category</option>
            {DOCUMENT_CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        </Field>
      </div>
      <FolderField
        error={errors.folder_id?.message}
        current={{ id: document.folder_id, name: document.folder_name }}
        {...folder.field}
      />
      <Field label="Description" optional error={errors.description?.message}>
        <TextArea
          rows={4}
          autogrow
          {...register('description', { validate: { long: upTo(2000) } })}
        />
      </Field>
    </>
  )
}

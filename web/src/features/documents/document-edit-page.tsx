import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_CATEGORY_REQUIRED,
  DOCUMENT_TITLE_REQUIRED,
} from '@frontdesk/contract/constants'
import type { Document } from '@frontdesk/contract/documents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useController } from 'react-hook-form'
import { EditFrame } from '#web/features/editing/edit-frame.tsx'
import { ItemForm, type TextsFormState, useTextsForm } from '#web/features/editing/item-form.tsx'
import { useEditing } from '#web/features/editing/saving.tsx'
import { required, showFieldErrors, upTo } from '#web/features/editing/form-rules.ts'
import { HeldWhileEditing } from '#web/features/legal-holds/legal-hold-line.tsx'
import type { PageAnswer } from '#web/lib/call-types.ts'
import { hasTexts } from '#web/lib/kept-text.ts'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DocumentMissing } from './document-loading.tsx'
import { type DocumentBody, documentQuery, useUpdateDocument } from './documents.api.ts'
import { FolderField } from './folder-select.tsx'

export function DocumentEditPage() {
  const { id } = useParams({ from: '/shell/documents/$id/edit' })
  return (
    <EditFrame
      id={id}
      query={useQuery(documentQuery(id))}
      title="Edit Document"
      description="The file itself stays as it is."
      nameOf={({ data }) => data.title}
      back={{ to: `/documents/${id}`, label: 'Back to the document' }}
      missing={EditedMissing}
      news={<HeldWhileEditing type="document" id={id} className="mb-6 max-w-3xl" />}
    >
      {(loaded) => <DocumentEditor loaded={loaded} />}
    </EditFrame>
  )
}

const EditedMissing = ({ error }: { error: Error }) => (
  <DocumentMissing error={error} failure="Failed to fetch document" />
)

/** A document with the `ETag` that it was answered with. */
type LoadedDocument = PageAnswer<'GET /documents/:id'>

function DocumentEditor({ loaded }: { loaded: LoadedDocument }) {
  const { id } = loaded.data
  const navigate = useNavigate()
  const state = useDocumentForm(id, { texts: textsOf(loaded.data), etag: loaded.etag })
  const update = useUpdateDocument(id)
  const client = useQueryClient()
  const openDocument = () => navigate({ to: '/documents/$id', params: { id } })

  const form = useEditing({
    what: 'document',
    state,
    loaded,
    savedIn,
    news,
    comparable,
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
    <ItemForm
      {...form}
      state={state}
      order={ORDER}
      missingOf={nothing}
      busyLabel="Saving…"
      failure="Failed to update document"
      onCancel={() => void openDocument()}
    >
      <DocumentFields state={state} document={loaded.data} />
    </ItemForm>
  )
}

const ORDER = ['title', 'category', 'folder_id', 'description']

/** Each field says itself what it lacks. */
const nothing = () => null

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

const isTexts = (value: unknown): value is DocumentTexts => hasTexts(value, DOCUMENT_FIELDS)

type DocumentFormState = TextsFormState<DocumentTexts>

const useDocumentForm = (id: string, saved: DocumentFormState['base']) =>
  useTextsForm({ what: 'document', id, saved, isTexts, sameTexts })

const DOCUMENT_FIELDS = ['title', 'category', 'description', 'folder_id'] as const

type DocumentTexts = Record<(typeof DOCUMENT_FIELDS)[number], string>

const textsOf = (document: Document): DocumentTexts => ({
  title: document.title,
  category: document.category,
  description: document.description ?? '',
  folder_id: document.folder_id ?? '',
})

const sameTexts = (one: DocumentTexts, other: DocumentTexts) =>
  DOCUMENT_FIELDS.every((name) => one[name].trim() === other[name].trim())

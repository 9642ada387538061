import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_CATEGORY_REQUIRED,
  DOCUMENT_TITLE_REQUIRED,
} from '@frontdesk/contract/constants'
import type { Document } from '@frontdesk/contract/documents'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RestoredNotice } from '#web/features/editing/restored-notice.tsx'
import { SavedMeanwhile } from '#web/features/editing/saved-meanwhile.tsx'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { TextConflict } from '#web/features/editing/text-conflict.tsx'
import { required, upTo } from '#web/features/editing/text-rules.ts'
import { UnsavedDialog } from '#web/features/editing/unsaved-dialog.tsx'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DOCUMENT_FIELDS, type DocumentTexts, textsOf } from './document-texts.ts'
import { type DocumentBody, useDocumentRefetch, useUpdateDocument } from './documents.api.ts'
import { type DocumentFormState, useDocumentForm } from './use-document-form.ts'

/** A document with the `ETag` that it was answered with. */
type LoadedDocument = { document: Document; etag: string | null }

export function DocumentEditor({ loaded }: { loaded: LoadedDocument }) {
  const { id } = loaded.document
  const navigate = useNavigate()
  const state = useDocumentForm(id, { texts: textsOf(loaded.document), etag: loaded.etag })
  const update = useUpdateDocument(id)
  const refetch = useDocumentRefetch(id)
  const openDocument = () => navigate({ to: '/documents/$id', params: { id } })

  const saving = useSaving({
    save: async (values: DocumentTexts) => {
      await update.mutateAsync({ body: bodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The document was saved')
      await openDocument()
    },
    refetch,
    showErrors: (error) => showFieldErrors(state.form, error, DOCUMENT_FIELDS),
    fallback: 'Failed to upload/update document',
  })
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-6"
      onSubmit={(event) => void state.form.handleSubmit(saving.submit)(event)}
    >
      <RestoredNotice state={state} />
      {saving.theirs ? (
        <Conflict state={state} theirs={saving.theirs} onSettled={saving.settle} />
      ) : (
        <SavedMeanwhile
          what="document"
          newest={savedIn(loaded)}
          state={state}
          onCompare={() => saving.compare(loaded)}
        />
      )}
      <DocumentFields state={state} />
      {saving.problem && (
        <ErrorPanel title="Failed to update document" onDismiss={saving.dismiss}>
          {saving.problem}
        </ErrorPanel>
      )}
      <FormButtons isSaving={state.form.formState.isSubmitting}>
        <Button variant="secondary" onClick={() => void openDocument()}>
          Cancel
        </Button>
      </FormButtons>
      <UnsavedDialog isDirty={state.isDirty} isSettled={state.isSettled} />
    </form>
  )
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the menu has the contract's categories
const bodyOf = (texts: DocumentTexts) => texts as DocumentBody

const savedIn = ({ document, etag }: LoadedDocument) => ({
  texts: textsOf(document),
  etag,
  savedBy: document.last_updated_by_name,
})

function FormButtons({ isSaving, children }: { isSaving: boolean; children: ReactNode }) {
  return (
    <div className="sticky bottom-(--bottom-bar,0px) z-10 -mx-1 flex gap-2 border-t border-line bg-paper px-1 py-4 max-sm:*:grow">
      <Button type="submit" busy={isSaving} busyLabel="Saving…">
        Save Changes
      </Button>
      {children}
    </div>
  )
}

function DocumentFields({ state: { form } }: { state: DocumentFormState }) {
  const { register } = form
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

type ConflictProps = {
  state: DocumentFormState
  theirs: LoadedDocument
  onSettled: () => void
}

function Conflict({ state, theirs, onSettled }: ConflictProps) {
  return (
    <TextConflict
      what="document"
      theirs={savedIn(theirs)}
      state={state}
      news={
        <>
          Theirs was saved <RelativeTime iso={theirs.document.updated_at} />. Yours is still in the
          form below.
        </>
      }
      comparable={comparable}
      onSettled={onSettled}
    />
  )
}

const comparable = ({ title, category, description }: DocumentTexts) => ({
  title,
  category,
  description: '',
  content: description,
})

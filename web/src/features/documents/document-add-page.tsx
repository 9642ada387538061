import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_CATEGORY_REQUIRED,
  DOCUMENT_FILE_REQUIRED,
  DOCUMENT_TITLE_REQUIRED,
} from '@frontdesk/contract/constants'
import type { Document } from '@frontdesk/contract/documents'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, RotateCw, Trash2 } from 'lucide-react'
import { type SyntheticEvent, useEffect, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PublishingForm, UnsavedDialog } from '#web/features/editing/form-frame.tsx'
import { useSending } from '#web/features/editing/use-sending.ts'
import { UploadProgress } from '#web/features/editing/upload-progress.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { limitOf, megabytes } from '#web/lib/files.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { textLink } from '#web/ui/classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  limitsQuery,
  readListParams,
  sendDocument,
  titleFrom,
  useRefreshDocuments,
} from './documents.api.ts'
import { DropArea } from './drop-area.tsx'
import { FolderField } from './folder-select.tsx'

export function DocumentAddPage() {
  const { data: limits } = useQuery(limitsQuery)
  const { params } = useSearchParams(readListParams)
  const uploads = useUploads({
    maxBytes: limits?.max_bytes,
    // Whoever comes from a folder adds to it.
    folderId: params.folder === 'none' ? '' : params.folder,
  })
  const { items } = uploads
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const isBusy = items.some(({ state }) => state === 'waiting' || state === 'sending')
  const isDone = items.length > 0 && items.every(({ state }) => state === 'done')
  useLeaveWhenDone(items, isDone)

  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsMissing(items.length === 0)
    let isComplete = true
    // What is missing has to be marked before it can take the focus.
    flushSync(() => {
      isComplete = uploads.send()
    })
    if (!isComplete) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  return (
    <>
      <PageHeader
        title="Add New Document"
        description="Choose one file or several; each becomes a document of its own."
        back={{ to: '/documents', label: 'Back to Documents' }}
      />
      <PublishingForm ref={form} noValidate className="grid max-w-3xl gap-5" onSubmit={send}>
        <DropArea
          isCompact={items.length > 0}
          hint={limits && `Any type, up to ${limitOf(limits.max_bytes)} each`}
          onFiles={(files) => {
            setIsMissing(false)
            uploads.add(files)
          }}
        />
        {items.length > 0 && (
          <ul aria-label="Files to upload" className="grid gap-4">
            {items.map((item) => (
              <UploadCard key={item.key} item={item} uploads={uploads} />
            ))}
          </ul>
        )}
        {isMissing && <ErrorPanel>{DOCUMENT_FILE_REQUIRED}</ErrorPanel>}
        <output className="sr-only">{announcement(items)}</output>
        <div className="foot-bar -mx-1 flex gap-2 border-t border-line px-1 py-4 max-sm:*:grow">
          <Button type="submit" busy={isBusy} busyLabel="Uploading…">
            {uploadLabel(items)}
          </Button>
          <Button variant="secondary" onClick={() => void navigate({ to: '/documents' })}>
            Cancel
          </Button>
        </div>
        <UnsavedDialog
          isDirty={items.some(({ state }) => state !== 'done')}
          isSettled={() => false}
          title={isBusy ? 'Stop uploading?' : 'Leave without uploading?'}
          question={
            isBusy
              ? 'What is not there yet will not be uploaded.'
              : 'The files that you chose will not be uploaded.'
          }
        />
      </PublishingForm>
    </>
  )
}

function uploadLabel(items: UploadItem[]): string {
  const ready = items.filter(({ state }) => state === 'ready').length
  return ready > 1 ? `Upload ${ready} Documents` : 'Upload Document'
}

function announcement(items: UploadItem[]): string {
  const done = items.filter(({ state }) => state === 'done').length
  const failed = items.filter(({ state }) => state === 'failed').length
  if (done === 0 && failed === 0) return ''
  return `${done} of ${items.length} uploaded${failed > 0 ? `, ${failed} failed` : ''}`
}

/** One goes to its page, several to the list. */
function useLeaveWhenDone(items: UploadItem[], isDone: boolean) {
  const navigate = useNavigate()
  const refresh = useRefreshDocuments()
  useEffect(() => {
    if (!isDone) return
    const [{ document } = { document: null }] = items
    void refresh()
    if (items.length === 1 && document) {
      toast.success('The document was uploaded')
      void navigate({ to: '/documents/$id', params: { id: document.id } })
    } else {
      toast.success(`${items.length} documents were uploaded`)
      void navigate({ to: '/documents' })
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the last one is there
  }, [isDone])
}

type UploadCardProps = { item: UploadItem; uploads: Uploads }

/** One file: what it is called and what is said about it, then how far it is. */
function UploadCard({ item, uploads }: UploadCardProps) {
  const { key, file, state, document } = item
  return (
    <li className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <p className="min-w-0 grow pt-1.5 text-sm text-muted">
          <bdi className="font-medium wrap-anywhere text-ink">{file.name}</bdi>{' '}
          <span className="whitespace-nowrap tabular-nums">· {megabytes(file.size)}</span>
        </p>
        {(state === 'ready' || state === 'failed') && (
          <IconButton
            icon={Trash2}
            label={`Remove ${file.name}`}
            onClick={() => uploads.remove(key)}
          />
        )}
      </div>
      {document ? (
        <p className="flex items-center gap-2">
          <CircleCheck className="size-4.5 shrink-0 text-success" aria-hidden="true" />
          <span>
            Uploaded as{' '}
            <PathLink to={`/documents/${document.id}`} className={`font-medium ${textLink}`}>
              {document.title}
            </PathLink>
          </span>
        </p>
      ) : (
        <UploadFields item={item} uploads={uploads} />
      )}
      {(state === 'sending' || state === 'waiting') && (
        <UploadProgress
          name={file.name}
          share={state === 'waiting' ? null : item.progress}
          onCancel={() => uploads.cancel(key)}
        />
      )}
      {item.problem && (
        <div className="grid justify-items-start gap-3">
          <ErrorPanel title="Failed to create document">{item.problem}</ErrorPanel>
          <Button
            variant="secondary"
            size="sm"
            icon={RotateCw}
            aria-label={`Retry ${file.name}`}
            onClick={() => uploads.retry(item)}
          >
            Retry
          </Button>
        </div>
      )}
    </li>
  )
}

function UploadFields({ item, uploads }: UploadCardProps) {
  const { key, state, errors, title, category, description, folder_id: folder } = item
  const isSending = state === 'sending' || state === 'waiting'
  return (
    <fieldset
      className="grid min-w-0 gap-4"
      disabled={isSending}
      aria-label={`About ${item.file.name}`}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Field label="Title" required error={errors.title}>
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={title}
            onChange={(event) => uploads.write(key, { title: event.target.value })}
          />
        </Field>
        <Field label="Category" required error={errors.category}>
          <Select
            value={category}
            onChange={(event) => uploads.write(key, { category: event.target.value })}
          >
            <option value="">Select a category</option>
            {DOCUMENT_CATEGORIES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      </div>
      <FolderField
        error={errors.folder_id}
        value={folder}
        onChange={(event) => uploads.write(key, { folder_id: event.target.value })}
      />
      <Field label="Description" optional error={errors.description}>
        <TextArea
          rows={2}
          autogrow
          maxLength={2000}
          value={description}
          onChange={(event) => uploads.write(key, { description: event.target.value })}
        />
      </Field>
    </fieldset>
  )
}

export type UploadTexts = {
  title: string
  category: string
  description: string
  folder_id: string
}

/** One file on its way. */
type UploadItem = UploadTexts & {
  key: number
  file: File
  state: 'ready' | 'waiting' | 'sending' | 'done' | 'failed'
  /** How much has gone out, from 0 to 1. */
  progress: number
  /** Why it failed. */
  problem: string | null
  errors: Partial<Record<keyof UploadTexts, string>>
  document: Document | null
}

/** What holds for every file that is added. */
type Given = { maxBytes: number | undefined; folderId: string }

type Change = Partial<Omit<UploadItem, 'key' | 'file'>>
type Action =
  | { type: 'add'; files: { key: number; file: File }[]; given: Given }
  | { type: 'change'; key: number; change: Change }
  | { type: 'remove'; key: number }

function reduce(items: UploadItem[], action: Action): UploadItem[] {
  if (action.type === 'remove') return items.filter(({ key }) => key !== action.key)
  if (action.type === 'change') {
    return items.map((item) => (item.key === action.key ? { ...item, ...action.change } : item))
  }
  // Files that come together are often of one kind.
  const { category = '', folder_id = action.given.folderId } = items.at(-1) ?? {}
  const { maxBytes } = action.given
  return [
    ...items,
    ...action.files.map((added) => newItem(added, { category, folder_id }, maxBytes)),
  ]
}

function newItem(
  { key, file }: { key: number; file: File },
  like: Pick<UploadTexts, 'category' | 'folder_id'>,
  maxBytes: number | undefined,
): UploadItem {
  const isTooLarge = maxBytes !== undefined && file.size > maxBytes
  return {
    key,
    file,
    title: titleFrom(file.name),
    ...like,
    description: '',
    state: isTooLarge ? 'failed' : 'ready',
    progress: 0,
    problem: isTooLarge ? `Please choose a file of at most ${limitOf(maxBytes)}` : null,
    errors: {},
    document: null,
  }
}

/** What a form says of a file before it is sent (spec.md, section 5). */
function errorsOf({ title, category }: UploadTexts): UploadItem['errors'] {
  return {
    ...(title.trim() === '' && { title: DOCUMENT_TITLE_REQUIRED }),
    ...(category === '' && { category: DOCUMENT_CATEGORY_REQUIRED }),
  }
}

/** Two at once: one line is rarely faster than that. */
const AT_ONCE = 2

/** Files to be uploaded, each with its own texts, progress and fate. */
function useUploads(given: Given) {
  const [items, dispatch] = useReducer(reduce, [])
  const nextKey = useRef(0)
  const sending = useSending()
  const change = (key: number, next: Change) => dispatch({ type: 'change', key, change: next })

  const sendOne = async (item: UploadItem) => {
    const { key } = item
    change(key, { state: 'sending', progress: 0, problem: null, errors: {} })
    try {
      const document = await sending.send(
        key,
        (options) => sendDocument(item, options),
        (progress) => change(key, { progress }),
      )
      change(key, document ? { state: 'done', progress: 1, document } : { state: 'ready' })
    } catch (error) {
      change(key, failureOf(error))
    }
  }

  useEffect(() => {
    const free = AT_ONCE - items.filter(({ state }) => state === 'sending').length
    const next = items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))
    for (const item of next) void sendOne(item)
  })

  /** Queues these; false where a text is still missing in one of them. */
  const queue = (chosen: UploadItem[]): boolean => {
    for (const item of chosen) {
      const errors = errorsOf(item)
      const isComplete = Object.keys(errors).length === 0
      change(item.key, isComplete ? { state: 'waiting', errors, problem: null } : { errors })
    }
    return chosen.every((item) => Object.keys(errorsOf(item)).length === 0)
  }
  return {
    items,
    add: (files: Iterable<File>) => {
      const added = Array.from(files, (file) => ({ key: nextKey.current++, file }))
      dispatch({ type: 'add', files: added, given })
    },
    write: (key: number, texts: Partial<UploadTexts>) => change(key, { ...texts, errors: {} }),
    send: () => queue(items.filter(({ state }) => state === 'ready')),
    retry: (item: UploadItem) => queue([item]),
    cancel: (key: number) => {
      sending.cancel(key)
      change(key, { state: 'ready' })
    },
    remove: (key: number) => {
      sending.cancel(key)
      dispatch({ type: 'remove', key })
    },
  }
}

type Uploads = ReturnType<typeof useUploads>

function failureOf(error: unknown): Change {
  const { title, category, description, folder_id } =
    (error instanceof ApiError && error.fields) || {}
  return {
    state: 'failed',
    problem: messageOf(error, 'Failed to upload/update document'),
    errors: { title, category, description, folder_id },
  }
}

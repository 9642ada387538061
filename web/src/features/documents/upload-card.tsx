import { DOCUMENT_CATEGORIES } from '@frontdesk/contract/constants'
import { CircleCheck, RotateCw, Trash2 } from 'lucide-react'
import { UploadProgress } from '#web/features/editing/upload-progress.tsx'
import { megabytes } from '#web/lib/file-size.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { FolderField } from './folder-select.tsx'
import type { UploadItem, Uploads } from './use-uploads.ts'

type UploadCardProps = { item: UploadItem; uploads: Uploads }

/** One file: what it is called and what is said about it, then how far it is. */
export function UploadCard({ item, uploads }: UploadCardProps) {
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
            <PathLink
              to={`/documents/${document.id}`}
              className="font-medium text-accent underline underline-offset-3"
            >
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

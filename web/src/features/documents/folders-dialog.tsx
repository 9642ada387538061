import { useQuery } from '@tanstack/react-query'
import { Folder, Pencil, Plus, Trash2 } from 'lucide-react'
import { type SyntheticEvent, useId, useState } from 'react'
import { ApiError, failureOf, messageOf } from '#web/lib/api-error.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type CountedFolder, foldersQuery, useDeleteFolder, useSaveFolder } from './folders.api.ts'

/** Adds, renames and deletes folders; what becomes of the documents is said before. */
export function FoldersDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(foldersQuery())
  const [at, setAt] = useState<{ id: string; does: 'rename' | 'delete' } | null>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Folders"
      description="A document is in one folder, or in none. Everybody sees all of them."
      footer={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <NameForm
          label="New folder"
          saveLabel="Add"
          folder={null}
          onDone={(name) => toast.success(`The folder “${name}” was added`)}
        />
        <LoadState
          of={{ data, error, refetch }}
          failure="Failed to load folders"
          waiting={<SkeletonLines lines={3} />}
        />
        {data?.folders.length === 0 && <p className="text-muted">There is no folder yet.</p>}
        {data && data.folders.length > 0 && (
          <ul aria-label="Folders" className="grid divide-y divide-line border-y border-line">
            {data.folders.map((folder) => (
              <li key={folder.id} className="py-1.5">
                <FolderLine
                  folder={folder}
                  does={at?.id === folder.id ? at.does : null}
                  onDo={(does) => setAt(does && { id: folder.id, does })}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

const documentsOf = (count: number) =>
  count === 1 ? '1 document' : `${count === 0 ? 'no' : count} documents`

type FolderLineProps = {
  folder: CountedFolder
  does: 'rename' | 'delete' | null
  onDo: (does: 'rename' | 'delete' | null) => void
}

function FolderLine({ folder, does, onDo }: FolderLineProps) {
  const { id, name, all_documents: count } = folder
  const remove = useDeleteFolder()
  const confirm = async () => {
    try {
      // Its line is gone from the list by the time that this is done.
      await remove.mutateAsync(id)
      toast.success(`The folder “${name}” was deleted`)
    } catch (error) {
      toast.error(failureOf(error, 'Failed to delete the folder'))
    }
    onDo(null)
  }
  if (does === 'rename') {
    return (
      <NameForm
        label={`New name of ${name}`}
        saveLabel="Rename"
        folder={folder}
        onDone={() => onDo(null)}
        onCancel={() => onDo(null)}
      />
    )
  }
  if (does === 'delete') {
    const stay = count === 1 ? 'Its document stays' : `Its ${count} documents stay`
    return (
      <ConfirmBox
        question={`Delete “${name}”? ${count === 0 ? 'It is empty.' : `${stay}, in no folder.`}`}
        busy={remove.isPending}
        busyLabel="Deleting…"
        onCancel={() => onDo(null)}
        onConfirm={() => void confirm()}
      />
    )
  }
  return (
    <div className="flex items-center gap-2">
      <Folder className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
      <p className="min-w-0 grow">
        <bdi className="font-medium wrap-anywhere">{name}</bdi>{' '}
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">
          {documentsOf(count)}
        </span>
      </p>
      <IconButton size="sm" icon={Pencil} label={`Rename ${name}`} onClick={() => onDo('rename')} />
      <IconButton size="sm" icon={Trash2} label={`Delete ${name}`} onClick={() => onDo('delete')} />
    </div>
  )
}

type NameFormProps = {
  label: string
  saveLabel: string
  folder: CountedFolder | null
  onDone: (name: string) => void
  onCancel?: () => void
}

function NameForm({ label, saveLabel, folder, onDone, onCancel }: NameFormProps) {
  const [name, setName] = useState(folder?.name ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSaveFolder()
  const formId = useId()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '') return setProblem('Please enter a name')
    setProblem(null)
    save.mutate(
      { id: folder?.id ?? null, name: wanted },
      {
        onSuccess: () => {
          if (!folder) setName('')
          onDone(wanted)
        },
        onError: (error) =>
          setProblem(
            (error instanceof ApiError && error.fields?.name) ||
              messageOf(error, 'The folder was not saved. Please try again.'),
          ),
      },
    )
  }
  return (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <Field label={label} error={problem} className="grow basis-52">
        <TextInput
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever asked to rename types next
          autoFocus={folder !== null}
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !onCancel) return
            // Only the renaming is given up, not the dialog.
            event.stopPropagation()
            onCancel()
          }}
        />
      </Field>
      <div className="mt-[1.9rem] flex gap-2">
        <Button
          type="submit"
          variant="secondary"
          icon={folder ? undefined : Plus}
          busy={save.isPending}
          className="pointer-coarse:h-11"
        >
          {saveLabel}
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

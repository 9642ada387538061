import type { Document } from '@frontdesk/contract/documents'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FolderInput, X } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ChosenBar } from '#web/ui/chosen-bar.tsx'
import { Select } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRefreshDocuments } from './documents.api.ts'
import { foldersQuery, moveBack, moveDocuments } from './folders.api.ts'

type ChosenDocumentsProps = { documents: Document[]; onDone: () => void }

/** Where the chosen documents are put; it stays in sight while the list scrolls. */
export function ChosenDocuments({ documents, onDone }: ChosenDocumentsProps) {
  const { data } = useQuery(foldersQuery())
  const [folder, setFolder] = useState('')
  const move = useMove(onDone)
  const folders = data?.folders ?? []
  const name = folders.find(({ id }) => id === folder)?.name
  return (
    <ChosenBar label="Chosen documents">
      <div className="flex grow items-center gap-2 max-sm:basis-full">
        <output className="grow font-medium tabular-nums">
          {documents.length === 0 ? 'Choose documents to move' : `${documents.length} chosen`}
        </output>
        <IconButton
          size="sm"
          icon={X}
          label="Choose nothing"
          className="sm:hidden"
          onClick={onDone}
        />
      </div>
      <Select
        aria-label="Move to"
        className="w-52 max-sm:grow"
        value={folder}
        onChange={(event) => setFolder(event.target.value)}
      >
        <option value="">Move to…</option>
        {folders.map(({ id, name: title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
        <option value="none">No folder</option>
      </Select>
      <Button
        icon={FolderInput}
        disabled={documents.length === 0 || folder === ''}
        busy={move.isPending}
        onClick={() => move.mutate({ documents, folder: folder === 'none' ? null : folder, name })}
      >
        Move
      </Button>
      <IconButton
        size="sm"
        icon={X}
        label="Choose nothing"
        className="max-sm:hidden"
        onClick={onDone}
      />
    </ChosenBar>
  )
}

type Move = { documents: Document[]; folder: string | null; name: string | undefined }

/** Moves them and offers the way back. */
function useMove(onDone: () => void) {
  const refresh = useRefreshDocuments()
  const undo = async (documents: Document[]) => {
    try {
      await moveBack(documents)
      toast.success('They are back where they were')
    } catch (error) {
      toast.error(failureOf(error, 'Not all could be put back'))
    }
    await refresh()
  }
  return useMutation({
    mutationFn: async ({ documents, folder }: Move) =>
      moveDocuments(
        documents.map(({ id }) => id),
        folder,
      ),
    onSuccess: async (_, { documents, folder, name }) => {
      onDone()
      await refresh()
      const moved = documents.filter((document) => document.folder_id !== folder)
      const what = documents.length === 1 ? '1 document is' : `${documents.length} documents are`
      const where = name === undefined ? 'in no folder' : `in “${name}”`
      toast.undo(`${what} ${where} now`, () => void undo(moved))
    },
    onError: (error) => toast.error(failureOf(error, 'Failed to move the documents')),
  })
}

import { DOCUMENT_KINDS } from '@frontdesk/contract/constants'
import type { Document } from '@frontdesk/contract/documents'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  File,
  FileImage,
  FileSpreadsheet,
  FileText,
  Folder,
  FolderInput,
  type LucideIcon,
  Pin,
  Presentation,
  X,
} from 'lucide-react'
import { createElement, useState } from 'react'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { megabytes } from '#web/lib/files.ts'
import { formatDate } from '#web/lib/format.ts'
import { useIsNear } from '#web/lib/whereabouts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ChosenBar } from '#web/ui/lists.tsx'
import { classes } from '#web/ui/classes.ts'
import { CallFailure } from '#web/ui/error-panel.tsx'
import { Checkbox, Select } from '#web/ui/field.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { thumbnailQuery, typeLabel, useRefreshDocuments } from './documents.api.ts'
import { foldersQuery, moveBack, moveDocuments } from './folders.api.ts'

type DocumentCardProps = {
  document: Document
  /** While several are chosen: whether this is one of them. */
  choice?: { isChosen: boolean; onChoose: (on: boolean) => void }
}

export function DocumentCard({ document, choice }: DocumentCardProps) {
  return (
    <li
      className={classes(
        'linked-row relative flex min-w-0 flex-col rounded-lg border bg-surface transition-colors',
        choice?.isChosen ? 'border-accent' : 'border-line hover:border-line-control',
      )}
    >
      <DocumentThumbnail document={document} />
      {choice && (
        // Above the link that covers the card.
        <div className="absolute top-2.5 left-2.5 z-10 size-9 rounded-md border border-line bg-raised pt-1 pl-2 shadow-raised">
          <Checkbox
            className="-m-2 w-fit p-2"
            label={<span className="sr-only">Choose {document.title}</span>}
            checked={choice.isChosen}
            onChange={(event) => choice.onChoose(event.target.checked)}
          />
        </div>
      )}
      {document.pinned && (
        <div className="absolute top-2.5 right-2.5">
          <Badge tone="accent" icon={Pin}>
            Pinned
          </Badge>
        </div>
      )}
      <div className="flex grow flex-col gap-2 p-4">
        <div className="min-w-0">
          <div className="flex items-start justify-between gap-1">
            <h2 className="min-w-0 font-semibold wrap-anywhere">
              <PathLink to={`/documents/${document.id}`} className="row-link rounded-lg">
                <bdi>{document.title}</bdi>
              </PathLink>
            </h2>
            <FavouriteStar
              item={{ type: 'documents', id: document.id, title: document.title }}
              inRow
            />
          </div>
          {document.description && (
            <p className="mt-0.5 line-clamp-2 text-sm text-muted">{document.description}</p>
          )}
        </div>
        <div className="mt-auto flex items-center justify-between gap-x-3 text-sm text-muted">
          <p className="shrink-0 tabular-nums">
            {typeLabel(document.file_type)} · {megabytes(document.file_size)}
          </p>
          {document.folder_name && (
            <p className="flex min-w-0 items-center gap-1.5" title={document.folder_name}>
              <Folder className="size-3.5 shrink-0" aria-hidden="true" />
              <span className="sr-only">Folder </span>
              <bdi className="truncate">{document.folder_name}</bdi>
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1.5">
          <p className="text-sm text-muted tabular-nums">
            Last updated {formatDate(document.updated_at)}
          </p>
          <span className="ml-auto">
            <Badge>{document.category}</Badge>
          </span>
        </div>
      </div>
    </li>
  )
}

/** A picture of the file, or a sheet with the mark of its kind; it says nothing that the words don't. */
function DocumentThumbnail({ document }: { document: Document }) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  // Of a long list on a phone most are never seen.
  const isNear = useIsNear(frame, '600px')
  const { data: picture } = useQuery({
    ...thumbnailQuery(document),
    enabled: document.has_thumbnail && isNear,
  })
  return (
    <div
      ref={setFrame}
      aria-hidden="true"
      className={classes(
        'relative grid aspect-[16/10] place-items-center overflow-hidden rounded-t-lg border-b',
        'border-line bg-sunken',
      )}
    >
      {picture ? (
        // Out of the grid, whose row Safari makes as high as the picture.
        <img
          src={picture}
          alt=""
          className="absolute inset-0 size-full object-cover object-top"
          draggable={false}
        />
      ) : (
        createElement(iconOf(document.file_type), {
          className: 'size-9 text-muted',
          strokeWidth: 1.25,
        })
      )}
    </div>
  )
}

const icons: Record<keyof typeof DOCUMENT_KINDS, LucideIcon> = {
  pdf: FileText,
  image: FileImage,
  text: FileText,
  sheet: FileSpreadsheet,
  slides: Presentation,
}

/** What stands for a file that has no picture. */
function iconOf(type: string): LucideIcon {
  const entries: [string, readonly string[]][] = Object.entries(DOCUMENT_KINDS)
  const [kind = ''] = entries.find(([, types]) => types.includes(type)) ?? []
  return new Map<string, LucideIcon>(Object.entries(icons)).get(kind) ?? File
}

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
      {move.error && (
        // A message of its own would lie over the button that is to be pressed again.
        <div className="basis-full">
          <CallFailure of={move} title="Failed to move the documents" brief />
        </div>
      )}
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
  })
}

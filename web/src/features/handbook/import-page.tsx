import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect, useReducer, useRef, useState } from 'react'
import { limitsQuery } from '#web/features/documents/documents.api.ts'
import { DropArea } from '#web/features/documents/drop-area.tsx'
import { UnsavedDialog } from '#web/features/editing/form-frame.tsx'
import { useSending } from '#web/features/editing/use-sending.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { limitOf } from '#web/lib/files.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadState, Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { ImportRow, type UploadedFile, UploadRow } from './import-row.tsx'
import { importsQuery, sendImport } from './imports.api.ts'

/** Where a brokerage brings the handbook that it has: files come in here, and are looked through one by one. */
export function ImportPage() {
  const { data: limits } = useQuery(limitsQuery)
  const { data, error, refetch } = useQuery(importsQuery)
  const uploads = useImportUploads(limits?.max_bytes)
  const [others, setOthers] = useState<string[]>([])
  const open = data?.filter(({ state }) => state !== 'kept') ?? []
  const kept = data?.filter(({ state }) => state === 'kept') ?? []
  // Where files wait to be looked through the area is a small one.
  const isAsked = !data && !error && uploads.items.length === 0
  const isSending = uploads.items.some(({ state }) => state !== 'failed')

  const take = (files: Iterable<File>) => {
    const sorted = sortOut(files)
    setOthers(sorted.others)
    uploads.add(sorted.readable)
  }
  return (
    <>
      <PageHeader
        title="Bring Your Handbook"
        description="Drop what you have. You look it through beside the original, and keep what you want as drafts of policies; nobody else sees any of it before you publish."
        back={{ to: '/policies', label: 'Policies' }}
      />
      <div className="grid max-w-4xl gap-6">
        {isAsked ? (
          <CardSkeleton />
        ) : (
          <DropArea
            isCompact={uploads.items.length + open.length > 0}
            hint="Word (.docx), PDF, Markdown or HTML, up to 50 MB each. Folders too."
            accept={ACCEPTED}
            filesOf={filesOf}
            withFolders
            onFiles={take}
          />
        )}
        {others.length > 0 && <Skipped names={others} onDismiss={() => setOthers([])} />}
        <LoadState of={{ data, error, refetch }} failure="Failed to load what was brought in" />
        {uploads.items.length + open.length > 0 && (
          <ul aria-label="Files" className="grid gap-3">
            {uploads.items.map((item) => (
              <UploadRow key={`upload-${item.key}`} item={item} uploads={uploads} />
            ))}
            {open.map((file) => (
              <ImportRow key={file.id} file={file} />
            ))}
          </ul>
        )}
        {open.length > 0 && (
          <p className="text-sm text-muted">
            What is not kept as drafts within a day is deleted here, with its file.
          </p>
        )}
        {kept.length > 0 && (
          <section aria-labelledby="kept" className="mt-4">
            <h2 id="kept" className="mb-3 flex items-center gap-2 text-xl font-semibold">
              <FileText className="size-5 text-muted" aria-hidden="true" />
              Brought in
            </h2>
            <ul className="grid gap-3">
              {kept.map((file) => (
                <ImportRow key={file.id} file={file} />
              ))}
            </ul>
          </section>
        )}
      </div>
      <UnsavedDialog
        isDirty={isSending}
        isSettled={() => false}
        title="Stop uploading?"
        question="What is not there yet will not be uploaded."
      />
    </>
  )
}

function Skipped({ names, onDismiss }: { names: string[]; onDismiss: () => void }) {
  const some = names.slice(0, 5).join(', ')
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="ghost" size="sm" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {names.length === 1 ? 'This file was' : `These ${names.length} files were`} left out, because
      only Word, PDF, Markdown and HTML files can be read, at most 100 at a time: {some}
      {names.length > 5 && ' and others'}.
    </Notice>
  )
}

/** What can be brought in. */
const ACCEPTED = '.docx,.docm,.pdf,.md,.markdown,.html,.htm'

const READABLE = /\.(docx|docm|doc|pdf|md|markdown|html?)$/i
/** A folder of more was not meant. */
const MOST_FILES = 100

/** The files that may be read among those that came, and the names of the others. */
export function sortOut(files: Iterable<File>): { readable: File[]; others: string[] } {
  const all = Array.from(files)
  // What systems put into every folder is nobody's handbook.
  const visible = all.filter(({ name }) => !/^(\.|~\$|thumbs\.db$|desktop\.ini$)/i.test(name))
  const readable = visible.filter(({ name }) => READABLE.test(name))
  return {
    readable: readable.slice(0, MOST_FILES),
    others: [
      ...visible.filter(({ name }) => !READABLE.test(name)),
      ...readable.slice(MOST_FILES),
    ].map(({ name }) => name),
  }
}

/** All files that were dropped, and those in the folders among them. */
async function filesOf(data: DataTransfer): Promise<File[]> {
  // Both lists are empty once the event is over.
  const plain = Array.from(data.files)
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry())
  if (!entries.some((entry) => entry?.isDirectory)) return plain
  const found: File[] = []
  for (const entry of entries) if (entry) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (isFile(entry)) {
    found.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)))
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  let some: FileSystemEntry[]
  do {
    // oxlint-disable-next-line no-await-in-loop -- a folder is told a hundred at a time
    some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
    // oxlint-disable-next-line no-await-in-loop -- in the order of the folder
    for (const inner of some) await collect(inner, found)
  } while (some.length > 0 && found.length <= 10 * MOST_FILES)
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

type Action =
  | { type: 'add'; added: UploadedFile[] }
  | { type: 'change'; key: number; change: Partial<UploadedFile> }
  | { type: 'remove'; key: number }

function reduce(items: UploadedFile[], action: Action): UploadedFile[] {
  if (action.type === 'add') return [...items, ...action.added]
  if (action.type === 'remove') return items.filter(({ key }) => key !== action.key)
  return items.map((item) => (item.key === action.key ? { ...item, ...action.change } : item))
}

/** Two at once: one line is rarely faster than that. */
const AT_ONCE = 2
/** What the server reads, in bytes. */
const MOST_BYTES = 50 * 1024 * 1024

/** Files that are sent as soon as they come; who is there leaves this list and is in the server's. */
function useImportUploads(maxBytes: number | undefined) {
  const [items, dispatch] = useReducer(reduce, [])
  const nextKey = useRef(0)
  const sending = useSending()
  const refresh = useRefresh('imports')
  const most = Math.min(maxBytes ?? MOST_BYTES, MOST_BYTES)
  const change = (key: number, to: Partial<UploadedFile>) =>
    dispatch({ type: 'change', key, change: to })

  const sendOne = async ({ key, file }: UploadedFile) => {
    change(key, { state: 'sending', progress: 0, problem: null })
    try {
      const sent = await sending.send(
        key,
        (options) => sendImport(file, options),
        (progress) => change(key, { progress }),
      )
      if (sent) await refresh()
      dispatch({ type: 'remove', key })
    } catch (error) {
      const isRefused = error instanceof ApiError && [413, 422].includes(error.status)
      const problem = messageOf(error, 'This file was not uploaded')
      change(key, { state: 'failed', problem, canRetry: !isRefused })
    }
  }
  useEffect(() => {
    const free = AT_ONCE - items.filter(({ state }) => state === 'sending').length
    const next = items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))
    for (const item of next) void sendOne(item)
  })

  return {
    items,
    add: (files: File[]) => {
      const added = files.map((file): UploadedFile => {
        const item = { key: nextKey.current++, file, progress: 0 }
        if (file.size <= most) return { ...item, state: 'waiting', problem: null, canRetry: true }
        const problem = `Please choose a file of at most ${limitOf(most)}`
        return { ...item, state: 'failed', problem, canRetry: false }
      })
      dispatch({ type: 'add', added })
    },
    retry: (key: number) => change(key, { state: 'waiting', problem: null }),
    remove: (key: number) => {
      sending.cancel(key)
      dispatch({ type: 'remove', key })
    },
  }
}

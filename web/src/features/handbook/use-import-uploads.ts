import { useEffect, useReducer, useRef } from 'react'
import { useSending } from '#web/features/editing/use-sending.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { limitOf } from '#web/lib/files.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { sendImport } from './imports.api.ts'

/** What can be brought in. */
export const ACCEPTED = '.docx,.docm,.pdf,.md,.markdown,.html,.htm'

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
export async function filesOf(data: DataTransfer): Promise<File[]> {
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

/** A file on its way to the server. */
export type UploadedFile = {
  key: number
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** How much has gone out, from 0 to 1. */
  progress: number
  /** Why it failed. */
  problem: string | null
  /** Whether another try may end otherwise. */
  canRetry: boolean
}

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
export function useImportUploads(maxBytes: number | undefined) {
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

export type ImportUploads = ReturnType<typeof useImportUploads>

import { DOCUMENT_CATEGORY_REQUIRED, DOCUMENT_TITLE_REQUIRED } from '@frontdesk/contract/constants'
import type { Document } from '@frontdesk/contract/documents'
import { useEffect, useReducer, useRef } from 'react'
import { useSending } from '#web/features/editing/use-sending.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { limitOf } from '#web/lib/files.ts'
import { sendDocument } from './documents.api.ts'
import { titleFrom } from './file-facts.ts'

export type UploadTexts = {
  title: string
  category: string
  description: string
  folder_id: string
}

/** One file on its way. */
export type UploadItem = UploadTexts & {
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
export function useUploads(given: Given) {
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

export type Uploads = ReturnType<typeof useUploads>

function failureOf(error: unknown): Change {
  const { title, category, description, folder_id } =
    (error instanceof ApiError && error.fields) || {}
  return {
    state: 'failed',
    problem: messageOf(error, 'Failed to upload/update document'),
    errors: { title, category, description, folder_id },
  }
}

import { useEffect, useReducer, useRef } from 'react'
import { useSending } from '#web/features/editing/use-sending.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { limitOf } from '#web/lib/files.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'
import { sendImport } from './imports.api.ts'

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

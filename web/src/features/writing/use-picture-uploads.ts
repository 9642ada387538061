import { PICTURE_MAX_BYTES, PICTURE_TOO_LARGE } from '@frontdesk/contract/constants'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useSending } from '#web/features/editing/use-sending.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { wordsFrom } from './picture-markdown.ts'
import { sendPicture } from './pictures.api.ts'

/** A picture that is on its way into a text, or did not get there. */
export type PictureUpload = {
  id: number
  file: File
  /** Null while it waits for others. */
  share: number | null
  problem: string | null
  /** Whether the same may go well another time. */
  canRetry: boolean
}

/** The text that the pictures are for. */
type Text = {
  /** Notes where a picture is to stand once it is there. */
  hold: (id: number, at?: number) => void
  put: (id: number, source: string, words: string) => void
  release: (id: number) => void
  /** Has the form look again whether all is there. */
  settle: () => void
}

/** Numbers of all visits: a text keeps its places by them. */
let last = 0

/**
 * Uploads pictures for a text, one after the other, and puts each where it was dropped, pasted or asked for.
 * @param underWay those that the text waits for
 */
export function usePictureUploads(text: Text, underWay: RefObject<Map<number, File>>) {
  const { send, cancel } = useSending()
  const [uploads, setUploads] = useState<PictureUpload[]>([])
  const queue = useRef(Promise.resolve())
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  })
  useEffect(() => {
    const { current } = underWay
    // Whoever leaves wants none of those that wait.
    return () => current.clear()
  }, [underWay])

  const change = (id: number, by: Partial<PictureUpload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...by } : one)))
  const remove = (id: number) => {
    underWay.current.delete(id)
    setUploads((all) => all.filter((one) => one.id !== id))
  }
  const fail = (id: number, problem: string, canRetry: boolean) => {
    underWay.current.delete(id)
    change(id, { problem, canRetry })
    latest.current.settle()
  }
  const sendOne = async (id: number, file: File) => {
    if (!underWay.current.has(id)) return
    const tell = (share: number) => change(id, { share })
    tell(0)
    try {
      const kept = await send(id, (options) => sendPicture(file, options), tell)
      if (!kept || !underWay.current.has(id)) return
      remove(id)
      latest.current.put(id, kept.path, wordsFrom(file.name))
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      const canRetry = status === 0 || status === 429 || status >= 500
      fail(id, messageOf(error, 'Failed to upload the picture'), canRetry)
    }
  }
  const begin = (id: number, file: File) => {
    underWay.current.set(id, file)
    change(id, { share: null, problem: null })
    if (file.size > PICTURE_MAX_BYTES) return fail(id, PICTURE_TOO_LARGE, false)
    queue.current = queue.current.then(async () => sendOne(id, file))
  }
  return {
    uploads,
    /** @param places in the editor's document, of each file; where the cursor is if not said */
    add: (files: File[], places: number[] = []) => {
      for (const [index, file] of files.entries()) {
        const id = ++last
        latest.current.hold(id, places[index])
        setUploads((all) => [...all, { id, file, share: null, problem: null, canRetry: false }])
        begin(id, file)
      }
    },
    retry: ({ id, file }: PictureUpload) => begin(id, file),
    /** Stops one that is under way, or forgets one that did not get there. */
    dismiss: ({ id }: PictureUpload) => {
      remove(id)
      cancel(id)
      latest.current.release(id)
    },
  }
}

export type PictureUploads = ReturnType<typeof usePictureUploads>

import { PICTURE_MAX_BYTES, PICTURE_TOO_LARGE } from '@frontdesk/contract/constants'
import { picturesNamedIn } from '@frontdesk/contract/picture-names'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Control, FieldPath, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { type SendOptions, useSending } from '#web/features/editing/use-sending.ts'
import { UploadProgress } from '#web/features/editing/upload-progress.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call, download } from '#web/lib/call.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** Keeps a picture for a text; its `path` is what the text names. */
async function sendPicture(file: File, options: SendOptions) {
  const body = new FormData()
  body.set('picture', file, file.name)
  return call('POST /pictures', { body, ...options })
}

/** Where things that are under way are to stand, by their numbers. */
export type Places = ReadonlyMap<number, number>

const GENERIC =
  /^(?:image|img|dsc|pxl|photo|picture|screenshot|screen ?shot|bild|unnamed|untitled|download)?[\s\d_.,:()-]*(?:at|am|pm)?[\s\d_.,:()-]*(?:am|pm)?$/i

/** What a file's name says of the picture; nothing where a camera or a system named it. */
export function wordsFrom(fileName: string): string {
  const words = fileName
    .replace(/\.\w+$/, '')
    .replaceAll('_', ' ')
    .trim()
  return GENERIC.test(words) ? '' : words
}

/** The lines of these begin with signs that a line below would not have. */
const HAS_FORM = /^\s*(?:[-*+>|#]|\d+[.)])/

/** What stands in the source for a picture that comes at a place: by itself where that is the end of a line. */
export function pictureBetween(before: string, after: string, source: string, words: string) {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const rest = after.split('\n', 1)[0]!
  const isAlone = rest.trim() === '' && !HAS_FORM.test(line)
  const gap = isAlone ? '\n\n' : ' '
  const lead = line.trim() === '' || (!isAlone && /\s$/.test(line)) ? '' : gap
  const begins = line.trim() === '' ? '\n\n' : ' '
  const tail = rest.trim() === '' || (begins === ' ' && /^\s/.test(rest)) ? '' : begins
  return `${lead}![${words.replaceAll(/[[\]\\\n]/g, ' ')}](${source})${tail}`
}

/** Where places of a text are after it was changed; what is written at one comes behind it. */
export function movedPlaces(places: Places, before: string, after: string): Map<number, number> {
  if (before === after) return new Map(places)
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before[same] === after[same]) same++
  let sameEnd = 0
  while (sameEnd < most - same && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) sameEnd++
  const changedTo = before.length - sameEnd
  return new Map(
    [...places].map(([id, place]) => {
      if (place <= same) return [id, place]
      return [id, place >= changedTo ? place + after.length - before.length : same]
    }),
  )
}

/** Of each form the pictures that its texts wait for: whoever leaves it would lose them. */
const underWayIn = new WeakMap<object, Map<string, ReadonlyMap<number, File>>>()

/** Notes what a text of a form waits for; `files` is looked at later. Returns what forgets it. */
export function noteUnderWay<Values extends FieldValues>(
  control: Control<Values>,
  name: FieldPath<Values>,
  files: ReadonlyMap<number, File>,
): () => void {
  const texts = underWayIn.get(control) ?? new Map<string, ReadonlyMap<number, File>>()
  underWayIn.set(control, texts.set(name, files))
  return () => {
    if (texts.get(name) === files) texts.delete(name)
  }
}

export const waitFor = ({ name }: File) => `Please wait until “${name}” is uploaded, or cancel it`

/** Whether all pictures of a form are there; where one is not, the form says so. */
export function arePicturesThere<Values extends FieldValues>(form: UseFormReturn<Values>): boolean {
  for (const [name, files] of underWayIn.get(form.control) ?? []) {
    const [file] = files.values()
    if (!file) continue
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was noted
    const place = name as FieldPath<Values>
    form.setError(place, { message: waitFor(file) }, { shouldFocus: true })
    return false
  }
  return true
}

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

type PictureUploads = ReturnType<typeof usePictureUploads>

/** How far a text's pictures are, and why one is not there. */
export function PictureUploadList({ state }: { state: PictureUploads }) {
  const { uploads, retry, dismiss } = state
  const underWay = uploads.filter(({ problem }) => problem === null)
  const [first] = underWay
  return (
    <>
      <div className={first ? 'grid min-w-0 gap-1' : 'sr-only'}>
        {/* Always there, so that what comes into it is read out. */}
        <output className="truncate text-sm text-muted">
          {first && (
            <>
              Uploading <bdi>{first.file.name}</bdi>
              {underWay.length > 1 && ` and ${underWay.length - 1} more`}
            </>
          )}
        </output>
        {underWay.map((upload) => (
          <UploadProgress
            key={upload.id}
            name={upload.file.name}
            share={upload.share}
            onCancel={() => dismiss(upload)}
          />
        ))}
      </div>
      {uploads.map(
        (upload) =>
          upload.problem !== null && (
            <ErrorPanel
              key={upload.id}
              title={`Failed to upload “${upload.file.name}”`}
              onRetry={upload.canRetry ? () => retry(upload) : undefined}
              onDismiss={() => dismiss(upload)}
            >
              {upload.problem}
            </ErrorPanel>
          ),
      )}
    </>
  )
}

/**
 * Says it at each of these texts that names a picture that is gone: the server knows the kind of text, and
 * not which of several.
 * @returns whether it is that what is wrong
 */
export function showGonePictures<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  names: readonly Path<Values>[],
): boolean {
  if (!(error instanceof ApiError) || error.code !== 'picture_gone') return false
  for (const name of names) {
    const text: unknown = form.getValues(name)
    const say = () => form.setError(name, { message: error.message })
    if (typeof text === 'string') void isComplete(text).then((isWhole) => isWhole || say())
  }
  return true
}

/** Whether all pictures of a text are there, or none is known not to be. */
async function isComplete(text: string): Promise<boolean> {
  const found = await Promise.all(
    picturesNamedIn(text).map(async (name) =>
      download('GET /pictures/:name', { params: { name } }).then(
        () => true,
        (error: unknown) => !(error instanceof ApiError && error.status === 404),
      ),
    ),
  )
  return found.every(Boolean)
}

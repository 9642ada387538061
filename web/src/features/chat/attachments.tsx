import type { ChatFile } from '@frontdesk/contract/chat-messages'
import { CHAT_LIMITS } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Camera, FileText, Paperclip, X } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { useSending } from '#web/features/editing/use-sending.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { download } from '#web/lib/call.ts'
import { roughSize, saveAs } from '#web/lib/files.ts'
import { ITEM_ICONS } from '#web/lib/item-icons.ts'
import { IconButton } from '#web/ui/button.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { cardsQuery, pictureQuery, uploadFile } from './chat.api.ts'
import { linksIn } from './message-rows.ts'

type Attachment = { key: number; name: string; share: number; file: ChatFile | null }

let lastKey = 0

/** Files on their way to the next message. */
export function useAttachments(chatId: string) {
  const [list, setList] = useState<Attachment[]>([])
  const sending = useSending()
  const add = (chosen: File[]) => {
    const room = CHAT_LIMITS.files - list.length
    if (chosen.length > room) toast.error(`A message takes at most ${CHAT_LIMITS.files} files`)
    for (const file of chosen.slice(0, room)) void upload(file)
  }
  const upload = async (file: File) => {
    lastKey += 1
    const key = lastKey
    const change = (next: Partial<Attachment>) =>
      setList((before) => before.map((one) => (one.key === key ? { ...one, ...next } : one)))
    setList((before) => [...before, { key, name: file.name, share: 0, file: null }])
    try {
      const kept = await sending.send(
        key,
        (options) => uploadFile(chatId, file, options),
        (share) => change({ share }),
      )
      if (kept) change({ file: kept })
    } catch (error) {
      toast.error(messageOf(error, `${file.name} could not be attached`))
      setList((before) => before.filter((one) => one.key !== key))
    }
  }
  const remove = (key: number) => {
    sending.cancel(key)
    setList((before) => before.filter((one) => one.key !== key))
  }
  return { list, add, remove, clear: () => setList([]) }
}

/**
 * What of a clipboard is to be attached. Cells and paragraphs come as text and, beside it, as a picture of
 * themselves: those are text. Files come with their names beside them.
 */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...clipboard.files]
  const names = new Set(files.map(({ name }) => name))
  const lines = clipboard.getData('text/plain').split(/[\r\n]+/)
  return lines.every((line) => line.trim() === '' || names.has(line)) ? files : []
}

/** What is attached, with how far it has come. */
export function Attachments({
  list,
  onRemove,
}: {
  list: Attachment[]
  onRemove: (key: number) => void
}) {
  if (list.length === 0) return null
  return (
    <ul aria-label="Attached" className="mb-2 flex flex-wrap gap-2">
      {list.map(({ key, name, share, file }) => (
        <li
          key={key}
          className="flex max-w-64 items-center gap-2 rounded-md border border-line bg-surface py-0.5 pl-3 text-sm"
        >
          <span className="min-w-0 truncate">{name}</span>
          {!file && <span className="text-muted tabular-nums">{Math.round(share * 100)} %</span>}
          <IconButton label={`Remove ${name}`} icon={X} size="sm" onClick={() => onRemove(key)} />
        </li>
      ))}
    </ul>
  )
}

/** Files of the device, or a photo where there is a camera to hold. */
export function PickFiles({
  onPick,
  disabled,
}: {
  onPick: (files: File[]) => void
  disabled: boolean
}) {
  const any = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onPick([...(event.target.files ?? [])])
    event.target.value = ''
  }
  return (
    <>
      <input ref={any} type="file" multiple hidden aria-label="Files" onChange={take} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Photo"
        onChange={take}
      />
      <IconButton
        label="Attach files"
        icon={Paperclip}
        disabled={disabled}
        onClick={() => any.current?.click()}
      />
      <span className="pointer-fine:hidden">
        <IconButton
          label="Take a photo"
          icon={Camera}
          disabled={disabled}
          onClick={() => camera.current?.click()}
        />
      </span>
    </>
  )
}

/** Pictures to look at, other files to fetch. */
export function Files({ chatId, files }: { chatId: string; files: ChatFile[] }) {
  return files.map((file) =>
    /^(?:jpg|png|gif|webp)$/.test(file.file_type) ? (
      <Picture key={file.id} chatId={chatId} file={file} />
    ) : (
      <FileLine key={file.id} chatId={chatId} file={file} />
    ),
  )
}

function Picture({ chatId, file }: { chatId: string; file: ChatFile }) {
  const { data, error } = useQuery(pictureQuery(chatId, file.id))
  if (error) return <FileLine chatId={chatId} file={file} />
  return (
    <button
      type="button"
      className="block h-56 max-w-full overflow-hidden rounded-lg border border-line bg-sunken"
      onClick={() => void save(chatId, file)}
      title={`Download ${file.file_name}`}
    >
      {data && <img src={data} alt={file.file_name} className="h-full max-w-full object-contain" />}
      {!data && <span className="block h-full w-64 animate-breathe bg-line" />}
    </button>
  )
}

function FileLine({ chatId, file }: { chatId: string; file: ChatFile }) {
  return (
    <button
      type="button"
      onClick={() => void save(chatId, file)}
      className="flex max-w-full items-center gap-3 rounded-lg border border-line bg-paper px-3 py-2 text-left transition-colors hover:bg-hover"
    >
      <FileText className="size-5 shrink-0 text-accent" aria-hidden="true" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{file.file_name}</span>
        <span className="block text-xs text-muted">
          {file.file_type.toUpperCase()}, {roughSize(file.file_size)}
        </span>
      </span>
    </button>
  )
}

async function save(chatId: string, file: ChatFile) {
  try {
    const params = { id: chatId, file_id: file.id }
    const { blob, filename } = await download('GET /chat/:id/files/:file_id', { params })
    saveAs(blob, filename)
  } catch (error) {
    toast.error(messageOf(error, 'The file could not be fetched'))
  }
}

/** Items that a text links to, as far as the reader may open them. */
export function Cards({ body }: { body: string }) {
  const { data } = useQuery(cardsQuery(linksIn(body)))
  return data?.map((card) => {
    const Icon = ITEM_ICONS[card.type]
    return (
      <PathLink
        key={card.link}
        to={card.path}
        className="flex w-72 max-w-full items-center gap-3 rounded-lg border border-line-strong bg-raised px-3 py-2 no-underline transition-colors hover:bg-hover"
      >
        <Icon className="size-5 shrink-0 text-accent" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block truncate font-semibold">{card.title}</span>
          {card.state && <span className="block truncate text-sm text-muted">{card.state}</span>}
        </span>
      </PathLink>
    )
  })
}

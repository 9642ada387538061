import type { ChatFile } from '@frontdesk/contract/chat-messages'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { download } from '#web/lib/call.ts'
import { roughSize, saveAs } from '#web/lib/files.ts'
import { ITEM_ICONS } from '#web/lib/item-icons.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { cardsQuery, pictureQuery } from './chat.api.ts'
import { linksIn } from './message-rows.ts'

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

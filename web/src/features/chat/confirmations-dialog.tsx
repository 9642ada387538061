import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { confirmationsQuery } from './chat.api.ts'

type ConfirmationsDialogProps = { chatId: string; messageId: string; onClose: () => void }

/** Who has said that they have read an announcement, and who has not. */
export function ConfirmationsDialog(props: ConfirmationsDialogProps) {
  const { chatId, messageId, onClose } = props
  const { data, error, refetch } = useQuery(confirmationsQuery(chatId, messageId))
  const waiting = data?.filter((one) => one.confirmed_at === null) ?? []
  const done = data?.filter((one) => one.confirmed_at !== null) ?? []
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Who has read this"
      description={data && `${done.length} of ${data.length}`}
      size="sm"
    >
      {error && (
        <ErrorPanel onRetry={() => void refetch()}>
          {messageOf(error, 'Failed to load who has read this')}
        </ErrorPanel>
      )}
      {!data && !error && <SkeletonLines lines={5} />}
      <ul className="grid gap-1">
        {[...waiting, ...done].map((one) => (
          <li key={one.user_id} className="flex items-center gap-3 py-1">
            {one.confirmed_at ? (
              <CircleCheck className="size-4.5 shrink-0 text-success" aria-hidden="true" />
            ) : (
              <Clock className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
            )}
            <span className="min-w-0 grow truncate">{one.name}</span>
            <span className="text-sm text-muted">
              {one.confirmed_at ? formatDateTime(one.confirmed_at) : 'Not yet'}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useMakeBackup } from './backups.api.ts'

/** Has a backup made; not while one is being made. */
export function BackUpNow({ isUnderWay, size }: { isUnderWay: boolean; size?: 'sm' }) {
  const make = useMakeBackup()
  return (
    <Button
      variant="secondary"
      size={size}
      disabled={isUnderWay}
      busy={make.isPending}
      busyLabel="Beginning…"
      onClick={() =>
        make.mutate(undefined, {
          onError: (failure) => toast.error(messageOf(failure, 'The backup was not begun.')),
        })
      }
    >
      {isUnderWay ? 'Being made…' : 'Back up now'}
    </Button>
  )
}

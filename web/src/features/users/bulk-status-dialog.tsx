import type { AdminUser, StatusResult } from '@frontdesk/contract/admin-users'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { useChangeStatusOfMany } from './admin-users.api.ts'

type BulkStatusDialogProps = {
  people: AdminUser[]
  status: 'active' | 'inactive'
  onClose: () => void
  /** With those who could not be changed: they stay chosen. */
  onDone: (kept?: string[]) => void
}

const words = {
  active: { title: 'Activate accounts', verb: 'activate', busy: 'Activating…', done: 'active' },
  inactive: {
    title: 'Deactivate accounts',
    verb: 'deactivate',
    busy: 'Deactivating…',
    done: 'deactivated',
  },
}

/** Names everybody before it happens: some may be on another page by now. */
export function BulkStatusDialog({ people, status, onClose, onDone }: BulkStatusDialogProps) {
  const change = useChangeStatusOfMany()
  const offerUndo = useOfferUndo()
  const { title, verb, busy, done } = words[status]
  const who = people.length === 1 ? 'this user' : `these ${people.length} users`
  const refused = (change.data?.data.results ?? []).filter(({ outcome }) => outcome === 'refused')
  const run = async () => {
    try {
      const { data, undo } = await change.mutateAsync({
        user_ids: people.map(({ id }) => id),
        status,
      })
      const { results } = data
      const changed = results.filter(({ outcome }) => outcome === 'changed').length
      if (changed > 0) offerUndo(`${changed} ${changed === 1 ? 'is' : 'are'} ${done}.`, undo)
      if (results.every(({ outcome }) => outcome !== 'refused')) onDone()
    } catch {
      // The panel below says why.
    }
  }
  const leave = () => (change.data ? onDone(refused.map(({ user_id: id }) => id)) : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !change.isPending) leave()
      }}
      title={title}
      description={change.data ? undefined : `Are you sure you want to ${verb} ${who}?`}
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={leave}>
            {change.data ? 'Done' : 'Cancel'}
          </Button>
          {!change.data && (
            <Button
              variant={status === 'inactive' ? 'danger' : 'primary'}
              busy={change.isPending}
              busyLabel={busy}
              onClick={() => void run()}
            >
              {status === 'inactive' ? 'Deactivate' : 'Activate'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {change.error && (
          <ErrorPanel title="Failed to update user status" onDismiss={() => change.reset()}>
            {messageOf(change.error, 'Please try again.')}
          </ErrorPanel>
        )}
        {change.data ? (
          <Refusals people={people} refused={refused} />
        ) : (
          <ul aria-label="Who" className="grid gap-1 sm:grid-cols-2">
            {people.map(({ id, name }) => (
              <li key={id} className="truncate text-muted">
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function Refusals({ people, refused }: { people: AdminUser[]; refused: StatusResult[] }) {
  return (
    <Notice tone="warning">
      <p className="font-semibold">
        {refused.length === 1
          ? 'One could not be changed.'
          : `${refused.length} could not be changed.`}
      </p>
      <ul>
        {refused.map(({ user_id: id, problem }) => (
          <li key={id} className="text-muted">
            {people.find((person) => person.id === id)?.name}: {problem}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

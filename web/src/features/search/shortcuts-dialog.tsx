import type { CurrentUser } from '@frontdesk/contract/users'
import { isMac } from '#web/lib/browser-choices.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ShortcutsChoice } from '#web/ui/shortcuts-choice.tsx'
import { keyPlacesFor } from './commands.ts'

type ShortcutsDialogProps = { user: CurrentUser; onClose: () => void }

/** All keys that do something everywhere. */
export function ShortcutsDialog({ user, onClose }: ShortcutsDialogProps) {
  const places = keyPlacesFor(user)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keyboard shortcuts"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-6">
        <dl className="grid gap-x-8 sm:grid-cols-2">
          <Line keys={[isMac ? '⌘' : 'Ctrl', 'K']} says="Search, and do things" />
          <Line keys={['?']} says="This list" />
          {places.map(({ id, label, key }) => (
            <Line key={id} keys={['G', key.toUpperCase()]} says={label} />
          ))}
        </dl>
        <ShortcutsChoice />
      </div>
    </Dialog>
  )
}

function Line({ keys, says }: { keys: string[]; says: string }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-2">
      <dt>{says}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center text-sm"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  )
}

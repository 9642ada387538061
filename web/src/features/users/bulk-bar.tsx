import type { AdminUser } from '@frontdesk/contract/admin-users'
import { GraduationCap, ScrollText, UserCheck, UserX, X } from 'lucide-react'
import { useState } from 'react'
import { RequireOfManyDialog } from './require-of-many-dialog.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ChosenBar } from '#web/ui/chosen-bar.tsx'
import { BulkStatusDialog } from './bulk-status-dialog.tsx'

type BulkBarProps = { people: AdminUser[]; onKeep: (ids?: string[]) => void }

/** What can be done with all chosen people at once. */
export function BulkBar({ people, onKeep }: BulkBarProps) {
  const [asked, setAsked] = useState<'policy' | 'test' | 'active' | 'inactive' | null>(null)
  const close = () => setAsked(null)
  const finish = (kept?: string[]) => {
    onKeep(kept)
    close()
  }
  return (
    <>
      <output className="sr-only">
        {people.length > 0 &&
          `${people.length} ${people.length === 1 ? 'person' : 'people'} chosen`}
      </output>
      {people.length > 0 && (
        <ChosenBar
          label="Chosen people"
          className="max-sm:[&_button:not([aria-label])]:grow max-sm:[&_button:not([aria-label])_svg]:hidden"
        >
          <div className="flex grow items-center gap-2 max-sm:basis-full">
            <p className="grow font-medium tabular-nums">{people.length} chosen</p>
            <IconButton
              size="sm"
              icon={X}
              label="Choose nobody"
              className="sm:hidden"
              onClick={() => onKeep()}
            />
          </div>
          <Button
            variant="secondary"
            size="sm"
            icon={ScrollText}
            onClick={() => setAsked('policy')}
          >
            Require Policy
          </Button>
          <Button
            variant="secondary"
            size="sm"
            icon={GraduationCap}
            onClick={() => setAsked('test')}
          >
            Require Test
          </Button>
          <Button variant="secondary" size="sm" icon={UserCheck} onClick={() => setAsked('active')}>
            Activate
          </Button>
          <Button variant="danger" size="sm" icon={UserX} onClick={() => setAsked('inactive')}>
            Deactivate
          </Button>
          <IconButton
            size="sm"
            icon={X}
            label="Choose nobody"
            className="max-sm:hidden"
            onClick={() => onKeep()}
          />
        </ChosenBar>
      )}
      {(asked === 'policy' || asked === 'test') && (
        <RequireOfManyDialog type={asked} people={people} onClose={close} onDone={() => finish()} />
      )}
      {(asked === 'active' || asked === 'inactive') && (
        <BulkStatusDialog people={people} status={asked} onClose={close} onDone={finish} />
      )}
    </>
  )
}

import { UserPlus } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { AssignDialog, useAssignDialog } from './assign-dialog.tsx'
import type { RequiredItem } from './requirements.api.ts'

type AssignButtonProps = { item: RequiredItem; size?: 'sm' | 'md' }

/** Opens who has to do an item, and requires it of more; right after the item was made it is open. */
export function AssignButton({ item, size }: AssignButtonProps) {
  const dialog = useAssignDialog()
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        icon={UserPlus}
        onClick={() => dialog.onOpenChange(true)}
      >
        Assign
      </Button>
      <AssignDialog item={item} {...dialog} />
    </>
  )
}

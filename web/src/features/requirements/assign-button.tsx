import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import type { RequiredItem } from './requirements.api.ts'

/** Opens who has to do an item, and requires it of more. */
export function AssignButton({ item }: { item: RequiredItem }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" icon={UserPlus} onClick={() => setIsOpen(true)}>
        Assign
      </Button>
      <AssignDialog item={item} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

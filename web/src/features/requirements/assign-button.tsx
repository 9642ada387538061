import { useLocation, useNavigate, type AnyRouter } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { late } from '#web/lib/late.ts'
import { useWhenIdle } from '#web/lib/at-rest.ts'
import { Button } from '#web/ui/button.tsx'
import type { RequiredItem } from './requirements.api.ts'

const AssignDialog = late(() => import('./assign-dialog.tsx'), 'AssignDialog')

type AssignButtonProps = { item: RequiredItem; size?: 'sm' | 'md' }

/** Opens who has to do an item, and requires it of more; right after the item was made it is open. */
export function AssignButton({ item, size }: AssignButtonProps) {
  const dialog = useAssignDialog()
  useWhenIdle(true, AssignDialog.preload)
  return (
    <>
      <Button variant="secondary" size={size} icon={UserPlus} onClick={dialog.open}>
        Assign
      </Button>
      {dialog.isOpen && (
        <Suspense>
          <AssignDialog item={item} isNew={dialog.isNew} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}

/** Whether the dialog is open: after an item was made, or found to be assigned, it is the next step, once. */
function useAssignDialog() {
  const isNew = useLocation({ select: ({ state }) => state.isNew === true })
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const close = () => {
    setIsAsked(false)
    // Whoever reloads the page, or comes back to it, has been asked.
    if (isNew) {
      void navigate<AnyRouter, string, '.'>({
        to: '.',
        search: true,
        replace: true,
        resetScroll: false,
        state: (state) => ({ ...state, isNew: undefined }),
      })
    }
  }
  return { isOpen: isAsked || isNew, isNew, open: () => setIsAsked(true), close }
}

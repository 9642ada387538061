import type { Policy } from '@frontdesk/contract/policies'
import { History, PenLine, Printer, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { DeletePolicy } from './delete-policy.tsx'

type PolicyActionsProps = { policy: Policy; isEditor: boolean }

export function PolicyActions({ policy, isEditor }: PolicyActionsProps) {
  const [assigns, setAssigns] = useState(false)
  const [deletes, setDeletes] = useState(false)
  const params = { id: policy.id }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isEditor && (
          <>
            <ButtonLink
              to="/policies/$id/edit"
              params={params}
              variant="secondary"
              size="sm"
              icon={PenLine}
            >
              Edit
            </ButtonLink>
            <Button variant="secondary" size="sm" icon={UserPlus} onClick={() => setAssigns(true)}>
              Assign
            </Button>
          </>
        )}
        <ButtonLink
          to="/policies/$id/history"
          params={params}
          variant="secondary"
          size="sm"
          icon={History}
        >
          Versions
        </ButtonLink>
        <Button variant="ghost" size="sm" icon={Printer} onClick={() => globalThis.print()}>
          Print
        </Button>
        {isEditor && !deletes && (
          <Button variant="ghost" size="sm" icon={Trash2} onClick={() => setDeletes(true)}>
            Delete
          </Button>
        )}
      </div>
      {deletes && <DeletePolicy policy={policy} onCancel={() => setDeletes(false)} />}
      {isEditor && <AssignDialog policy={policy} open={assigns} onOpenChange={setAssigns} />}
    </>
  )
}

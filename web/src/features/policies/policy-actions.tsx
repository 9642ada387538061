import type { Policy } from '@frontdesk/contract/policies'
import { History, PenLine, Trash2 } from 'lucide-react'
import { AskAbout } from '#web/features/chat/ask-about.tsx'
import { AssignButton } from '#web/features/requirements/assign-button.tsx'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import { DeletePolicy } from './delete-policy.tsx'

type PolicyActionsProps = { policy: Policy; isEditor: boolean }

export function PolicyActions({ policy, isEditor }: PolicyActionsProps) {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
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
            <AssignButton item={{ type: 'policy', ...policy }} size="sm" />
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
        <AskAbout type="policy" id={policy.id} size="sm" />
        <PrintButton />
        {isEditor && !isAsking && (
          <Button variant="ghost" size="sm" icon={Trash2} ref={trigger} onClick={ask}>
            Delete
          </Button>
        )}
      </div>
      {isAsking && <DeletePolicy policy={policy} onCancel={cancel} />}
    </>
  )
}

import type { Requirement } from '@frontdesk/contract/requirements'
import { Globe, UserRound, UsersRound, X } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { nameOf } from './assignment.ts'
import { useRemoveRequirement } from './policies.api.ts'
import { useSecondStep } from './use-second-step.ts'

type RequirementRowProps = { policyId: string; requirement: Requirement }

export function RequirementRow({ policyId, requirement }: RequirementRowProps) {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const removal = useRemoveRequirement(policyId)
  const name = nameOf(requirement)
  const Icon = requirement.everyone ? Globe : requirement.role ? UsersRound : UserRound
  return (
    <li className="grid gap-2 border-line py-1.5 not-last:border-b">
      <div className="flex min-h-10 items-center gap-3">
        <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
        <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-4">
          <span className="min-w-0 wrap-break-word">{name}</span>
          {requirement.due_at && (
            <span className="text-sm text-muted">by {formatDate(requirement.due_at)}</span>
          )}
        </div>
        {!isAsking && (
          <IconButton
            label={`Stop requiring it of ${name}`}
            icon={X}
            size="sm"
            ref={trigger}
            onClick={ask}
          />
        )}
      </div>
      {removal.error && (
        <ErrorPanel onDismiss={() => removal.reset()}>
          {messageOf(removal.error, 'Failed to remove the requirement')}
        </ErrorPanel>
      )}
      {isAsking && (
        <ConfirmBox
          question={`Stop requiring this policy of ${requirement.user_id ? name : name.toLowerCase()}?`}
          confirmLabel="Remove"
          busy={removal.isPending}
          busyLabel="Removing…"
          onConfirm={() => removal.mutate(requirement.id)}
          onCancel={cancel}
        />
      )}
    </li>
  )
}

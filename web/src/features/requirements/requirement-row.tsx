import type { Requirement } from '@frontdesk/contract/requirements'
import { CalendarClock, Globe, UserRound, UsersRound, X } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { nameOf, oftenInWords } from './assignment.ts'
import { ChangeDueDate } from './change-due-date.tsx'
import { type RequiredItem, useRemoveRequirement } from './requirements.api.ts'
import { words } from './requirement-words.ts'

type RequirementRowProps = { item: RequiredItem; requirement: Requirement }

export function RequirementRow({ item, requirement }: RequirementRowProps) {
  const {
    isAsking: isRemoving,
    ask: askRemoval,
    cancel: keep,
    trigger: removeButton,
  } = useSecondStep()
  const {
    isAsking: isDating,
    ask: askDate,
    cancel: closeDate,
    trigger: dateButton,
  } = useSecondStep()
  const removal = useRemoveRequirement(item)
  const name = nameOf(requirement)
  const often = oftenInWords(requirement.recurrence)
  const Icon = requirement.everyone
    ? Globe
    : requirement.role || requirement.team_id
      ? UsersRound
      : UserRound
  return (
    <li className="grid gap-2 border-line py-1.5 not-last:border-b">
      <div className="flex min-h-10 items-center gap-3">
        <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
        <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-4">
          <span className="min-w-0 wrap-break-word">{name}</span>
          {requirement.due_at && (
            <span className="text-sm text-muted">by {formatDate(requirement.due_at)}</span>
          )}
          {often && <span className="text-sm text-muted">{often}</span>}
        </div>
        {!isRemoving && !isDating && (
          <div className="flex">
            <IconButton
              label={`Change the due date of ${name}`}
              icon={CalendarClock}
              size="sm"
              ref={dateButton}
              onClick={askDate}
            />
            <IconButton
              label={`Stop requiring it of ${name}`}
              icon={X}
              size="sm"
              ref={removeButton}
              onClick={askRemoval}
            />
          </div>
        )}
      </div>
      {isDating && <ChangeDueDate item={item} requirement={requirement} onDone={closeDate} />}
      {removal.error && (
        <ErrorPanel onDismiss={() => removal.reset()}>
          {failureOf(removal.error, 'Failed to remove the requirement')}
        </ErrorPanel>
      )}
      {isRemoving && (
        <ConfirmBox
          question={`${words[item.type].stopQuestion} ${requirement.user_id || requirement.team_id ? name : name.toLowerCase()}?`}
          confirmLabel="Remove"
          busy={removal.isPending}
          busyLabel="Removing…"
          onConfirm={() => removal.mutate(requirement.id)}
          onCancel={keep}
        />
      )}
    </li>
  )
}

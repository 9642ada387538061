import { CONSENT } from '@frontdesk/contract/constants'
import type { Policy } from '@frontdesk/contract/policies'
import { CircleCheck, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUser } from '#web/app/session.tsx'
import { formatDateTime } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import { DueLine } from './due-line.tsx'

type AcknowledgmentPanelProps = { policy: Policy; onNewerVersion: () => Promise<void> }

/** What the reader is asked to agree to, or when they did. */
export function AcknowledgmentPanel({ policy, onNewerVersion }: AcknowledgmentPanelProps) {
  const required = policy.acknowledgment_required
  const current = policy.acknowledged_version === policy.version
  return (
    <PanelFrame sticksOnPhone={required}>
      {required && <PendingText policy={policy} />}
      {!required && policy.acknowledged_version !== null && <GivenText policy={policy} />}
      {!required && policy.acknowledged_version === null && (
        <p className="mb-3 text-muted">
          This policy is not required of you. You can still acknowledge it.
        </p>
      )}
      {(required || !current) && (
        <>
          <p className="mb-3 leading-normal sm:mb-4">{CONSENT}</p>
          <AcknowledgeButton
            key={policy.version}
            policy={policy}
            secondary={!required}
            onNewerVersion={onNewerVersion}
          />
        </>
      )}
    </PanelFrame>
  )
}

function PanelFrame({ sticksOnPhone, children }: { sticksOnPhone: boolean; children: ReactNode }) {
  return (
    <aside
      aria-label="Acknowledgment"
      className={classes(
        'z-10 h-fit min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5',
        'lg:sticky lg:top-[calc(var(--top-bar,0px)+1.5rem)] lg:mt-11',
        sticksOnPhone &&
          'max-lg:sticky max-lg:bottom-[calc(var(--bottom-bar,0px)+0.75rem)] max-lg:shadow-raised',
      )}
    >
      {children}
    </aside>
  )
}

function PendingText({ policy }: { policy: Policy }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Badge tone="warning" icon={PenLine}>
        Acknowledgement Required
      </Badge>
      {policy.due_at && <DueLine dueAt={policy.due_at} />}
    </div>
  )
}

function GivenText({ policy }: { policy: Policy }) {
  const user = useUser()
  const behind = policy.acknowledged_version !== policy.version
  return (
    <>
      <p className="flex items-center gap-2 font-semibold text-success">
        <CircleCheck className="size-5 shrink-0" aria-hidden="true" />
        Acknowledged
      </p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <Fact term="By">{user.name}</Fact>
        <Fact term="On">{formatDateTime(policy.acknowledged_at)}</Fact>
        <Fact term="Version">{policy.acknowledged_version}</Fact>
      </dl>
      {behind && (
        <p className="mt-4 mb-3 border-t border-line pt-4 text-sm text-muted">
          Version {policy.version} didn’t ask everyone again. You can still acknowledge it.
        </p>
      )}
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="text-end tabular-nums">{children}</dd>
    </>
  )
}

import { CONSENT } from '@frontdesk/contract/constants'
import type { Policy } from '@frontdesk/contract/policies'
import { CircleCheck, PenLine } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useState } from 'react'
import { useWhenIdle } from '#web/lib/at-rest.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { DueLine } from '#web/ui/times.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import { RequiredBadge } from './policy-badges.tsx'

// Most policies are signed by one press.
const SigningCeremony = late(() => import('./signing-ceremony.tsx'), 'SigningCeremony')

type AcknowledgmentPanelProps = {
  policy: Policy
  textEnd: RefObject<HTMLElement | null>
  onNewerVersion: () => Promise<void>
}

/** What the reader is asked to agree to, or when they did. */
export function AcknowledgmentPanel(props: AcknowledgmentPanelProps) {
  const { policy } = props
  const button = <SigningParts key={policy.version} {...props} />
  if (policy.acknowledgment_required) return <PendingPanel policy={policy}>{button}</PendingPanel>
  const isCurrent = policy.acknowledged_version === policy.version
  return (
    <aside aria-label="Acknowledgment" className={panelClasses}>
      {policy.acknowledged_version === null ? (
        <p className="mb-3 text-muted">
          This policy is not required of you. You can still acknowledge it.
        </p>
      ) : (
        <GivenText policy={policy} />
      )}
      {!isCurrent && button}
    </aside>
  )
}

/** The words that one agrees to, and how. */
function SigningParts({ policy, textEnd, onNewerVersion }: AcknowledgmentPanelProps) {
  const { signing } = policy
  const parts = { policy, onNewerVersion, secondary: !policy.acknowledgment_required }
  if (signing) {
    return (
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <SigningCeremony {...parts} signing={signing} textEnd={textEnd} />
      </Suspense>
    )
  }
  return (
    <>
      <p className="mb-4 leading-normal max-lg:in-[.foot-panel]:mb-2.5 max-lg:in-[.foot-panel]:text-sm">
        {CONSENT}
      </p>
      <AcknowledgeButton {...parts} />
    </>
  )
}

/** It goes along with the text unless there is more below it, as for admins: that would go under it. */
const panelClasses =
  'z-10 h-fit min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5 lg:mt-11 lg:not-low:only:sticky lg:top-20'

/**
 * On a phone it stays above the bottom bar, as low as the words allow: the text needs the room. What takes more
 * than a press has no room there, and stands below the text.
 */
function PendingPanel({ policy, children }: { policy: Policy; children: ReactNode }) {
  return (
    <aside
      aria-label="Acknowledgment"
      className={classes(panelClasses, !policy.signing && 'foot-panel max-lg:p-3')}
    >
      <div className="mb-3 max-lg:hidden">
        <RequiredBadge />
      </div>
      {policy.due_at && <DueLine dueAt={policy.due_at} className="mb-3 max-lg:mb-1" />}
      {children}
    </aside>
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

const SigningDialog = late(() => import('./signing-ceremony.tsx'), 'SigningDialog')

const PARTS = [
  ['comparison', 'is first shown what changed'],
  ['typed_name', 'types their name'],
  ['identity', 'proves again who they are'],
  ['reading', 'has it kept how long they read'],
] as const

/** For admins, beside a policy: what signing it takes. */
export function SigningPanel({ policy }: { policy: Policy }) {
  const [isOpen, setIsOpen] = useState(false)
  useWhenIdle(true, SigningDialog.preload)
  const parts: string[] = PARTS.filter(([name]) => policy.signing?.[name]).map(([, said]) => said)
  if (policy.signing?.consent) parts.push('agrees to a statement of this policy’s own')
  return (
    <section
      data-print="no"
      aria-label="Signing"
      className="grid justify-items-start gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm"
    >
      {parts.length === 0 ? (
        <p>It is signed by one press.</p>
      ) : (
        <div className="grid gap-1">
          <p>Whoever signs it presses the button and</p>
          <ul className="list-disc space-y-0.5 pl-5">
            {parts.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </div>
      )}
      <Button
        variant="ghost"
        size="sm"
        icon={PenLine}
        className="-ml-3"
        onClick={() => setIsOpen(true)}
      >
        Change
      </Button>
      <Suspense>
        {isOpen && <SigningDialog policy={policy} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </section>
  )
}

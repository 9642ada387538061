import type { Policy } from '@frontdesk/contract/policies'
import { PenLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import { late } from '#web/lib/late.ts'
import { useWhenIdle } from '#web/lib/at-rest.ts'
import { Button } from '#web/ui/button.tsx'

const SigningDialog = late(() => import('./signing-dialog.tsx'), 'SigningDialog')

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

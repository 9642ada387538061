import type { HeldItemType, LegalHold } from '@frontdesk/contract/legal-holds'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatDate } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import type { Held } from './hold-dialogs.tsx'
import { standingHoldsQuery } from './legal-holds.api.ts'

const load = () => import('./hold-dialogs.tsx')
const SetHoldDialog = late(load, 'SetHoldDialog')
const LiftHoldDialog = late(load, 'LiftHoldDialog')

/** For admins, on the page of a person or an item: the holds that stand on it, and the way to set one. */
export function LegalHoldLine({ of }: { of: Held }) {
  const isAdmin = canOpenAdmin(useUser())
  const filter = of.type === 'person' ? { user_id: of.id } : { item_id: of.id }
  const { data: holds } = useQuery({ ...standingHoldsQuery(filter), enabled: isAdmin })
  const [isSetting, setIsSetting] = useState(false)
  const [lifting, setLifting] = useState<LegalHold | null>(null)
  // The page is whole without it.
  if (!isAdmin || !holds) return null
  return (
    <section data-print="no" aria-label="Legal hold" className="grid justify-items-start gap-3">
      {holds.map((hold) => (
        <div key={hold.id} className="w-full">
          <Notice
            tone="warning"
            action={
              <Button variant="secondary" size="sm" onClick={() => setLifting(hold)}>
                Lift hold
              </Button>
            }
          >
            <strong className="font-semibold">Legal hold:</strong> {saidOf(hold)}
          </Notice>
        </div>
      ))}
      <Button variant="ghost" size="sm" icon={Lock} onClick={() => setIsSetting(true)}>
        {holds.length === 0 ? 'Set a legal hold' : 'Set another legal hold'}
      </Button>
      <Suspense>
        {isSetting && <SetHoldDialog of={of} onClose={() => setIsSetting(false)} />}
        {lifting && <LiftHoldDialog hold={lifting} onClose={() => setLifting(null)} />}
      </Suspense>
    </section>
  )
}

const saidOf = ({ reason, set_by_name: by, set_at: at, ends_at: end }: LegalHold) =>
  `${reason}. Set by ${by} on ${formatDate(at)}, ${end ? `until ${formatDate(end)}` : 'until it is lifted'}. Nothing of this can be deleted.`

const STAYS: Record<HeldItemType, string> = {
  policy: 'Each version of it is kept, so you can write another; its description has to stay.',
  training:
    'Its title, sections and questions have to stay as they are, in their order. You can add to their end and change its settings.',
  test: 'Its title, settings and questions have to stay as they are, in their order. You can add questions to their end.',
  process:
    'Its title and steps have to stay as they are, in their order. You can add steps to their end.',
  document: 'Its title and description have to stay as they are.',
}

/** Said before anything is typed into what a legal hold keeps as it is. */
export function HeldWhileEditing({
  type,
  id,
  className,
}: {
  type: HeldItemType
  id: string
  className?: string
}) {
  const { data: holds } = useQuery(standingHoldsQuery({ item_id: id }))
  const hold = holds?.[0]
  if (!hold) return null
  return (
    <div className={className}>
      <Notice tone="warning">
        <strong className="font-semibold">Legal hold:</strong> {STAYS[type]} For anything else write
        a new one, or lift the hold on{' '}
        <PathLink to={hold.path} className="underline">
          its page
        </PathLink>
        .
      </Notice>
    </div>
  )
}

import type { MailDelivery, MailStatus } from '@frontdesk/contract/mails'
import { CircleCheck, Clock, MailX, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useSendsMail } from '#web/features/brokerage/brokerage.api.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

type Look = { label: string; tone: Tone; icon: LucideIcon }

const looks: Record<MailStatus, Look> = {
  queued: { label: 'Queued', tone: 'neutral', icon: Clock },
  sent: { label: 'Sent', tone: 'success', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: TriangleAlert },
}

/** Whose link somebody has to hand over where no mail brings it. */
const WITH_LINK = new Set(['invitation', 'reset_password', 'verify_email'])

/** What was told of a mail when it left; of one that waits, what the server would do with it now. */
function useReachesNobody(delivery: MailDelivery | null) {
  const sendsMail = useSendsMail()
  return delivery === null ? !sendsMail : delivery === 'outbox'
}

type MailBadgeProps = { status: MailStatus; delivery: MailDelivery | null; kind: string }

export function MailBadge({ status, delivery, kind }: MailBadgeProps) {
  const reachesNobody = useReachesNobody(delivery)
  if (status !== 'failed' && reachesNobody) return <NotSent kind={kind} />
  const { label, ...look } = looks[status]
  return <Badge {...look}>{label}</Badge>
}

/** Without a mail server a mail is a file that nobody gets. */
function NotSent({ kind }: { kind: string }) {
  return (
    <Badge tone="warning" icon={MailX}>
      {WITH_LINK.has(kind) ? 'Not sent: hand over the link' : 'Not sent'}
    </Badge>
  )
}

/** Beside the state of somebody who was invited: nothing where mail goes out. */
export function NotSentInvitation({ delivery }: { delivery: MailDelivery | null }) {
  return useReachesNobody(delivery) && <NotSent kind="invitation" />
}

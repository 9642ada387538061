import type { MailStatus } from '@frontdesk/contract/mails'
import { CircleCheck, Clock, TriangleAlert, type LucideIcon } from 'lucide-react'
import { Badge, type Tone } from '#web/ui/badge.tsx'

const looks: Record<MailStatus, { label: string; tone: Tone; icon: LucideIcon }> = {
  queued: { label: 'Queued', tone: 'neutral', icon: Clock },
  sent: { label: 'Sent', tone: 'success', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: TriangleAlert },
}

export function MailBadge({ status }: { status: MailStatus }) {
  const { label, ...look } = looks[status]
  return <Badge {...look}>{label}</Badge>
}

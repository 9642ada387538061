import type { MailStatus } from '@frontdesk/contract/mails'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, MailX, TriangleAlert, type LucideIcon } from 'lucide-react'
import { publicSettings } from '#web/features/settings/settings.api.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

type Look = { label: string; tone: Tone; icon: LucideIcon }

const looks: Record<MailStatus, Look> = {
  queued: { label: 'Queued', tone: 'neutral', icon: Clock },
  sent: { label: 'Sent', tone: 'success', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: TriangleAlert },
}

/** Whose link somebody has to hand over where no mail brings it. */
const WITH_LINK = new Set(['invitation', 'reset_password', 'verify_email'])

type MailBadgeProps = { status: MailStatus; kind: string }

export function MailBadge({ status, kind }: MailBadgeProps) {
  const { data: settings } = useQuery(publicSettings)
  if (status !== 'failed' && settings?.sends_mail === false) return <NotSent kind={kind} />
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
export function NotSentInvitation() {
  const { data: settings } = useQuery(publicSettings)
  return settings?.sends_mail === false && <NotSent kind="invitation" />
}

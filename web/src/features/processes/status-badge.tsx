import type { ProcessStatus } from '@frontdesk/contract/processes'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export const statusLabels: Record<ProcessStatus, string> = {
  active: 'Active',
  draft: 'Draft',
  inactive: 'Inactive',
}

const tones: Record<ProcessStatus, Tone> = {
  active: 'success',
  draft: 'warning',
  inactive: 'neutral',
}

export function StatusBadge({ status }: { status: ProcessStatus }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
}

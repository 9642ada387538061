import { PenLine } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'

export function RequiredBadge() {
  return (
    <Badge tone="warning" icon={PenLine}>
      Acknowledgement Required
    </Badge>
  )
}

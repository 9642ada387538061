import type { ItemKind } from '@frontdesk/contract/items'
import {
  CirclePlay,
  CircleUserRound,
  FileText,
  GraduationCap,
  ListChecks,
  type LucideIcon,
  PenLine,
  ScrollText,
  Workflow,
} from 'lucide-react'

/** The picture of each kind of item, wherever one is shown. */
export const ITEM_ICONS = {
  policy: ScrollText,
  process: Workflow,
  process_run: CirclePlay,
  training: GraduationCap,
  test: ListChecks,
  document: FileText,
  draft: PenLine,
  user: CircleUserRound,
} satisfies Partial<Record<ItemKind, LucideIcon>>

import { ITEM_PATHS } from '@frontdesk/contract/item-paths'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { SearchType } from '@frontdesk/contract/search'
import type { CurrentUser } from '@frontdesk/contract/users'
import {
  CircleUserRound,
  FileText,
  GraduationCap,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  PenLine,
  CirclePlay,
  ScrollText,
  Settings,
  ShieldCheck,
  Workflow,
} from 'lucide-react'

interface SearchTarget {
  /** What a group of results of this type is called. */
  label: string
  icon: LucideIcon
  /** Where its items are; the id of one goes behind. */
  path: (user: CurrentUser) => string
}

/** What the search lists: items, and what else can be opened; the id of a page is its path. */
export type FoundType = SearchType | 'chats' | 'drafts' | 'runs' | 'settings' | 'places'

const TARGETS: Record<FoundType, SearchTarget> = {
  users: {
    label: 'People',
    icon: CircleUserRound,
    path: (user) => (canOpenAdmin(user) ? '/admin/people/' : ITEM_PATHS.user),
  },
  policies: { label: 'Policies', icon: ScrollText, path: () => ITEM_PATHS.policy },
  processes: { label: 'Processes', icon: Workflow, path: () => ITEM_PATHS.process },
  documents: { label: 'Documents', icon: FileText, path: () => ITEM_PATHS.document },
  trainings: { label: 'Training', icon: GraduationCap, path: () => ITEM_PATHS.training },
  tests: { label: 'Tests', icon: ListChecks, path: () => ITEM_PATHS.test },
  chats: { label: 'Conversations', icon: MessagesSquare, path: () => '/chat/' },
  drafts: { label: 'Drafts', icon: PenLine, path: () => ITEM_PATHS.draft },
  runs: { label: 'Runs', icon: CirclePlay, path: () => ITEM_PATHS.process_run },
  settings: { label: 'Settings', icon: Settings, path: () => '/' },
  places: { label: 'Admin Panel', icon: ShieldCheck, path: () => '/' },
}

export const isFoundType = (type: string): type is FoundType => Object.hasOwn(TARGETS, type)

export const targetOf = (type: FoundType) => TARGETS[type]

/** The page that a result opens for this person. */
export function pathTo({ type, id }: { type: FoundType; id: string }, user: CurrentUser): string {
  return TARGETS[type].path(user) + id
}

import { ITEMS } from '@frontdesk/contract/items'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { SearchType } from '@frontdesk/contract/search'
import type { CurrentUser } from '@frontdesk/contract/users'
import { type LucideIcon, MessagesSquare, Settings, ShieldCheck } from 'lucide-react'
import { ITEM_ICONS } from './item-icons.ts'

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
    icon: ITEM_ICONS.user,
    path: (user) => (canOpenAdmin(user) ? '/admin/people/' : ITEMS.user.path),
  },
  policies: { label: 'Policies', icon: ITEM_ICONS.policy, path: () => ITEMS.policy.path },
  processes: { label: 'Processes', icon: ITEM_ICONS.process, path: () => ITEMS.process.path },
  documents: { label: 'Documents', icon: ITEM_ICONS.document, path: () => ITEMS.document.path },
  trainings: { label: 'Training', icon: ITEM_ICONS.training, path: () => ITEMS.training.path },
  tests: { label: 'Tests', icon: ITEM_ICONS.test, path: () => ITEMS.test.path },
  chats: { label: 'Conversations', icon: MessagesSquare, path: () => '/chat/' },
  drafts: { label: 'Drafts', icon: ITEM_ICONS.draft, path: () => ITEMS.draft.path },
  runs: { label: 'Runs', icon: ITEM_ICONS.process_run, path: () => ITEMS.process_run.path },
  settings: { label: 'Settings', icon: Settings, path: () => '/' },
  places: { label: 'Admin Panel', icon: ShieldCheck, path: () => '/' },
}

export const isFoundType = (type: string): type is FoundType => Object.hasOwn(TARGETS, type)

export const targetOf = (type: FoundType) => TARGETS[type]

/** The page that a result opens for this person. */
export function pathTo({ type, id }: { type: FoundType; id: string }, user: CurrentUser): string {
  return TARGETS[type].path(user) + id
}

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
  path: string
  /** The same for admins, where that is another page. */
  adminPath?: string
}

/** What the search lists: items, and what else can be opened; the id of a page is its path. */
export type FoundType = SearchType | 'chats' | 'drafts' | 'runs' | 'settings' | 'places'

const ofKind = (kind: keyof typeof ITEM_ICONS): SearchTarget => ({
  label: ITEMS[kind].plural,
  icon: ITEM_ICONS[kind],
  path: ITEMS[kind].path,
})

const TARGETS: Record<FoundType, SearchTarget> = {
  users: { ...ofKind('user'), adminPath: ITEMS.user.adminPath },
  policies: ofKind('policy'),
  processes: ofKind('process'),
  documents: ofKind('document'),
  trainings: { ...ofKind('training'), label: 'Training' },
  tests: ofKind('test'),
  chats: { label: 'Conversations', icon: MessagesSquare, path: '/chat/' },
  drafts: ofKind('draft'),
  runs: ofKind('process_run'),
  settings: { label: 'Settings', icon: Settings, path: '/' },
  places: { label: 'Admin Panel', icon: ShieldCheck, path: '/' },
}

export const isFoundType = (type: string): type is FoundType => Object.hasOwn(TARGETS, type)

export const targetOf = (type: FoundType) => TARGETS[type]

/** The page that a result opens for this person. */
export function pathTo({ type, id }: { type: FoundType; id: string }, user: CurrentUser): string {
  const { path, adminPath } = TARGETS[type]
  return ((canOpenAdmin(user) && adminPath) || path) + id
}

/** What has a page of its own at this path. */
export function foundAt(path: string): { type: FoundType; id: string } | undefined {
  const [, folder, id] = ITEM_PAGE.exec(path) ?? []
  if (!folder || !id) return undefined
  const found = Object.entries(TARGETS).find(
    ([, target]) => target.path === folder || target.adminPath === folder,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of TARGETS
  return found && { type: found[0] as FoundType, id }
}
const ITEM_PAGE = /^(\/.+\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

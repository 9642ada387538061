import { ITEMS, listPath } from '@frontdesk/contract/items'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { CurrentUser } from '@frontdesk/contract/users'
import { queryOptions } from '@tanstack/react-query'
import {
  ClipboardList,
  ConciergeBell,
  FolderOpen,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  UsersRound,
} from 'lucide-react'
import { call } from '#web/lib/call.ts'
import { ITEM_ICONS } from '#web/lib/item-icons.ts'

export type NavigationItem = {
  to: string
  label: string
  icon: LucideIcon
  isFor?: (user: CurrentUser) => boolean
  /** How many things await the person there; more than none shows the red dot. */
  awaiting?: (user: CurrentUser) => number
  /** A number that is shown beside it, asked for where it is shown. */
  count?: typeof unreadMessages
}

/** How many messages the person has not read. */
const unreadMessages = queryOptions({
  queryKey: ['chats', 'unread'],
  queryFn: async ({ signal }) => (await call('GET /chat/unread', { signal })).messages,
})

const listOf = (kind: keyof typeof ITEM_ICONS) => ({
  to: listPath(kind),
  label: ITEMS[kind].plural,
  icon: ITEM_ICONS[kind],
})

/** The places of the sidebar and the bottom bar, in the order that they are shown. */
const navigation: NavigationItem[] = [
  { to: '/dashboard', label: 'Front Desk', icon: ConciergeBell },
  { ...listOf('user'), icon: UsersRound },
  {
    ...listOf('training'),
    label: 'Training',
    awaiting: (user) => user.pending_trainings.length,
  },
  { ...listOf('policy'), awaiting: (user) => user.pending_policies.length },
  { ...listOf('process'), awaiting: (user) => user.pending_steps.length },
  {
    to: '/team',
    label: 'My Team',
    icon: ClipboardList,
    isFor: (user) => user.manages_team,
  },
  { to: '/chat', label: 'Chat', icon: MessagesSquare, count: unreadMessages },
  { ...listOf('document'), icon: FolderOpen },
  {
    to: '/admin',
    label: 'Admin Panel',
    icon: ShieldCheck,
    isFor: canOpenAdmin,
  },
]

/** The places that one person may open. */
export function navigationFor(user: CurrentUser): NavigationItem[] {
  return navigation.filter((item) => item.isFor?.(user) ?? true)
}

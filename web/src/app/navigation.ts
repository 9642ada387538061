import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { CurrentUser } from '@frontdesk/contract/users'
import { queryOptions } from '@tanstack/react-query'
import {
  ClipboardList,
  ConciergeBell,
  FolderOpen,
  GraduationCap,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  ShieldCheck,
  UsersRound,
  Workflow,
} from 'lucide-react'
import { call } from '#web/lib/call.ts'

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

/** The places of the sidebar and the bottom bar, in the order that they are shown. */
const navigation: NavigationItem[] = [
  { to: '/dashboard', label: 'Front Desk', icon: ConciergeBell },
  { to: '/people', label: 'People', icon: UsersRound },
  {
    to: '/training',
    label: 'Training',
    icon: GraduationCap,
    awaiting: (user) => user.pending_trainings.length,
  },
  {
    to: '/policies',
    label: 'Policies',
    icon: ScrollText,
    awaiting: (user) => user.pending_policies.length,
  },
  {
    to: '/processes',
    label: 'Processes',
    icon: Workflow,
    awaiting: (user) => user.pending_steps.length,
  },
  {
    to: '/team',
    label: 'My Team',
    icon: ClipboardList,
    isFor: (user) => user.manages_team,
  },
  { to: '/chat', label: 'Chat', icon: MessagesSquare, count: unreadMessages },
  { to: '/documents', label: 'Documents', icon: FolderOpen },
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
